#pragma once

#include <bit>
#include <cstdint>

namespace mha {

/// Elementary functions made of + - * / and bit patterns only, so that every machine gives the same bits:
/// those of glibc and of Emscripten's musl differ from each other. Relative errors are against the true
/// value.

double exp(double x);  // |x| <= 700; error below 1e-15
double log(
    double x);  // finite x > 0, not subnormal; error below 1e-15 away from 1, absolute below 1e-16 near it

struct SinCos {
  double sin, cos;
};
SinCos sin_cos(double radians);  // |radians| <= 1e5; absolute error below 1e-11 at that end, 1e-15 below 1e3

/// e^x for the softmax: relative error below 2e-7 for -87 <= x <= 88, 0 below -87, NaN for NaN. Free of calls
/// and of branches that a compiler cannot turn into selections, so that a loop over it vectorises.
inline float exp(float x) {
  constexpr float kLog2E = 1.44269504f, kLn2High = 0.693359375f, kLn2Low = -2.12194440e-4f;
  constexpr float kRound =
      12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest whole number in the low bits
  const float clamped = x > 88.0f ? 88.0f : x < -87.0f ? -87.0f : x;
  const float shifted = clamped * kLog2E + kRound;
  const float n = shifted - kRound;
  const float r = (clamped - n * kLn2High) - n * kLn2Low;  // e^x = 2^n e^r, |r| <= ln(2) / 2
  float sum = 1.0f / 5040.0f;
  sum = sum * r + 1.0f / 720.0f;
  sum = sum * r + 1.0f / 120.0f;
  sum = sum * r + 1.0f / 24.0f;
  sum = sum * r + 1.0f / 6.0f;
  sum = sum * r + 0.5f;
  sum = sum * r + 1.0f;
  sum = sum * r + 1.0f;
  const float power = std::bit_cast<float>((std::bit_cast<std::uint32_t>(shifted) + 127u) << 23);
  return x < -87.0f ? 0.0f : sum * power;
}

}  // namespace mha
