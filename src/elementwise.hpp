#pragma once

#include <cstdint>
#include <vector>

#include "tensor.hpp"

namespace mha {

Tensor scale(const Tensor& x, float factor);

/// bh..., h -> bh...: x (B, H, ...) times factors (H).
Tensor scale_heads(const Tensor& x, const std::vector<float>& factors);

/// Each element is 0 with probability p, else divided by 1 - p, so that the mean stays (Srivastava et al.
/// 2014). Element i of the logical order is kept where the i-th uniform number of Rng(seed) is at least p. 0
/// <= p < 1.
Tensor dropout(const Tensor& x, double p, std::uint64_t seed);

/// a + b over tensors of equal sizes.
Tensor add(const Tensor& a, const Tensor& b);

}  // namespace mha
