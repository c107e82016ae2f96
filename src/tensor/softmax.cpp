#include "softmax.hpp"

#include <limits>

#include "../kernel/rows.hpp"

namespace mha {
namespace {

/// x with `dim` as the last dimension, as a copy that may be written to; meta where x is.
Tensor rows_along(const Tensor& x, int dim) {
  const Tensor turned = x.transpose(dim, -1);
  Tensor rows = x.like(turned.sizes());
  if (!rows.is_meta()) copy(turned, rows);
  return rows;
}

}  // namespace

float weight_in(EmptyRow empty_row) {
  return empty_row == EmptyRow::zero ? 0.0f : std::numeric_limits<float>::quiet_NaN();
}

Tensor softmax(const Tensor& x, EmptyRow empty_row, int dim) {
  Tensor y = rows_along(x, dim);
  if (!y.is_meta()) {
    const auto length = static_cast<std::ptrdiff_t>(y.size(-1));
    const Rows rows{y.data(), length};
    softmax_rows({.scores = rows,
                  .weights = rows,
                  .rows = static_cast<std::ptrdiff_t>(y.elements()) / length,
                  .width = length,
                  .visible = nullptr,
                  .factor = 1.0f,
                  .of_empty_row = weight_in(empty_row)});
  }
  return y.transpose(dim, -1).contiguous();
}

Tensor softmax_backward(const Tensor& y, const Tensor& dy, int dim) {
  if (y.sizes() != dy.sizes()) fail_shape("the gradient", dy.sizes(), y.sizes());
  const Tensor weights = y.transpose(dim, -1).contiguous();
  Tensor dx = rows_along(dy, dim);
  const Index length = weights.size(-1);
  const float* weight = weights.data();
  float* const end = dx.data() + dx.elements();
  for (float* row = dx.data(); row != end; row += length, weight += length) {
    float mean = 0;
    for (Index j = 0; j < length; ++j) mean += row[j] * weight[j];
    for (Index j = 0; j < length; ++j) row[j] = weight[j] * (row[j] - mean);
  }
  return dx.transpose(dim, -1);
}

}  // namespace mha
