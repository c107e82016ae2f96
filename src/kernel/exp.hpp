#pragma once

#include <bit>

#include "simd.hpp"

namespace mha {

/// e^x, for the softmax: relative error below 1e-7 for -87 <= x <= 88, 0 below -87.7, NaN for NaN, exactly 1
/// for 0. X is a number, or four numbers in lanes.
template <class Bits, class X>
X exponential(X x, X least) {
  constexpr float kLog2E = 1.44269504f, kLn2High = 0.693359375f, kLn2Low = -2.12194440e-4f;
  constexpr float kRound =
      12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest whole number in the low bits
  const X clamped = x < least ? least : x;
  const X shifted = clamped * kLog2E + kRound;
  const X n = shifted - kRound;
  const X r = (clamped - n * kLn2High) - n * kLn2Low;  // e^x = 2^n e^r, |r| <= ln(2) / 2
  // 1 + (r + r^2 q(r)). The coefficients of q minimise the largest relative error, which is 3e-9 before
  // rounding. Its terms are computed in pairs, which need not wait for each other.
  const X r2 = r * r;
  const X q =
      (r2 * 0.0013814520f + (r * 0.0083687436f + 0.041668393f)) * r2 + (r * 0.16666521f + 0.49999994f);
  const X power = (q * r2 + r) + 1.0f;
  return power * std::bit_cast<X>((std::bit_cast<Bits>(shifted) + 127) << 23);
}

// The bits of the power of two are 0 at -88.
inline float exp(float x) {
  return exponential<std::uint32_t>(x, -88.0f);
}
inline Float4 exp(Float4 x) {
  return exponential<Bits4>(x, splat(-88.0f));
}

}  // namespace mha
