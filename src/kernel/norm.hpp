#pragma once

#include "matrix.hpp"

namespace mha {

/// y = (x - mean) / sqrt(variance + eps) * gain + shift, in each row (Ba et al. 2016).
void norm_rows(const ConstRowsMap& x, double eps, const float* gain, const float* shift, const MatrixMap& y);
/// Adds the gradients of x, gain and shift to dx, dgain and dshift, given the gradient of y.
void norm_rows_backward(const ConstRowsMap& x, double eps, const float* gain, const ConstRowsMap& dy,
                        const MatrixMap& dx, float* dgain, float* dshift);

}  // namespace mha
