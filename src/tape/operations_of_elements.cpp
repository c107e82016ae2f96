// Operations that make each element of one, or of its row.
#include "../tensor/elementwise.hpp"
#include "../tensor/softmax.hpp"
#include "operation_cost.hpp"

namespace mha {
namespace {

Tensor input_forward(const Operands&) {
  return {};
}

Tensor add_forward(const Operands& operands) {
  return add(operands.x(), *operands.inputs[1]);
}

void add_backward(const Operands&, const Tensor&, const Tensor& dy, Backflow& back) {
  back.to_input(0, dy);
  back.to_input(1, dy);
}

Tensor scaled(const Operands& operands, const Tensor& x) {
  const std::vector<float>& factors = operands.given.factors;
  if (!factors.empty()) return scale_heads(x, factors);
  return scale(x, static_cast<float>(operands.given.get<double>("factor")));
}

Tensor scale_forward(const Operands& operands) {
  return scaled(operands, operands.x());
}

void scale_backward(const Operands& operands, const Tensor&, const Tensor& dy, Backflow& back) {
  back.to_input(0, scaled(operands, dy));
}

Tensor mask_forward(const Operands& operands) {
  return apply(operands.given.masks, operands.x(), static_cast<float>(operands.given.get<double>("fill")));
}

void mask_backward(const Operands& operands, const Tensor&, const Tensor& dy, Backflow& back) {
  back.to_input(0, zero_where_blocked(operands.given.masks, dy));
}

/// One for every number that is added.
OperationCost mask_cost(const Operands& operands, const Tensor& y) {
  Index flops = 0;
  for (const Mask& mask : operands.given.masks) flops = add_checked(flops, mask.additive ? y.elements() : 0);
  return each_operand_once(operands, y, flops);
}

int softmax_dim(const Operands& operands) {
  return static_cast<int>(operands.given.get<Index>("dim"));
}

Tensor softmax_forward(const Operands& operands) {
  const bool zero = operands.given.get<double>("emptyRow") == 0;
  return softmax(operands.x(), zero ? EmptyRow::zero : EmptyRow::nan, softmax_dim(operands));
}

void softmax_backward(const Operands& operands, const Tensor& y, const Tensor& dy, Backflow& back) {
  back.to_input(0, softmax_backward(y, dy, softmax_dim(operands)));
}

OperationCost softmax_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y,
                           multiply_checked({5, y.elements()}));  // maximum, subtract, exp, sum, divide
}

Tensor dropped(const Operands& operands, const Tensor& x) {
  return dropout(x, operands.given.get<double>("p"),
                 static_cast<std::uint64_t>(operands.given.get<Index>("seed")));
}

Tensor dropout_forward(const Operands& operands) {
  return dropped(operands, operands.x());
}

void dropout_backward(const Operands& operands, const Tensor&, const Tensor& dy, Backflow& back) {
  back.to_input(0, dropped(operands, dy));
}

}  // namespace

namespace op {

constinit const Operation input = {"input", input_forward, nullptr, no_flops};
constinit const Operation add = {
    "add", add_forward, add_backward, one_flop_an_element, "[[1,1],[1,1]]", R"(["{x} + {y}"])"};
constinit const Operation scale = {
    "scale",   scale_forward,          scale_backward, one_flop_an_element,
    "[[1,1]]", R"(["{x} · {factor}"])"};
constinit const Operation mask = {"mask",    mask_forward, mask_backward,
                                  mask_cost, "[[1,1]]",    R"(["{x} | {fill}"])"};
constinit const Operation softmax = {"softmax",    softmax_forward, softmax_backward,
                                     softmax_cost, "[[1,0]]",       R"(["exp {x} / Σ exp {a}"])"};
constinit const Operation dropout = {"dropout",           dropout_forward, dropout_backward,
                                     one_flop_an_element, "[[1,1]]",       R"(["{x} · 1/(1 − {p}) | 0"])"};

}  // namespace op
}  // namespace mha
