#include "softmax.hpp"

#include <algorithm>
#include <limits>

#include "kernel/rows.hpp"

namespace mha {

bool softmax_row(float* row, Index length, float largest, EmptyRow empty_row) {
  const auto n = static_cast<std::ptrdiff_t>(length);
  const bool empty = largest == -std::numeric_limits<float>::infinity() && is_all_minus_infinity(row, n);
  if (empty && empty_row == EmptyRow::zero) {
    std::fill_n(row, n, 0.0f);
  } else {
    scale_row(row, n, 1.0f / exp_row(row, n, largest));
  }
  return !empty;
}

Tensor softmax(const Tensor& x, EmptyRow empty_row) {
  Tensor y = x.like(x.sizes());
  if (y.is_meta()) return y;
  copy(x, y);
  const Index length = y.size(-1);
  float* const end = y.data() + y.elements();
  for (float* row = y.data(); row != end; row += length) {
    softmax_row(row, length, scale_row(row, static_cast<std::ptrdiff_t>(length), 1.0f), empty_row);
  }
  return y;
}

}  // namespace mha
