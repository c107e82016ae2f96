#pragma once

#include <span>
#include <vector>

#include "../tensor/shape.hpp"

namespace mha {

/// Which of the values are the largest, those first; of equal ones, and of NaN at the end, the first first.
std::vector<Index> from_largest(std::span<const float> values);

}  // namespace mha
