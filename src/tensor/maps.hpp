#pragma once

#include "../kernel/product.hpp"
#include "tensor.hpp"

namespace mha {

// Views of tensors as Eigen maps. Not a public header.

using Numbers = Eigen::Map<Eigen::ArrayXf>;
using ConstNumbers = Eigen::Map<const Eigen::ArrayXf>;

/// All elements of a contiguous tensor.
inline ConstNumbers numbers(const Tensor& x) {
  return {x.data(), narrow(x.elements())};
}
inline Numbers numbers(Tensor& x) {
  return {x.data(), narrow(x.elements())};
}

/// A contiguous tensor (..., n) as (rows, n).
inline ConstRowsMap rows(const Tensor& x) {
  const Size columns = narrow(x.size(-1));
  return map(x.data(), narrow(x.elements()) / columns, columns);
}
inline MatrixMap rows(Tensor& x) {
  const Size columns = narrow(x.size(-1));
  return map(x.data(), narrow(x.elements()) / columns, columns);
}
/// A tensor (..., n) as a tensor (rows, n).
inline Tensor as_matrix(const Tensor& x) {
  return x.contiguous().view({-1, x.size(-1)});
}
/// A contiguous tensor (n) as one row.
inline Eigen::Map<const Eigen::RowVectorXf> row(const Tensor& x) {
  return {x.data(), narrow(x.elements())};
}
inline Eigen::Map<Eigen::RowVectorXf> row(Tensor& x) {
  return {x.data(), narrow(x.elements())};
}

/// The last two dimensions of a tensor of any strides, at `offset` in its buffer.
inline ConstMatrixMap matrix(const Tensor& x, Index offset) {
  const Shape& shape = x.shape();
  return {x.buffer() + offset,
          narrow(shape.size(-2)),
          narrow(shape.size(-1)),
          {narrow(shape.stride(-2)), narrow(shape.stride(-1))}};
}
/// A tensor of two dimensions.
inline ConstMatrixMap matrix(const Tensor& x) {
  return matrix(x, x.shape().offset());
}

/// A packed matrix.
inline Panels panels(const Tensor& packed) {
  return packed_panels(packed.buffer(), narrow(packed.size(0)), narrow(packed.size(1)), packed.stored_type());
}

/// Calls f with each matrix of a, b and c (..., rows, columns). The leading dimensions of the three are
/// equal, and c is contiguous.
template <class F>
void for_each_matrix(const Tensor& a, const Tensor& b, Tensor& c, F f) {
  const Size height = narrow(c.size(-2)), width = narrow(c.size(-1));
  float* out = c.data();
  for_each_block(a.shape(), b.shape(), a.shape().rank() - 2, [&](Index in_a, Index in_b) {
    f(matrix(a, in_a), matrix(b, in_b), map(out, height, width));
    out += height * width;
  });
}

}  // namespace mha
