#pragma once

#include <bit>

#include "simd.hpp"
#include "stored_type.hpp"

namespace mha {

/// The float32 values of four numbers of 16 bits, which stand in the upper halves of the lanes. The lower
/// halves may have any bits. Exact for all numbers; NaN stays NaN.
template <StoredType type>
inline Float4 widened(Bits4 upper) {
  static_assert(type != StoredType::F32);
  if constexpr (type == StoredType::BF16) return std::bit_cast<Float4>(upper & 0xffff0000u);
  // With exponent and fraction moved to their float32 positions, the value is 2^112 times too small, for
  // subnormal numbers too. Infinity and NaN become numbers of 2^16 or more, and get their exponent back.
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
