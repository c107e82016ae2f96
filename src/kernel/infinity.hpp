#pragma once

#include <limits>

namespace mha {

/// The score of a key that a query cannot see.
inline constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

}  // namespace mha
