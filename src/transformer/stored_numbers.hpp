#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "../base/named_value.hpp"

namespace mha {

/// Number types of checkpoints, little-endian: IEEE 754 binary32 and binary16, and bfloat16 (the upper half
/// of a binary32).
enum class StoredType : unsigned char { F32, F16, BF16 };

/// Names as in the safetensors format.
inline constexpr std::array kStoredTypes = {
    NamedValue{StoredType::F32, "F32"},
    NamedValue{StoredType::F16, "F16"},
    NamedValue{StoredType::BF16, "BF16"},
};

/// Bytes of one number.
constexpr std::size_t stored_size(StoredType type) {
  return type == StoredType::F32 ? 4 : 2;
}

/// Reads numbers as float32, without rounding; NaN stays NaN. `from` has stored_size(type) · into.size()
/// bytes, at any alignment.
void read_stored(std::span<const std::byte> from, StoredType type, std::span<float> into);

}  // namespace mha
