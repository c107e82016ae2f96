// Operations that sum products.
#include "../tensor/gemm.hpp"
#include "operation_cost.hpp"

namespace mha {
namespace {

/// The parameters of a linear operation: matrices (d_in, d_out) side by side, and as many biases, or none.
struct Matrices {
  Tensor w, bias;
  std::size_t count = 0;  // of matrices

  explicit Matrices(const Operands& operands) {
    const std::span all(operands.parameters.begin(), operands.parameters.size());
    while (count < all.size() && all[count]->shape().rank() == 2) ++count;
    bool fits = count > 0 && (all.size() == count || all.size() == 2 * count);
    for (std::size_t i = count; fits && i < all.size(); ++i)
      fits = all[i]->sizes() == Dims{all[i - count]->size(1)};
    if (!fits)
      fail(ErrorCode::shape, "linear_parameters", "linear expects matrices, then a bias for each or none");
    w = side_by_side(all.first(count));
    if (count < all.size()) bias = side_by_side(all.subspan(count));
  }
};

Tensor linear_forward(const Operands& operands) {
  const Matrices of(operands);
  return linear(operands.x(), of.w, of.bias);
}

/// (..., n) -> (rows, n)
Tensor as_matrix(const Tensor& x) {
  return x.contiguous().view({-1, x.size(-1)});
}

/// rn->n
Tensor sum_rows(const Tensor& rows) {
  Tensor out = Tensor::zeros({rows.size(-1)});
  const float* in = rows.data();
  for (Index i = 0; i < rows.elements(); ++i) out.data()[i % out.elements()] += in[i];
  return out;
}

/// dx = dy W^T, dW = x^T dy, db = the sum of dy's rows.
void linear_backward(const Operands& operands, const Tensor&, const Tensor& dy, Backflow& back) {
  const Matrices of(operands);
  const Tensor rows = as_matrix(dy);
  back.to_input(0, linear(dy, of.w.transpose(0, 1), {}));
  const Tensor dw = matmul(as_matrix(operands.x()).transpose(0, 1), rows);
  const Tensor db = of.bias ? sum_rows(rows) : Tensor();
  Index start = 0;
  for (std::size_t i = 0; i < of.count; ++i) {
    const Index width = operands.parameters[i]->size(-1);
    back.to_parameter(i, dw.slice(1, start, width));
    if (db) back.to_parameter(of.count + i, db.slice(0, start, width));
    start += width;
  }
}

OperationCost linear_cost(const Operands& operands, const Tensor& y) {
  const Index products = multiply_checked({2, y.elements(), operands.x().size(-1)});
  const bool biased = operands.parameters.back()->shape().rank() == 1;
  return each_operand_once(operands, y, add_checked(products, biased ? y.elements() : 0));
}

Tensor matmul_forward(const Operands& operands) {
  return matmul(operands.x(), *operands.inputs[1]);
}

/// dA = dC B^T, dB = A^T dC
void matmul_backward(const Operands& operands, const Tensor&, const Tensor& dc, Backflow& back) {
  back.to_input(0, matmul(dc, operands.inputs[1]->transpose(-2, -1)));
  back.to_input(1, matmul(operands.x().transpose(-2, -1), dc));
}

OperationCost matmul_cost(const Operands& operands, const Tensor& c) {
  return each_operand_once(operands, c, multiply_checked({2, c.elements(), operands.x().size(-1)}));
}

constexpr std::string_view kSumOfProducts = R"(["{a} · {b} = {terms}"])";

}  // namespace

namespace op {

constinit const Operation linear = {"linear",    linear_forward, linear_backward,
                                    linear_cost, "[[1,0]]",      kSumOfProducts};
constinit const Operation matmul = {"matmul",    matmul_forward,  matmul_backward,
                                    matmul_cost, "[[1,0],[0,1]]", kSumOfProducts};

}  // namespace op
}  // namespace mha
