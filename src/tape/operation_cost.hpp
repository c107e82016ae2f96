#pragma once

#include "operation.hpp"

namespace mha {

// Costs of most operations: each operand is read once, masks and factors included, and the result is written.

OperationCost each_operand_once(const Operands& operands, const Tensor& y, Index flops);
OperationCost one_flop_an_element(const Operands& operands, const Tensor& y);
OperationCost no_flops(const Operands& operands, const Tensor& y);

}  // namespace mha
