#pragma once

#include "../layer/attention.hpp"

namespace mha {

// The effect of each head on a run's output y. c_h is the contribution of head h (contributions() in
// heads.hpp), and |.| is the Euclidean norm over all numbers. Quotients by |y| = 0 are 0. Errors are those of
// context_of().

/// c_h . y / |y|^2 for each token's output, then the same of b_O. Each row sums to 1. (B, T_q, H + 1)
Tensor shares(const Run& run);

/// How far the output moves, relative to |y|, when heads are removed.
struct Removals {
  Tensor alone;        // (H): each head alone, |c_h| / |y|
  Tensor order;        // (H): heads sorted by `alone`, smallest first
  Tensor least_first;  // (H + 1): after removing 0, 1, ..., H heads in that order
  Tensor head_order;   // (H + 1): the same, in the order of the heads' indices
};
Removals removals(const Run& run);

/// |other - one| / |one|, over all numbers and for each token.
struct Change {
  Tensor whole;   // (1)
  Tensor tokens;  // (B, T_q)
};
/// Compares two outputs (B, T_q, d_model) of any strides. Error "shape" if they have other dimensions, or if
/// their sizes differ.
Change change(const Tensor& one, const Tensor& other);

}  // namespace mha
