#include "norm.hpp"

#include <cmath>

namespace mha {
namespace {

/// The mean of a row, and 1 / its standard deviation.
struct Moment {
  double mean, stretch;
};
Moment moment_of(const float* row, Size columns) {
  double sum = 0, squares = 0;
  for (Size i = 0; i < columns; ++i) sum += static_cast<double>(row[i]);
  const double mean = sum / static_cast<double>(columns);
  for (Size i = 0; i < columns; ++i) {
    const double apart = static_cast<double>(row[i]) - mean;
    squares += apart * apart;
  }
  return {mean, 1 / std::sqrt(squares / static_cast<double>(columns) + kLeastVariance)};
}

/// 1 / the root mean square of a row.
double rms_stretch_of(const float* row, Size length, double eps) {
  double squares = 0;
  for (Size j = 0; j < length; ++j) squares += static_cast<double>(row[j]) * static_cast<double>(row[j]);
  return 1 / std::sqrt(squares / static_cast<double>(length) + eps);
}

}  // namespace

void norm_rows(const ConstRowsMap& x, const float* gain, const float* shift, const MatrixMap& y) {
  for (Size i = 0; i < x.rows(); ++i) {
    const float* const in = row_of(x, i);
    float* const out = row_of(y, i);
    const auto [mean, stretch] = moment_of(in, x.cols());
    for (Size j = 0; j < x.cols(); ++j)
      out[j] = static_cast<float>((static_cast<double>(in[j]) - mean) * stretch) * gain[j] + shift[j];
  }
}

// With n = (x - mean) * stretch and dn = dy * gain: dx = stretch (dn - mean(dn) - n mean(dn n)).
void norm_rows_backward(const ConstRowsMap& x, const float* gain, const ConstRowsMap& dy, const MatrixMap& dx,
                        float* dgain, float* dshift) {
  const auto columns = static_cast<double>(x.cols());
  for (Size i = 0; i < x.rows(); ++i) {
    const float *const in = row_of(x, i), *const given = row_of(dy, i);
    float* const out = row_of(dx, i);
    const Moment moment = moment_of(in, x.cols());
    const auto normed = [&](Size j) { return (static_cast<double>(in[j]) - moment.mean) * moment.stretch; };
    double sum = 0, along = 0;
    for (Size j = 0; j < x.cols(); ++j) {
      const double dn = static_cast<double>(given[j]) * static_cast<double>(gain[j]);
      sum += dn;
      along += dn * normed(j);
      dgain[j] += given[j] * static_cast<float>(normed(j));
      dshift[j] += given[j];
    }
    for (Size j = 0; j < x.cols(); ++j) {
      const double dn = static_cast<double>(given[j]) * static_cast<double>(gain[j]);
      out[j] += static_cast<float>(moment.stretch * (dn - sum / columns - normed(j) * along / columns));
    }
  }
}

void rms_norm_row(float* row, Size length, const float* gain, double eps) {
  const auto stretch = static_cast<float>(rms_stretch_of(row, length, eps));
  for (Size j = 0; j < length; ++j) row[j] = row[j] * stretch * gain[j];
}

// With n = x * stretch and dn = dy * gain: dx = stretch (dn - n mean(dn n)).
void rms_norm_rows_backward(const ConstRowsMap& x, const float* gain, double eps, const ConstRowsMap& dy,
                            const MatrixMap& dx, float* dgain) {
  for (Size i = 0; i < x.rows(); ++i) {
    const float *const in = row_of(x, i), *const given = row_of(dy, i);
    float* const out = row_of(dx, i);
    const double stretch = rms_stretch_of(in, x.cols(), eps);
    const auto normed = [&](Size j) { return static_cast<double>(in[j]) * stretch; };
    const auto dn = [&](Size j) { return static_cast<double>(given[j]) * static_cast<double>(gain[j]); };
    double along = 0;
    for (Size j = 0; j < x.cols(); ++j) {
      along += dn(j) * normed(j);
      dgain[j] += given[j] * static_cast<float>(normed(j));
    }
    along /= static_cast<double>(x.cols());
    for (Size j = 0; j < x.cols(); ++j) out[j] = static_cast<float>(stretch * (dn(j) - normed(j) * along));
  }
}

}  // namespace mha
