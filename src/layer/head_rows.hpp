#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../kernel/matrix.hpp"
#include "../tensor/tensor.hpp"

namespace mha {

/// Calls f with each row of each head in x (B, T, heads*width), and the row's token.
template <class F>
void for_each_head_row(Tensor& x, Index width, F f) {
  const Index length = x.size(1), stride = x.shape().stride(1), all = x.size(2);
  for (Index row = 0; row < x.size(0) * length; ++row) {
    float* const first = x.data() + row * stride;
    for (Index head = 0; head < all; head += width) f(first + head, row % length);
  }
}

/// (B, T, heads*width) as (B, heads, T, width)
inline Tensor by_head(const Tensor& x, Index width) {
  return x.view({x.size(0), x.size(1), x.size(2) / width, width}).transpose(1, 2);
}

/// Rows of one head, (T, width), within x (B, T, heads*width).
inline ConstMatrixMap head_of(const Tensor& x, Index batch, Index head, Index width) {
  const Shape& shape = x.shape();
  return {x.data() + batch * shape.stride(0) + head * width,
          narrow(x.size(1)),
          narrow(width),
          {narrow(shape.stride(1)), 1}};
}

/// Rows of one head, (T, width), within x (B, heads, T, width), which is contiguous.
inline ConstMatrixMap head_within(const Tensor& x, Index batch, Index head) {
  const Shape& shape = x.shape();
  return {x.data() + batch * shape.stride(0) + head * shape.stride(1),
          narrow(x.size(2)),
          narrow(x.size(3)),
          {narrow(x.size(3)), 1}};
}

/// Copies the rows of m whose indices are in `keys` into `memory`, one after another.
inline ConstMatrixMap gather(const ConstMatrixMap& m, const std::vector<std::int32_t>& keys, float* memory) {
  float* to = memory;
  for (std::int32_t key : keys) to = std::copy_n(m.data() + key * m.rowStride(), m.cols(), to);
  return {memory, static_cast<Size>(keys.size()), m.cols(), {m.cols(), 1}};
}

inline ConstMatrixMap transposed(const ConstMatrixMap& m) {
  return {m.data(), m.cols(), m.rows(), {m.colStride(), m.rowStride()}};
}

}  // namespace mha
