#pragma once

#include "../tensor/tensor.hpp"

namespace mha {

/// How much of a gradient a softmax hands on to its scores.
struct JacobianNorms {
  Tensor rows;    // (B, H, T_q): of a row a, the Frobenius norm of its Jacobian diag(a) - a a^T: 0 where one
                  // key has all the weight, and where none has any
  Tensor median;  // (1): of all rows; of an even number the mean of the two in the middle
  Tensor mean;    // (1)
};

/// Of attention weights (B, H, T_q, T_k). Error "shape" for any others. NaN rows have NaN, and so have median
/// and mean then.
JacobianNorms softmax_jacobian_norms(const Tensor& attention);

}  // namespace mha
