#pragma once

#include "../kernel/size.hpp"
#include "../tape/operation.hpp"

namespace mha {

/// The indices among the attributes of an operation.
inline const std::vector<Index>& indices_of(const Operands& operands) {
  return operands.given.indices;
}
inline Size index_of(const Operands& operands, Size i) {
  return narrow(indices_of(operands)[static_cast<std::size_t>(i)]);
}

}  // namespace mha
