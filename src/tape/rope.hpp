#pragma once

#include "operation.hpp"

namespace mha {

constexpr double kRopeBase = 10000;

/// Rotary positions (Su et al. 2021): in row t of x (..., T, d), the pair of features 2i and 2i + 1 is
/// rotated by (first + t) base^(-2i / d) radians, so that the dot product of two rows depends on the distance
/// of their positions. Returns a contiguous tensor. Positions up to 1e5 have angles to 1e-11. Error "shape"
/// for an odd d.
Tensor rotate(const Tensor& x, Index first, double base = kRopeBase);

/// (count, d / 2, 2): cosine and sine of the angle for each position from `first` on, and each pair of
/// features.
Tensor turns(Index first, Index count, Index d, double base = kRopeBase);
/// Rotates a row of 2 * pairs features in place by the angles of its position. Sign -1 rotates back.
void turn_row(float* row, const float* turns, Index pairs, float sign = 1.0f);

namespace op {

extern const Operation rope;  // `first` position of a row; `base` of the angles

}  // namespace op

}  // namespace mha
