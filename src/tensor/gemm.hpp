#pragma once

#include "tensor.hpp"

namespace mha {

/// Batched product ...mk,...kn->...mn, over equal leading dimensions. Operands of any strides are read in
/// place. Error "shape" where the operands do not fit.
Tensor matmul(const Tensor& a, const Tensor& b);

/// ...i,io->...o: x (..., d_in) times w (d_in, d_out), plus bias (d_out) where there is one. All may have any
/// strides. Error "shape" where they do not fit.
Tensor linear(const Tensor& x, const Tensor& w, const Tensor& bias);

// The parts of the two: the sizes of the result, and the result in given memory, which is contiguous and of
// these sizes.

Dims matmul_sizes(const Tensor& a, const Tensor& b);
void matmul(const Tensor& a, const Tensor& b, Tensor& c);
Dims linear_sizes(const Tensor& x, const Tensor& w, const Tensor& bias);
void linear(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y);
/// Error "shape" for operands that do not fit, or a y that cannot take the result.
void check_linear(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y);

}  // namespace mha
