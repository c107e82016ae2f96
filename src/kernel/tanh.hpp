#pragma once

#include "simd.hpp"

namespace mha {

/// tanh x in each lane: relative error below 5e-7, NaN for NaN. The rational function and its limits are from
/// Eigen's generic_fast_tanh_float.
inline Float4 tanh(Float4 x) {
  constexpr float kLargest = 7.90531110763549805f, kSmall = 0.0004f;
  const Float4 clamped = x < -kLargest ? splat(-kLargest) : x > kLargest ? splat(kLargest) : x;
  const Float4 x2 = clamped * clamped;
  Float4 p = x2 * -2.76076847742355e-16f + 2.00018790482477e-13f;
  p = p * x2 + -8.60467152213735e-11f;
  p = p * x2 + 5.12229709037114e-08f;
  p = p * x2 + 1.48572235717979e-05f;
  p = p * x2 + 6.37261928875436e-04f;
  p = p * x2 + 4.89352455891786e-03f;
  Float4 q = x2 * 1.19825839466702e-06f + 1.18534705686654e-04f;
  q = q * x2 + 2.26843463243900e-03f;
  q = q * x2 + 4.89352518554385e-03f;
  const Float4 ratio = clamped * p / q;
  return ((x < kSmall) & (x > -kSmall)) ? x : ratio;
}

}  // namespace mha
