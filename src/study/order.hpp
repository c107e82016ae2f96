#pragma once

#include <span>
#include <vector>

#include "../tensor/shape.hpp"

namespace mha {

/// Indices of the values, sorted from the largest. Equal values keep their order; NaN comes last.
std::vector<Index> from_largest(std::span<const float> values);

}  // namespace mha
