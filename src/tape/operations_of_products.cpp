// Operations that sum products.
#include "../kernel/product.hpp"
#include "../kernel/rows.hpp"
#include "../tensor/gemm.hpp"
#include "../tensor/maps.hpp"
#include "operation_cost.hpp"

namespace mha {
namespace {

/// The parameters of a linear operation: concatenated matrices (d_in, d_out), and concatenated biases if
/// there are any. A packed matrix stands alone.
struct Matrices {
  Tensor w, bias;
  std::size_t count = 0;  // of matrices

  /// Whether a packed matrix is no view of a part of it.
  static bool is_whole(const Tensor& packed) {
    return packed.is_contiguous() && packed.shape().offset() == 0 &&
           packed.buffer_elements() == packed_elements(packed.size(0), packed.size(1), packed.stored_type());
  }

  explicit Matrices(const Operands& operands) {
    const std::span all(operands.parameters.begin(), operands.parameters.size());
    while (count < all.size() && all[count]->shape().rank() == 2) ++count;
    bool fits = count > 0 && (all.size() == count || all.size() == 2 * count);
    for (const Tensor* each : all)
      fits = fits && (!each->is_packed() || (count == 1 && each == all[0] && is_whole(*each)));
    for (std::size_t i = count; fits && i < all.size(); ++i)
      fits = all[i]->sizes() == Dims{all[i - count]->size(1)};
    if (!fits)
      fail(ErrorCode::shape, "linear_parameters",
           "linear expects matrices, then a bias for each or none; a packed matrix stands alone");
    w = side_by_side(all.first(count));
    if (count < all.size()) bias = side_by_side(all.subspan(count));
  }
};

Dims linear_sizes(const Operands& operands) {
  const Matrices of(operands);
  return linear_sizes(operands.x(), of.w, of.bias);
}

Dims matmul_sizes(const Operands& operands) {
  return matmul_sizes(operands.x(), *operands.inputs[1]);
}

/// Gives each parameter of a linear operation its columns of dW and db.
void add_to_parameters(const Operands& operands, std::size_t count, const Tensor& dw, const Tensor& db,
                       GradientAccumulator& gradients) {
  Index start = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Index width = operands.parameters[i]->size(-1);
    gradients.add_to_parameter(i, dw.slice(1, start, width));
    if (db) gradients.add_to_parameter(count + i, db.slice(0, start, width));
    start += width;
  }
}

void linear_forward(const Operands& operands, Tensor& y) {
  const Matrices of(operands);
  linear(operands.x(), unpacked(of.w), of.bias, y);
}

/// dx = dy W^T, dW = x^T dy, db = the sum of dy's rows.
void linear_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                     GradientAccumulator& gradients) {
  const Matrices of(operands);
  const Tensor dy_rows = as_matrix(dy);
  gradients.add_to_input(0, linear(dy, unpacked(of.w).transpose(0, 1), {}));
  const Tensor dw = matmul(as_matrix(operands.x()).transpose(0, 1), dy_rows);
  Tensor db;
  if (of.bias) {
    db = gradients.take(of.bias.sizes());
    row(db) = rows(dy_rows).colwise().sum();
  }
  add_to_parameters(operands, of.count, dw, db, gradients);
}

void matmul_forward(const Operands& operands, Tensor& c) {
  matmul(operands.x(), *operands.inputs[1], c);
}

/// dA = dC B^T, dB = A^T dC
void matmul_backward(const Operands& operands, const Tensor&, const Tensor& dc,
                     GradientAccumulator& gradients) {
  gradients.add_to_input(0, matmul(dc, operands.inputs[1]->transpose(-2, -1)));
  gradients.add_to_input(1, matmul(operands.x().transpose(-2, -1), dc));
}

// The same for training: matrices may be packed, and all memory is taken from the caller.

void multiply(const Tensor& a, const Tensor& b, Tensor& c) {
  for_each_matrix(a, b, c, product);
}

/// A contiguous copy of the transpose.
Tensor turned(const Tensor& x, Memory& memory) {
  const Tensor transposed = x.transpose(-2, -1);
  Tensor copied = memory.take(transposed.sizes());
  copy(transposed, copied);
  return copied;
}

void linear_forward_fast(const Operands& operands, Tensor& y) {
  const Matrices of(operands);
  const Tensor x = as_matrix(operands.x());
  if (of.w.is_packed()) {
    multiply(matrix(x), panels(of.w), rows(y), false);
  } else {
    product(matrix(x), matrix(of.w), rows(y));
  }
  if (of.bias) add_to_rows(rows(y), of.bias.contiguous().data());
}

void linear_backward_fast(const Operands& operands, const Tensor&, const Tensor& dy,
                          GradientAccumulator& gradients) {
  const Matrices of(operands);
  const Tensor x = as_matrix(operands.x()), dy_rows = as_matrix(dy);
  Tensor dx = gradients.take(x.sizes()), dw = gradients.take(of.w.sizes()), db;
  multiply(dy_rows, unpacked(of.w).transpose(0, 1), dx);
  multiply(turned(x, gradients), dy_rows, dw);
  if (of.bias) {
    db = gradients.take(of.bias.sizes());
    const Size columns = narrow(db.elements());
    fill_row(db.data(), columns, 0.0f);
    for (Index i = 0; i < dy_rows.size(0); ++i) add_row(db.data(), columns, dy_rows.data() + i * columns);
  }
  gradients.add_to_input(0, dx.view(operands.x().sizes()));
  add_to_parameters(operands, of.count, dw, db, gradients);
}

void matmul_forward_fast(const Operands& operands, Tensor& c) {
  multiply(operands.x(), *operands.inputs[1], c);
}

void matmul_backward_fast(const Operands& operands, const Tensor&, const Tensor& dc,
                          GradientAccumulator& gradients) {
  const Tensor &a = operands.x(), &b = *operands.inputs[1];
  Tensor da = gradients.take(a.sizes()), db = gradients.take(b.sizes());
  multiply(dc, b.transpose(-2, -1), da);
  multiply(turned(a, gradients), dc, db);
  gradients.add_to_input(0, da);
  gradients.add_to_input(1, db);
}

OperationCost linear_cost(const Operands& operands, const Tensor& y) {
  const Index products = multiply_checked({2, y.elements(), operands.x().size(-1)});
  const bool biased = operands.parameters.back()->shape().rank() == 1;
  return each_operand_once(operands, y, add_checked(products, biased ? y.elements() : 0));
}

OperationCost matmul_cost(const Operands& operands, const Tensor& c) {
  return each_operand_once(operands, c, multiply_checked({2, c.elements(), operands.x().size(-1)}));
}

constexpr std::string_view kSumOfProducts = R"(["{a} · {b} = {terms}"])";

}  // namespace

namespace op {

constinit const Operation linear = {.name = "linear",
                                    .takes = {.parameters = 1, .optional_parameters = 5, .packed = true},
                                    .sizes = linear_sizes,
                                    .definition = {linear_forward, linear_backward},
                                    .kernel = {linear_forward_fast, linear_backward_fast},
                                    .cost = linear_cost,
                                    .reads = "[[1,0]]",
                                    .formulas = kSumOfProducts};
constinit const Operation matmul = {.name = "matmul",
                                    .takes = {.inputs = 2},
                                    .sizes = matmul_sizes,
                                    .definition = {matmul_forward, matmul_backward},
                                    .kernel = {matmul_forward_fast, matmul_backward_fast},
                                    .cost = matmul_cost,
                                    .reads = "[[1,0],[0,1]]",
                                    .formulas = kSumOfProducts};

}  // namespace op
}  // namespace mha
