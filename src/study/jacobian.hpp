#pragma once

#include "../tensor/tensor.hpp"

namespace mha {

/// How much of a gradient a softmax passes on to its scores.
struct JacobianNorms {
  /// (B, H, T_q): the Frobenius norm of the Jacobian diag(a) - a a^T of each row a; 0 if one key has all the
  /// weight, or if no key has any.
  Tensor rows;
  Tensor median;  // (1): over all rows; the mean of the two middle ones if their number is even
  Tensor mean;    // (1)
};

/// Measures attention weights (B, H, T_q, T_k). Error "shape" for any others. A row with NaN gives NaN, and
/// then so do median and mean.
JacobianNorms softmax_jacobian_norms(const Tensor& attention);

}  // namespace mha
