#pragma once

#include "tensor.hpp"

namespace mha {

/// A matrix somewhere in a buffer: element (i, j) is data[i * row_stride + j * column_stride].
struct MatrixRef {
  const float* data;
  Index rows, columns;
  Index row_stride, column_stride;
};

/// c = a b, c row-major without gaps. One stride of each operand has to be 1 (every transpose of a row-major
/// matrix is like that; matmul and linear see to it). In wasm by kernel/product.hpp, which has the same bits
/// whatever the sizes; natively by Eigen.
void gemm(const MatrixRef& a, const MatrixRef& b, float* c);

/// Batched product ...mk,...kn->...mn, over equal leading dimensions. Strided operands are read in place.
/// Error "shape" where the operands do not fit.
Tensor matmul(const Tensor& a, const Tensor& b);

/// ...i,io->...o: x (..., d_in) times w (d_in, d_out), plus bias (d_out) where there is one. All may have any
/// strides. Error "shape" where they do not fit.
Tensor linear(const Tensor& x, const Tensor& w, const Tensor& bias);
/// The same into y, which is contiguous and has those sizes.
void linear(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y);
/// Adds bias (d), where there is one, to y (..., d), which is contiguous.
void add_bias(const Tensor& bias, Tensor& y);

}  // namespace mha
