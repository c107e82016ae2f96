#pragma once

#include <span>
#include <vector>

#include "../tensor/shape.hpp"

namespace mha {

/// Indices of the values, sorted from the largest. Equal values, and NaN at the end, keep their order.
std::vector<Index> from_largest(std::span<const float> values);

}  // namespace mha
