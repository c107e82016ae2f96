#pragma once

#include "tensor.hpp"

namespace mha {

// Products, with the bits of the textbook's triple loop (product() in kernel/product.hpp). Eigen's own
// product sums in an order that depends on the sizes; here, one product with the concatenated weights of
// queries, keys and values has the same bits as three products.

/// Batched product ...mk,...kn->...mn, over equal leading dimensions. Operands of any strides are read in
/// place. Error "shape" if the operands do not fit.
Tensor matmul(const Tensor& a, const Tensor& b);

/// ...i,io->...o: x (..., d_in) times w (d_in, d_out), plus bias (d_out) if there is one. All may have any
/// strides. Error "shape" if they do not fit.
Tensor linear(const Tensor& x, const Tensor& w, const Tensor& bias);

// matmul() and linear() in two parts: the first function returns the sizes of the result, the second writes
// the result into a contiguous tensor of these sizes.

Dims matmul_sizes(const Tensor& a, const Tensor& b);
void matmul(const Tensor& a, const Tensor& b, Tensor& c);
Dims linear_sizes(const Tensor& x, const Tensor& w, const Tensor& bias);
void linear(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y);
/// Error "shape" if the operands do not fit, or if y is not contiguous or has other sizes than the result.
void check_linear(const Tensor& x, const Tensor& w, const Tensor& bias, const Tensor& y);

}  // namespace mha
