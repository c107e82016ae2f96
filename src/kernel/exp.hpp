#pragma once

#include <bit>

#include "simd.hpp"

namespace mha {

/// e^x in each lane, for the softmax: relative error below 2e-7 for -87 <= x <= 88, 0 below -87, NaN for NaN.
inline Float4 exp(Float4 x) {
  constexpr float kLog2E = 1.44269504f, kLn2High = 0.693359375f, kLn2Low = -2.12194440e-4f;
  constexpr float kRound =
      12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest whole number in the low bits
  const Float4 least = splat(-87.0f), most = splat(88.0f);
  const Float4 above = x < least ? least : x;
  const Float4 clamped = most < above ? most : above;
  const Float4 shifted = clamped * kLog2E + kRound;
  const Float4 n = shifted - kRound;
  const Float4 r = (clamped - n * kLn2High) - n * kLn2Low;  // e^x = 2^n e^r, |r| <= ln(2) / 2
  Float4 sum = r * (1.0f / 5040.0f) + 1.0f / 720.0f;        // the Taylor series of e^r
  sum = sum * r + 1.0f / 120.0f;
  sum = sum * r + 1.0f / 24.0f;
  sum = sum * r + 1.0f / 6.0f;
  sum = sum * r + 0.5f;
  sum = sum * r + 1.0f;
  sum = sum * r + 1.0f;
  const Float4 power = std::bit_cast<Float4>((std::bit_cast<Bits4>(shifted) + 127) << 23);
  return x < least ? splat(0.0f) : sum * power;
}

}  // namespace mha
