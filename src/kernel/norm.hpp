#pragma once

#include "matrix.hpp"

namespace mha {

inline constexpr double kLeastVariance = 1e-5;

/// y = (x - mean) / sqrt(variance + 1e-5) * gain + shift, in each row (Ba et al. 2016).
void norm_rows(const ConstRowsMap& x, const float* gain, const float* shift, const MatrixMap& y);
/// Adds the gradients of x, gain and shift to dx, dgain and dshift, given the gradient of y.
void norm_rows_backward(const ConstRowsMap& x, const float* gain, const ConstRowsMap& dy, const MatrixMap& dx,
                        float* dgain, float* dshift);

/// x = x / sqrt(mean(x²) + eps) * gain (Zhang and Sennrich 2019), in place.
void rms_norm_row(float* row, Size length, const float* gain, double eps);
/// Writes the gradient of x to dx, and adds that of gain to dgain, given the gradient of the result.
void rms_norm_rows_backward(const ConstRowsMap& x, const float* gain, double eps, const ConstRowsMap& dy,
                            const MatrixMap& dx, float* dgain);

}  // namespace mha
