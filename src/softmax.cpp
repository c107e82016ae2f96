#include "softmax.hpp"

#include <limits>

#include "kernel/rows.hpp"

namespace mha {

float weight_in(EmptyRow empty_row) {
  return empty_row == EmptyRow::zero ? 0.0f : std::numeric_limits<float>::quiet_NaN();
}

Tensor softmax(const Tensor& x, EmptyRow empty_row) {
  Tensor y = x.like(x.sizes());
  if (y.is_meta()) return y;
  copy(x, y);
  const auto length = static_cast<std::ptrdiff_t>(y.size(-1));
  const Rows rows{y.data(), length};
  softmax_rows({.scores = rows,
                .weights = rows,
                .rows = static_cast<std::ptrdiff_t>(y.elements()) / length,
                .width = length,
                .visible = nullptr,
                .factor = 1.0f,
                .of_empty_row = weight_in(empty_row)});
  return y;
}

}  // namespace mha
