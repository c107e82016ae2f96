#pragma once

#include <Eigen/Core>
#include <type_traits>

#include "size.hpp"

namespace mha {

// Views of matrices in memory that others own, row-major. All of the core has these alone.

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

static_assert(std::is_same_v<Size, Eigen::Index>);

/// Rows and columns a stride apart each: transposes and slices are read in place.
using ConstMatrixMap =
    Eigen::Map<const RowMajor, Eigen::Unaligned, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;
/// Rows a stride apart, the numbers of a row adjacent.
using MatrixMap = Eigen::Map<RowMajor, Eigen::Unaligned, Eigen::OuterStride<>>;
using ConstRowsMap = Eigen::Map<const RowMajor, Eigen::Unaligned, Eigen::OuterStride<>>;

inline MatrixMap map(float* data, Size rows, Size columns, Size stride) {
  return {data, rows, columns, Eigen::OuterStride<>(stride)};
}
inline ConstRowsMap map(const float* data, Size rows, Size columns, Size stride) {
  return {data, rows, columns, Eigen::OuterStride<>(stride)};
}
inline MatrixMap map(float* data, Size rows, Size columns) {
  return map(data, rows, columns, columns);
}
inline ConstRowsMap map(const float* data, Size rows, Size columns) {
  return map(data, rows, columns, columns);
}

/// By value: a constant Map has constant numbers.
inline float* row_of(MatrixMap m, Size i) {
  return m.data() + i * m.outerStride();
}
inline const float* row_of(const ConstRowsMap& m, Size i) {
  return m.data() + i * m.outerStride();
}

}  // namespace mha
