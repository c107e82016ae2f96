#pragma once

#include "tensor.hpp"

namespace mha {

/// What a row without a single finite key becomes: all 0 (it attends to nothing), or NaN as a plain softmax
/// gives.
enum class EmptyRow { zero, nan };
float weight_in(EmptyRow empty_row);

/// Softmax over the last dimension, shifted by each row's maximum so that nothing overflows: exp(x - max) /
/// sum. -inf gives exactly 0. The result is contiguous. A NaN or +inf makes its row NaN, as in PyTorch.
Tensor softmax(const Tensor& x, EmptyRow empty_row);

}  // namespace mha
