#include "matrix.hpp"

#include <algorithm>
#include <cmath>

#include "../kernel/product.hpp"
#include "../kernel/rows.hpp"

namespace mha {
namespace {

constexpr double kLeastVariance = 1e-5;

ConstMatrixMap map(const ConstMatrix& m) {
  return {m.data, m.rows, m.columns, {m.columns, 1}};
}

ConstMatrixMap transposed_map(const ConstMatrix& m) {
  return {m.data, m.columns, m.rows, {1, m.columns}};
}

MatrixMap result_map(const Matrix& m) {
  return {m.data, m.rows, m.columns, Eigen::OuterStride<>(m.columns)};
}

/// What a row is shifted and stretched by.
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

}  // namespace

void times(const ConstMatrix& a, const ConstMatrix& b, const Matrix& c) {
  product(map(a), map(b), result_map(c));
}

void times_transposed(const ConstMatrix& a, const ConstMatrix& b, const Matrix& c) {
  product(map(a), transposed_map(b), result_map(c));
}

void transposed_times(const ConstMatrix& a, const ConstMatrix& b, const Matrix& c,
                      std::vector<float>& memory) {
  for (Size i = 0; i < a.rows; ++i) {
    const float* row = a[i];
    for (Size j = 0; j < a.columns; ++j) memory[static_cast<std::size_t>(j * a.rows + i)] = row[j];
  }
  times({memory.data(), a.columns, a.rows}, b, c);
}

void add(const ConstMatrix& from, const Matrix& to) {
  add_row(to.data, from.elements(), from.data);
}

void add_to_rows(const float* row, const Matrix& to) {
  for (Size i = 0; i < to.rows; ++i) add_row(to[i], to.columns, row);
}

void sum_rows(const ConstMatrix& from, float* row) {
  std::fill_n(row, from.columns, 0.0f);
  for (Size i = 0; i < from.rows; ++i) add_row(row, from.columns, from[i]);
}

void norm_rows(const ConstMatrix& x, const float* gain, const float* shift, const Matrix& y) {
  for (Size i = 0; i < x.rows; ++i) {
    const auto [mean, stretch] = moment_of(x[i], x.columns);
    for (Size j = 0; j < x.columns; ++j)
      y[i][j] = static_cast<float>((static_cast<double>(x[i][j]) - mean) * stretch) * gain[j] + shift[j];
  }
}

// With n = (x - mean) * stretch and dn = dy * gain: dx = stretch (dn - mean(dn) - n mean(dn n)).
void norm_rows_backward(const ConstMatrix& x, const float* gain, const ConstMatrix& dy, const Matrix& dx,
                        float* dgain, float* dshift) {
  const auto columns = static_cast<double>(x.columns);
  for (Size i = 0; i < x.rows; ++i) {
    const Moment moment = moment_of(x[i], x.columns);
    const auto normed = [&](Size j) { return (static_cast<double>(x[i][j]) - moment.mean) * moment.stretch; };
    double sum = 0, along = 0;
    for (Size j = 0; j < x.columns; ++j) {
      const double dn = static_cast<double>(dy[i][j]) * static_cast<double>(gain[j]);
      sum += dn;
      along += dn * normed(j);
      dgain[j] += dy[i][j] * static_cast<float>(normed(j));
      dshift[j] += dy[i][j];
    }
    for (Size j = 0; j < x.columns; ++j) {
      const double dn = static_cast<double>(dy[i][j]) * static_cast<double>(gain[j]);
      dx[i][j] += static_cast<float>(moment.stretch * (dn - sum / columns - normed(j) * along / columns));
    }
  }
}

}  // namespace mha
