#include "packed_linear.hpp"

#include "../kernel/product.hpp"
#include "../tensor/gemm.hpp"

namespace mha {
namespace {

constexpr Index kManyRows = 64;  // rows of x: packing during the product then costs 4 % or less

bool is_worth_it(Index rows, const Dims& w, bool spares, Index most) {
  return (rows < kManyRows || !spares) && count_elements(w) <= most;
}

/// Compares memory, because many views can share one buffer.
bool lie_alike(const Shape& a, const Shape& b) {
  return a.sizes() == b.sizes() && a.strides() == b.strides() && a.offset() == b.offset();
}

}  // namespace

Index PackedLinear::elements_held(Index rows, const Dims& w, bool spares, Index most) {
  return is_worth_it(rows, w, spares, most) ? packed_size(w[0], w[1]) : 0;
}

void PackedLinear::operator()(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y, bool spares) {
  const Size depth = narrow(w.size(0)), columns = narrow(w.size(1));
  const Size count = narrow(y.elements()) / columns;
  if (!is_worth_it(count, w.sizes(), spares, most_)) return linear(x, w, bias, y);
  if (!last_.shares_buffer_with(w) || !lie_alike(last_.shape(), w.shape())) {
    panels_ = {};
    last_ = w;
    return linear(x, w, bias, y);
  }
  if (!panels_) {
    panels_ = Tensor::uninitialised({packed_size(depth, columns)});
    pack({w.data(), depth, columns, {narrow(w.shape().stride(0)), narrow(w.shape().stride(1))}},
         panels_.data());
  }
  const Tensor rows = x.contiguous();
  multiply({rows.data(), count, depth, {depth, 1}}, packed_panels(panels_.data(), depth, columns),
           {y.data(), count, columns, Eigen::OuterStride<>(columns)}, false);
  add_bias(bias, y);
}

}  // namespace mha
