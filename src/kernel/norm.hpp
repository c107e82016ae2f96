#pragma once

#include "matrix.hpp"

namespace mha {

/// y = (x - mean) / sqrt(variance + eps) * gain + bias, in each row (Ba et al. 2016).
void norm_rows(const ConstRowsMap& x, const float* gain, const float* bias, double eps, const MatrixMap& y);

/// Gradients of a norm: dx is overwritten, dgain and dbias are added to.
struct NormGradients {
  MatrixMap dx;
  float *dgain, *dbias;  // rms_norm_rows_backward() ignores dbias
};
void norm_rows_backward(const ConstRowsMap& x, const float* gain, double eps, const ConstRowsMap& dy,
                        const NormGradients& to);

/// x = x / sqrt(mean(x²) + eps) * gain (Zhang and Sennrich 2019), in place.
void rms_norm_row(float* row, Size length, const float* gain, double eps);
void rms_norm_rows_backward(const ConstRowsMap& x, const float* gain, double eps, const ConstRowsMap& dy,
                            const NormGradients& to);

}  // namespace mha
