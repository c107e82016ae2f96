#pragma once

#include "operation.hpp"

namespace mha {

constexpr double kRopeBase = 10000;

/// Rotary positions (Su et al. 2021): in row t of x (..., T, d), features 2i and 2i + 1 are turned together
/// by (first + t) base^(-2i / d) radians, so that the dot product of two rows depends on how far apart they
/// stand. Contiguous. Positions up to 1e5 have angles to 1e-11. Error "shape" for an odd d.
Tensor rotate(const Tensor& x, Index first, double base = kRopeBase);

/// (count, d / 2, 2): cosine and sine for each position from `first` on, and each pair of features.
Tensor turns(Index first, Index count, Index d, double base = kRopeBase);
/// Turns a row of 2 * pairs features in place by those of its position, or back where `sign` is -1.
void turn_row(float* row, const float* turns, Index pairs, float sign = 1.0f);

namespace op {

extern const Operation rope;  // from position `first` on, to `base`

}  // namespace op

}  // namespace mha
