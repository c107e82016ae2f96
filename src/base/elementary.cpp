#include "elementary.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace mha {
namespace {

constexpr double kLn2High = 0x1.62e42fefa38p-1;  // ln 2 in two parts: n * kLn2High is exact for |n| < 2^11
constexpr double kLn2Low = 0x1.ef35793c7673p-45;
constexpr double kHalfPiHigh = 0x1.921fb544p+0;  // pi / 2 likewise, for |n| < 2^20
constexpr double kHalfPiMiddle = 0x1.0b4611a6p-34;
constexpr double kHalfPiLow = 0x1.3198a2e037073p-69;
constexpr double kLeastPower = -1022, kMostPower = 1023;  // of two, for normal numbers
constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                 kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kMostTurns = 0x1p53;  // of a quarter: from there on, not every number of turns is a double

double power_of_two(int n) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52);
}

}  // namespace

// e^x = 2^n e^r with |r| <= ln(2) / 2, and the Taylor series of e^r.
double exp(double x) {
  const double n = std::floor(x / (kLn2High + kLn2Low) + 0.5);
  if (!(n >= kLeastPower && n <= kMostPower)) return std::isnan(x) ? x : x > 0 ? kInfinity : 0.0;
  const double r = (x - n * kLn2High) - n * kLn2Low;
  double sum = 1.0;
  for (int k = 14; k >= 1; --k) sum = 1.0 + r * sum / k;
  return sum * power_of_two(static_cast<int>(n));
}

// x = 2^n m with m in [sqrt(1/2), sqrt(2)), and log m = 2 artanh(s), s = (m - 1) / (m + 1).
double log(double x) {
  if (!(x > 0)) return x == 0 ? -kInfinity : kNaN;
  if (x == kInfinity) return x;
  if (x < std::numeric_limits<double>::min()) return log(x * 0x1p54) - 54 * (kLn2High + kLn2Low);
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int n = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0xfffffffffffffull) | 0x3ff0000000000000ull);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++n;
  }
  const double s = (m - 1.0) / (m + 1.0), s2 = s * s;
  double sum = 0.0;
  for (int k = 23; k >= 1; k -= 2) sum = sum * s2 + 1.0 / k;
  return n * kLn2High + (n * kLn2Low + 2.0 * s * sum);
}

// Reduces the angle to [-pi/4, pi/4] by quarter turns, then sums the Taylor series of sine and cosine.
SinCos sin_cos(double radians) {
  const double n = std::floor(radians / 1.5707963267948966 + 0.5);
  if (!(std::abs(n) <= kMostTurns)) return {kNaN, kNaN};
  const double r = ((radians - n * kHalfPiHigh) - n * kHalfPiMiddle) - n * kHalfPiLow;
  const double r2 = r * r;
  double sine = 1.0, cosine = 1.0;
  for (int k = 18; k >= 2; k -= 2) {
    sine = 1.0 - r2 * sine / (k * (k + 1));
    cosine = 1.0 - r2 * cosine / (k * (k - 1));
  }
  sine *= r;
  switch (static_cast<std::int64_t>(n) & 3) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

}  // namespace mha
