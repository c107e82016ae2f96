#include "matrix.hpp"

#include <algorithm>

#include "../kernel/product.hpp"
#include "../kernel/rows.hpp"

namespace mha {
namespace {

ConstMatrixMap map(const ConstMatrix& m) {
  return {m.data, m.rows, m.columns, {m.columns, 1}};
}

ConstMatrixMap transposed_map(const ConstMatrix& m) {
  return {m.data, m.columns, m.rows, {1, m.columns}};
}

MatrixMap result_map(const Matrix& m) {
  return {m.data, m.rows, m.columns, Eigen::OuterStride<>(m.columns)};
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

}  // namespace mha
