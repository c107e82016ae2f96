#pragma once

#include <vector>

#include "../tensor/tensor.hpp"

namespace mha {

/// What a layer makes of shuffled tokens, beside what it makes of them as they stood.
struct Reordered {
  Tensor rows;    // (B, T, n): the shuffled rows, each back at the place that its token came from
  Tensor apart;   // (B, T): of each such row, the largest |difference| from the row that stood there
  float largest;  // of those; NaN where any row has one
};

/// Row i of `shuffled` is of the token that stands at order[i] of `straight`, both (B, T, n). Error "shape"
/// for two of different sizes, and for an order that does not name each of the T tokens once.
Reordered put_back(const Tensor& straight, const Tensor& shuffled, const std::vector<Index>& order);

}  // namespace mha
