#pragma once

#include <vector>

#include "../kernel/size.hpp"
#include "../tensor/shape.hpp"

namespace mha {

/// Rows of numbers one after the other, in somebody else's memory.
template <class Number>
struct MatrixOf {
  Number* data = nullptr;
  Size rows = 0, columns = 0;

  Number* operator[](Index row) const { return data + narrow(row) * columns; }
  Size elements() const { return rows * columns; }
  operator MatrixOf<const Number>() const { return {data, rows, columns}; }
};
using Matrix = MatrixOf<float>;
using ConstMatrix = MatrixOf<const float>;

/// The beginning of `memory`.
inline Matrix matrix_in(std::vector<float>& memory, Index rows, Index columns) {
  return {memory.data(), narrow(rows), narrow(columns)};
}

// Products by kernel/product.hpp, which has the same bits on every machine, and allocates nothing.

/// c = a b
void times(const ConstMatrix& a, const ConstMatrix& b, const Matrix& c);
/// c = a b^T
void times_transposed(const ConstMatrix& a, const ConstMatrix& b, const Matrix& c);
/// c = a^T b. `memory` is as large as a.
void transposed_times(const ConstMatrix& a, const ConstMatrix& b, const Matrix& c,
                      std::vector<float>& memory);

/// to += from, of the same sizes.
void add(const ConstMatrix& from, const Matrix& to);
/// Adds one row to each.
void add_to_rows(const float* row, const Matrix& to);
/// The sum of all rows.
void sum_rows(const ConstMatrix& from, float* row);

}  // namespace mha
