#include "operation.hpp"

#include "operation_cost.hpp"
#include "rope.hpp"

namespace mha {

std::span<const Operation* const> operations() {
  static constexpr std::array kOperations = {
      &op::input, &op::linear,    &op::matmul, &op::add,     &op::scale,  &op::rms_norm,   &op::softcap,
      &op::alibi, &op::mask,      &op::sink,   &op::softmax, &op::rope,   &op::rope_half,  &op::dropout,
      &op::view,  &op::transpose, &op::expand, &op::slice,   &op::concat, &op::contiguous,
  };
  return kOperations;
}

std::span<const Operation* const> layer_operations() {
  static constexpr std::array kOperations = {&op::norm,       &op::relu, &op::gelu,    &op::gelu_tanh,
                                             &op::quick_gelu, &op::silu, &op::multiply};
  return kOperations;
}

Dims sizes_of_input(const Operands& operands) {
  return operands.x().sizes();
}

OperationCost each_operand_once(const Operands& operands, const Tensor& y, Index flops) {
  OperationCost cost{.flops = flops, .elements_written = y.elements()};
  const auto read = [&](Index elements) { cost.elements_read = add_checked(cost.elements_read, elements); };
  for (const Tensor* input : operands.inputs) read(input->shape().distinct_elements());
  for (const Tensor* parameter : operands.parameters) read(parameter->elements());
  read(operands.given.count_factors());
  for (const Mask& mask : operands.given.masks) read(mask.values.shape().distinct_elements());
  return cost;
}

OperationCost one_flop_an_element(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, y.elements());
}

OperationCost no_flops(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, 0);
}

}  // namespace mha
