#pragma once

#include <array>
#include <span>

#include "../base/named_value.hpp"
#include "../kernel/stored_type.hpp"

namespace mha {

/// Names as in the safetensors format.
inline constexpr std::array kStoredTypes = {
    NamedValue{StoredType::F32, "F32"},
    NamedValue{StoredType::F16, "F16"},
    NamedValue{StoredType::BF16, "BF16"},
};

/// Reads numbers as float32, without rounding; NaN stays NaN. `from` has stored_size(type) · into.size()
/// bytes, at any alignment.
void read_stored(std::span<const std::byte> from, StoredType type, std::span<float> into);

}  // namespace mha
