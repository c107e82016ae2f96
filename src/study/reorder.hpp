#pragma once

#include <vector>

#include "../tensor/tensor.hpp"

namespace mha {

/// The outputs for shuffled tokens, compared with those for the original order.
struct Reordered {
  Tensor rows;    // (B, T, n): the shuffled rows, each moved back to its token's original position
  Tensor apart;   // (B, T): the largest |difference| of each such row from the original row
  float largest;  // the largest of `apart`; NaN if any row has one
};

/// Row i of `shuffled` belongs to the token at order[i] of `straight`, both (B, T, n). Error "shape" if their
/// sizes differ, or if `order` is not a permutation of the T tokens.
Reordered put_back(const Tensor& straight, const Tensor& shuffled, const std::vector<Index>& order);

}  // namespace mha
