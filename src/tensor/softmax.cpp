#include "softmax.hpp"

#include <limits>
#include <utility>

#include "../kernel/exp.hpp"
#include "../kernel/infinity.hpp"
#include "maps.hpp"

namespace mha {
namespace {

/// Softmax of each row, in place.
void softmax_of_rows(MatrixMap all, float of_empty_row) {
  for (Size i = 0; i < all.rows(); ++i) {
    auto row = all.row(i).array();
    const float largest = row.maxCoeff();
    if (largest == kMinusInfinity && (row == kMinusInfinity).all()) {
      row = of_empty_row;
    } else {
      // The project's exp(): in wasm, Eigen calls exp() of the C library, which takes three times as long.
      row = (row - largest).unaryExpr([](float x) { return exp(x); });
      row /= row.sum();
    }
  }
}

}  // namespace

float weight_in(EmptyRow empty_row) {
  return empty_row == EmptyRow::zero ? 0.0f : std::numeric_limits<float>::quiet_NaN();
}

void softmax(const Tensor& x, EmptyRow empty_row, int dim, Tensor& y) {
  Tensor turned = y.transpose(dim, -1);
  if (!turned.is_contiguous()) turned = Tensor::uninitialised(turned.sizes());
  copy(x.transpose(dim, -1), turned);
  softmax_of_rows(rows(turned), weight_in(empty_row));
  if (!turned.shares_buffer_with(y)) copy(turned.transpose(dim, -1), y);
}

Tensor softmax(const Tensor& x, EmptyRow empty_row, int dim) {
  x.shape().transpose(dim, -1);  // throws for a dimension that does not exist
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
