#include "softmax.hpp"

#include <limits>
#include <utility>

#include "maps.hpp"

namespace mha {
namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

using Strided = Eigen::Map<Eigen::ArrayXf, Eigen::Unaligned, Eigen::InnerStride<>>;

/// Calls f with the numbers along dimension `dim`, once for every index of the others.
template <class F>
void for_each_line(Tensor& x, int dim, F f) {
  const Shape lines = x.shape().transpose(dim, -1);
  float* const buffer = x.data() - lines.offset();
  for_each_block(lines, lines, lines.rank() - 1, [&](Index at, Index) {
    f(Strided(buffer + at, narrow(lines.size(-1)), Eigen::InnerStride<>(narrow(lines.stride(-1)))));
  });
}

}  // namespace

float weight_in(EmptyRow empty_row) {
  return empty_row == EmptyRow::zero ? 0.0f : std::numeric_limits<float>::quiet_NaN();
}

void softmax(const Tensor& x, EmptyRow empty_row, int dim, Tensor& y) {
  copy(x, y);
  for_each_line(y, dim, [&](Strided line) {
    const float largest = line.maxCoeff();
    if (largest == kMinusInfinity && (line == kMinusInfinity).all()) {
      line = weight_in(empty_row);
    } else {
      line = (line - largest).exp();
      line /= line.sum();
    }
  });
}

Tensor softmax(const Tensor& x, EmptyRow empty_row, int dim) {
  x.shape().transpose(dim, -1);  // refuses a dimension that does not exist
  Tensor y = x.like(x.sizes());
  if (!y.is_meta()) softmax(x, empty_row, dim, y);
  return y;
}

Tensor softmax_backward(const Tensor& y, const Tensor& dy, int dim) {
  if (y.sizes() != dy.sizes()) fail_shape("the gradient", dy.sizes(), y.sizes());
  const Tensor weights = y.transpose(dim, -1).contiguous();
  Tensor dx = Tensor::uninitialised(weights.sizes());
  copy(dy.transpose(dim, -1), dx);
  const ConstRowsMap a = rows(std::as_const(weights));
  MatrixMap d = rows(dx);
  const Eigen::ArrayXf mean = (d.array() * a.array()).rowwise().sum();
  d = a.array() * (d.array().colwise() - mean);
  return dx.transpose(dim, -1);
}

}  // namespace mha
