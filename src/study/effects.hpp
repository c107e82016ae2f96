#pragma once

#include "../layer/attention.hpp"

namespace mha {

// What each head does to a run's output y. c_h is what head h adds to it (contributions() in heads.hpp), and
// |.| the Euclidean norm over all numbers there are. Where |y| is 0, so is what is divided by it. Errors are
// those of context_of().

/// c_h . y / |y|^2 of each token's output, and last b_O's: they sum to 1. (B, T_q, H + 1)
Tensor shares(const Run& run);

/// How far the output moves, in |y|, when heads are taken away.
struct Removals {
  Tensor alone;        // (H): this one alone, |c_h| / |y|
  Tensor order;        // (H): which, the least of those first
  Tensor least_first;  // (H + 1): none, one, ..., all of them in that order
  Tensor head_order;   // (H + 1): the same, in the order of their numbers
};
Removals removals(const Run& run);

/// |to - from| / |from|, of all numbers and of each token's.
struct Change {
  Tensor whole;   // (1)
  Tensor tokens;  // (B, T_q)
};
/// Of two outputs (B, T_q, d_model). Error "shape" where their sizes differ.
Change change(const Tensor& from, const Tensor& to);

}  // namespace mha
