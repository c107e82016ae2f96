#include "softmax.hpp"

#include <algorithm>
#include <limits>

#include "elementary.hpp"

namespace mha {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

void softmax_row(float* row, Index length, EmptyRow empty_row) {
  float largest = -kInfinity;
  for (Index i = 0; i < length; ++i)
    largest = std::max(largest, row[i]);  // passes over NaN, which exp then carries
  if (largest == -kInfinity && empty_row == EmptyRow::zero &&
      std::all_of(row, row + length, [](float x) { return x == -kInfinity; })) {
    std::fill(row, row + length, 0.0f);
    return;
  }
  float sum = 0.0f;
  for (Index i = 0; i < length; ++i) {
    row[i] = exp(row[i] - largest);
    sum += row[i];
  }
  const float scale = 1.0f / sum;
  for (Index i = 0; i < length; ++i) row[i] *= scale;
}

}  // namespace

Tensor softmax(const Tensor& x, EmptyRow empty_row) {
  Tensor y = x.like(x.sizes());
  if (y.is_meta()) return y;
  copy(x, y);
  const Index length = y.size(-1), rows = y.elements() / length;
  for (Index i = 0; i < rows; ++i) softmax_row(y.data() + i * length, length, empty_row);
  return y;
}

}  // namespace mha
