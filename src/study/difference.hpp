#pragma once

#include "../tensor/tensor.hpp"

namespace mha {

/// Where two attentions differ, row by row.
struct Difference {
  /// The head with the largest mean distance, and its query with the largest distance. Distances within 1e-6
  /// count as equal, and the first is taken. Rows with NaN do not count.
  Index head, query;
  /// (B, H, T_q): the total variation 1/2 sum_j |a_ij - b_ij|, the share of weight on other keys: 0 for equal
  /// rows, 1 for rows that share no key.
  Tensor distance;
};

/// Compares attention weights (B, H, T_q, T_k) of one shape. Error "shape" for any others.
Difference most_different(const Tensor& right, const Tensor& wrong);

}  // namespace mha
