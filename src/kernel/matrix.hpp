#pragma once

#include <Eigen/Core>
#include <type_traits>

#include "size.hpp"

namespace mha {

// Row-major views of matrices in memory owned by the caller. All code of the core uses these types.

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

static_assert(std::is_same_v<Size, Eigen::Index>);

/// A matrix with a stride for rows and a stride for columns, so that a transpose or a slice is read in place.
using ConstMatrixMap =
    Eigen::Map<const RowMajor, Eigen::Unaligned, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;
/// A matrix with a stride for rows. The elements of a row are adjacent.
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

/// Takes the map by value, because the elements of a const Map are const.
inline float* row_of(MatrixMap m, Size i) {
  return m.data() + i * m.outerStride();
}
inline const float* row_of(const ConstRowsMap& m, Size i) {
  return m.data() + i * m.outerStride();
}

}  // namespace mha
