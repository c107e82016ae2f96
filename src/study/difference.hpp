#pragma once

#include "../tensor/tensor.hpp"

namespace mha {

/// Where two attentions differ, row by row.
struct Difference {
  Index head, query;  // the head that differs most in the mean over its rows, and of that the row that does;
                      // of several within 1e-6 the first. Rows with a NaN have no say
  Tensor distance;    // (B, H, T_q): total variation 1/2 sum_j |a_ij - b_ij|, the share of weight that lies
                      // on other keys: 0 for equal rows, 1 for rows that share no key
};

/// Compares attention weights (B, H, T_q, T_k) of one shape. Error "shape" for any others.
Difference most_different(const Tensor& right, const Tensor& wrong);

}  // namespace mha
