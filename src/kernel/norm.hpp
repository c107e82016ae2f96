#pragma once

#include "matrix.hpp"

namespace mha {

/// y = (x - mean) / sqrt(variance + eps) * gain + bias, in each row (Ba et al. 2016).
void norm_rows(const ConstRowsMap& x, const float* gain, const float* bias, double eps, const MatrixMap& y);
/// Writes the gradient of x to dx, and adds those of gain and bias to dgain and dbias, given the gradient of
/// y.
void norm_rows_backward(const ConstRowsMap& x, const float* gain, double eps, const ConstRowsMap& dy,
                        const MatrixMap& dx, float* dgain, float* dbias);

/// x = x / sqrt(mean(x²) + eps) * gain (Zhang and Sennrich 2019), in place.
void rms_norm_row(float* row, Size length, const float* gain, double eps);
/// Writes the gradient of x to dx, and adds that of gain to dgain, given the gradient of the result.
void rms_norm_rows_backward(const ConstRowsMap& x, const float* gain, double eps, const ConstRowsMap& dy,
                            const MatrixMap& dx, float* dgain);

}  // namespace mha
