#pragma once

#include <bit>

#include "simd.hpp"

namespace mha {

/// ln x in each lane, for the entropy: relative error below 3e-7 for normal x > 0, exactly 0 for 1. The
/// result for 0, subnormal and negative numbers, and NaN is finite; the caller's factor decides the product.
inline Float4 log(Float4 x) {
  constexpr float kLn2High = 0.693359375f, kLn2Low = -2.12194440e-4f;
  constexpr std::uint32_t kRootHalf = 0x3f3504f3u;  // the bits of sqrt(1/2)
  // x = 2^n m with m in [sqrt(1/2), sqrt(2)): relative to sqrt(1/2), the exponent's bits are n.
  const Bits4 shifted = std::bit_cast<Bits4>(x) - kRootHalf;
  const Float4 m = std::bit_cast<Float4>((shifted & 0x7fffffu) + kRootHalf);
  const Float4 n = __builtin_convertvector(std::bit_cast<Signed4>(shifted) >> 23, Float4);
  // ln m = 2 artanh(s), s = (m - 1) / (m + 1), |s| < 0.172: the first omitted term of the series is below
  // 1e-9.
  const Float4 s = (m - 1.0f) / (m + 1.0f), s2 = s * s, s4 = s2 * s2;
  const Float4 series = (s4 * 0.11111111f + (s2 * 0.14285714f + 0.2f)) * s4 + (s2 * 0.33333333f + 1.0f);
  return n * kLn2High + (n * kLn2Low + 2.0f * s * series);
}

}  // namespace mha
