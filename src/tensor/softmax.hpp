#pragma once

#include "tensor.hpp"

namespace mha {

/// The weights of a row without a finite score: all 0 (it attends to nothing), or NaN, as a plain softmax
/// gives.
enum class EmptyRow { zero, nan };
float weight_in(EmptyRow empty_row);

/// Softmax over dimension `dim`: exp(x - max) / sum. The maximum of each row is subtracted so that nothing
/// overflows. -inf gives exactly 0. The result is contiguous. A NaN or +inf makes its row NaN, as in PyTorch.
/// Error "shape" for a dimension that does not exist.
Tensor softmax(const Tensor& x, EmptyRow empty_row, int dim = -1);
/// Writes the softmax of x into y, which is contiguous and has the sizes of x.
void softmax(const Tensor& x, EmptyRow empty_row, int dim, Tensor& y);

/// Its vector-Jacobian product: y (dy - sum dy y), summed over `dim`.
Tensor softmax_backward(const Tensor& y, const Tensor& dy, int dim = -1);

}  // namespace mha
