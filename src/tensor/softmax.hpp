#pragma once

#include "tensor.hpp"

namespace mha {

/// The weights of a row of which every score is -inf: all 0 (the query attends to nothing), or NaN, as in a
/// plain softmax.
enum class EmptyRow { zero, nan };
float weight_in(EmptyRow empty_row);

/// Softmax over dimension `dim`: exp(x - max) / sum. Subtracting the maximum of each row avoids overflow.
/// -inf gives exactly 0. The result is contiguous. A row with NaN or +inf becomes NaN, as in PyTorch. Error
/// "shape" for a dimension that does not exist.
Tensor softmax(const Tensor& x, EmptyRow empty_row, int dim = -1);
/// Writes the softmax of x into y, which is contiguous and has the sizes of x.
void softmax(const Tensor& x, EmptyRow empty_row, int dim, Tensor& y);

/// The vector-Jacobian product of softmax: y (dy - sum dy y), summed over `dim`.
Tensor softmax_backward(const Tensor& y, const Tensor& dy, int dim = -1);

}  // namespace mha
