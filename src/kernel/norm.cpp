#include "norm.hpp"

#include <cmath>

namespace mha {
namespace {

/// The mean of a row, and 1 / its standard deviation.
struct Moment {
  double mean, rstd;
};
Moment moment_of(const float* row, Size columns, double eps) {
  double sum = 0, squares = 0;
  for (Size i = 0; i < columns; ++i) sum += static_cast<double>(row[i]);
  const double mean = sum / static_cast<double>(columns);
  for (Size i = 0; i < columns; ++i) {
    const double apart = static_cast<double>(row[i]) - mean;
    squares += apart * apart;
  }
  return {mean, 1 / std::sqrt(squares / static_cast<double>(columns) + eps)};
}

/// 1 / the root mean square of a row.
double rms_rstd_of(const float* row, Size length, double eps) {
  double squares = 0;
  for (Size j = 0; j < length; ++j) squares += static_cast<double>(row[j]) * static_cast<double>(row[j]);
  return 1 / std::sqrt(squares / static_cast<double>(length) + eps);
}

}  // namespace

void norm_rows(const ConstRowsMap& x, const float* gain, const float* bias, double eps, const MatrixMap& y) {
  for (Size i = 0; i < x.rows(); ++i) {
    const float* const in = row_of(x, i);
    float* const out = row_of(y, i);
    const auto [mean, rstd] = moment_of(in, x.cols(), eps);
    for (Size j = 0; j < x.cols(); ++j)
      out[j] = static_cast<float>((static_cast<double>(in[j]) - mean) * rstd) * gain[j] + bias[j];
  }
}

// With n = (x - mean) * rstd and dn = dy * gain: dx = rstd (dn - mean(dn) - n mean(dn n)).
void norm_rows_backward(const ConstRowsMap& x, const float* gain, double eps, const ConstRowsMap& dy,
                        const NormGradients& to) {
  const auto columns = static_cast<double>(x.cols());
  for (Size i = 0; i < x.rows(); ++i) {
    const float *const in = row_of(x, i), *const given = row_of(dy, i);
    float* const out = row_of(to.dx, i);
    const Moment moment = moment_of(in, x.cols(), eps);
    const auto normed = [&](Size j) { return (static_cast<double>(in[j]) - moment.mean) * moment.rstd; };
    double sum = 0, projection = 0;
    for (Size j = 0; j < x.cols(); ++j) {
      const double dn = static_cast<double>(given[j]) * static_cast<double>(gain[j]);
      sum += dn;
      projection += dn * normed(j);
      to.dgain[j] += given[j] * static_cast<float>(normed(j));
      to.dbias[j] += given[j];
    }
    for (Size j = 0; j < x.cols(); ++j) {
      const double dn = static_cast<double>(given[j]) * static_cast<double>(gain[j]);
      out[j] = static_cast<float>(moment.rstd * (dn - sum / columns - normed(j) * projection / columns));
    }
  }
}

void rms_norm_row(float* row, Size length, const float* gain, double eps) {
  const auto rstd = static_cast<float>(rms_rstd_of(row, length, eps));
  for (Size j = 0; j < length; ++j) row[j] = row[j] * rstd * gain[j];
}

// With n = x * rstd and dn = dy * gain: dx = rstd (dn - n mean(dn n)).
void rms_norm_rows_backward(const ConstRowsMap& x, const float* gain, double eps, const ConstRowsMap& dy,
                            const NormGradients& to) {
  for (Size i = 0; i < x.rows(); ++i) {
    const float *const in = row_of(x, i), *const given = row_of(dy, i);
    float* const out = row_of(to.dx, i);
    const double rstd = rms_rstd_of(in, x.cols(), eps);
    const auto normed = [&](Size j) { return static_cast<double>(in[j]) * rstd; };
    const auto dn = [&](Size j) { return static_cast<double>(given[j]) * static_cast<double>(gain[j]); };
    double projection = 0;
    for (Size j = 0; j < x.cols(); ++j) {
      projection += dn(j) * normed(j);
      to.dgain[j] += given[j] * static_cast<float>(normed(j));
    }
    projection /= static_cast<double>(x.cols());
    for (Size j = 0; j < x.cols(); ++j) out[j] = static_cast<float>(rstd * (dn(j) - normed(j) * projection));
  }
}

}  // namespace mha
