#pragma once

#include "operation.hpp"

namespace mha {

// What most operations cost: each operand read once, masks and factors too, and the result written.

OperationCost each_operand_once(const Operands& operands, const Tensor& y, Index flops);
OperationCost one_flop_an_element(const Operands& operands, const Tensor& y);
OperationCost no_flops(const Operands& operands, const Tensor& y);

}  // namespace mha
