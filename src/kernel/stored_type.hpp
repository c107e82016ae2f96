#pragma once

#include <cstddef>

namespace mha {

/// Number types of checkpoints, little-endian: IEEE 754 binary32 and binary16, and bfloat16 (the upper half
/// of a binary32).
enum class StoredType : unsigned char { F32, F16, BF16 };

/// Bytes of one number.
constexpr std::size_t stored_size(StoredType type) {
  return type == StoredType::F32 ? 4 : 2;
}

}  // namespace mha
