#include "packed_linear.hpp"

#include "../kernel/product.hpp"
#include "../kernel/rows.hpp"
#include "../tensor/gemm.hpp"
#include "../tensor/maps.hpp"

namespace mha {
namespace {

constexpr Index kManyRows = 64;  // number of rows of x from which packing within each product costs at most 4
                                 // %

bool is_worth_it(Index rows, const Dims& w, bool saves_memory, Index most) {
  return (rows < kManyRows || !saves_memory) && count_elements(w) <= most;
}

/// Whether two tensors are the same view of one buffer.
bool lie_alike(const Shape& a, const Shape& b) {
  return a.sizes() == b.sizes() && a.strides() == b.strides() && a.offset() == b.offset();
}

void add_bias(const Tensor& bias, Tensor& y) {
  if (bias) add_to_rows(rows(y), bias.contiguous().data());
}

/// The same without a packed copy of the weights.
void linear_by_kernel(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y) {
  const Tensor in = as_matrix(x);
  product(matrix(in), matrix(w), rows(y));
  add_bias(bias, y);
}

}  // namespace

Index PackedLinear::elements_held(Index rows, const Dims& w, bool saves_memory, Index most) {
  return is_worth_it(rows, w, saves_memory, most) ? packed_elements(w[0], w[1]) : 0;
}

void PackedLinear::operator()(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y,
                              bool saves_memory) {
  check_linear(x, w, bias, y);
  const Size depth = narrow(w.size(0)), columns = narrow(w.size(1));
  const Size count = narrow(y.elements()) / columns;
  if (!is_worth_it(count, w.sizes(), saves_memory, most_)) return linear_by_kernel(x, w, bias, y);
  if (!last_.shares_buffer_with(w) || !lie_alike(last_.shape(), w.shape())) {
    panels_ = {};
    last_ = w;
    return linear_by_kernel(x, w, bias, y);
  }
  if (!panels_) {
    panels_ = Tensor::uninitialised({packed_size(depth, columns)});
    pack(matrix(w), panels_.data());
  }
  const Tensor in = as_matrix(x);
  multiply(matrix(in), packed_panels(panels_.data(), depth, columns), rows(y), false);
  add_bias(bias, y);
}

}  // namespace mha
