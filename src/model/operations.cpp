#include "operations.hpp"

#include <array>

namespace mha {

std::span<const Operation* const> model_operations() {
  static constexpr std::array kOperations = {&op::lookup,        &op::select,        &op::add_distances,
                                             &op::cross_entropy, &op::squared_error, &op::segment_weights,
                                             &op::segment_mix};
  return kOperations;
}

}  // namespace mha
