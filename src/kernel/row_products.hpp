#pragma once

#include "simd.hpp"
#include "size.hpp"

namespace mha {

// Products of short rows, four elements at a time. Inline, because a call takes longer than the features of
// one head.

/// sum_i a_i b_i: four partial sums, one for each lane, which are then added in pairs.
inline float dot(const float* a, const float* b, Size length) {
  Float4 sum = splat(0.0f);
  for (; length >= 4; length -= 4, a += 4, b += 4) sum += load(a) * load(b);
  if (length > 0) {
    const int rest = static_cast<int>(length);
    sum += load_first(a, rest, 0.0f) * load_first(b, rest, 0.0f);
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// to_i += factor row_i
inline void add_scaled(float* to, Size length, float factor, const float* row) {
  for (; length >= 4; length -= 4, to += 4, row += 4) store(to, load(to) + load(row) * factor);
  for (; length > 0; --length, ++to, ++row) *to += *row * factor;
}

}  // namespace mha
