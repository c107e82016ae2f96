#pragma once

#include <bit>

#include "simd.hpp"
#include "stored_type.hpp"

namespace mha {

/// Converts the upper 16 bits of each lane to float32, and ignores the lower 16 bits. The conversion is exact
/// for all numbers; NaN stays NaN.
template <StoredType type>
inline Float4 widened(Bits4 upper) {
  static_assert(type != StoredType::F32);
  if constexpr (type == StoredType::BF16) return std::bit_cast<Float4>(upper & 0xffff0000u);
  // A shift moves the exponent and the fraction to their positions in float32. The two formats differ in the
  // exponent's bias, 15 and 127, so the shifted value is 2^112 times too small, also if it is subnormal.
  // Infinity and NaN become finite by the shift; the last line sets all bits of their exponent again.
  constexpr std::uint32_t exponent = 0x0f800000, infinite = 0x7f800000;
  const Bits4 moved = std::bit_cast<Bits4>(std::bit_cast<Signed4>(upper) >> 3) & 0x8fffe000u;
  const Bits4 is_not_finite = std::bit_cast<Bits4>((moved & exponent) == exponent);
  const Float4 number = std::bit_cast<Float4>(moved) * 0x1p112f;
  return std::bit_cast<Float4>(std::bit_cast<Bits4>(number) | (is_not_finite & infinite));
}

inline float widened(StoredType type, std::uint16_t half) {
  const Bits4 upper = {std::uint32_t{half} << 16};
  return type == StoredType::F16 ? widened<StoredType::F16>(upper)[0] : widened<StoredType::BF16>(upper)[0];
}

}  // namespace mha
