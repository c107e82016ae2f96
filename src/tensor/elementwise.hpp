#pragma once

#include <cstdint>
#include <vector>

#include "tensor.hpp"

namespace mha {

// Each function returns a contiguous tensor. Error "shape" if sizes do not fit. An overload with `y` writes
// into y, which is contiguous and has the sizes of x; it does not check its operands, as the check_ functions
// do.

Tensor scale(const Tensor& x, float factor);
void scale(const Tensor& x, float factor, Tensor& y);

/// bh..., h -> bh...: x (B, H, ...) times factors (H).
Tensor scale_heads(const Tensor& x, const std::vector<float>& factors);
void scale_heads(const Tensor& x, const std::vector<float>& factors, Tensor& y);
void check_head_factors(const Tensor& x, const std::vector<float>& factors);

/// Dropout: each element becomes 0 with probability p, and is divided by 1 - p otherwise, so that the mean
/// stays the same (Srivastava et al. 2014). NaN stays NaN, as in PyTorch. Element i in logical order is kept
/// if the i-th uniform number of Rng(seed) is at least p. Error "config" for p outside [0, 1).
Tensor dropout(const Tensor& x, double p, std::uint64_t seed);
void dropout(const Tensor& x, double p, std::uint64_t seed, Tensor& y);
void check_dropout(double p);

/// a + b over tensors of equal sizes.
Tensor add(const Tensor& a, const Tensor& b);
void add(const Tensor& a, const Tensor& b, Tensor& y);
void check_addends(const Tensor& a, const Tensor& b);

}  // namespace mha
