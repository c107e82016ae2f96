#pragma once

#include <cstdint>

#include "matrix.hpp"
#include "stored_type.hpp"

namespace mha {

/// c = a b. Each element is summed in the order of k, beginning with 0, with one rounded multiplication and
/// one rounded addition a term:
///
///   c_ij = (((0 + a_i0 b_0j) + a_i1 b_1j) + a_i2 b_2j) + ...
///
/// The result therefore has the same bits as the textbook's triple loop, for all sizes, blockings and
/// machines. The error is below 1.01 k u sum_k |a_ik b_kj|, u = 2^-24 (Higham 2002, section 3.1).
void product(const ConstMatrixMap& a, const ConstMatrixMap& b, MatrixMap c);

constexpr Size kPanel = 8;  // columns

/// Number of floats that a row of a panel takes.
constexpr Size panel_row(StoredType type) {
  return type == StoredType::F32 ? kPanel : kPanel / 2;
}

/// The place of a column in a row of a panel of 16-bit numbers. A row is four lanes of 32 bits: lane j has
/// column j in its lower half and column j + 4 in its upper half, so that widening needs no permutation.
constexpr Size place_of_half(Size column) {
  return column < kPanel / 2 ? 2 * column : 2 * column - kPanel + 1;
}

/// The right-hand matrix of a product, b (rows, columns), cut into panels of eight columns; the last is
/// filled up with zeros. Numbers of 16 bits are widened to float32 when a product reads them.
struct Panels {
  const float* data;
  Size rows, columns;
  Size panel_stride;  // from one panel to the next, in floats
  StoredType type = StoredType::F32;

  /// Rows [first, first + count).
  Panels middle_rows(Size first, Size count) const;
  /// Columns [first, first + count); `first` is a multiple of eight. `count` may include the zeros after the
  /// last column.
  Panels middle_columns(Size first, Size count) const;
};

/// The number of columns, rounded up to whole panels.
std::int64_t whole_panels(std::int64_t columns);
/// Number of floats that pack() writes.
std::int64_t packed_size(std::int64_t rows, std::int64_t columns);
/// Copies b to `memory`, cut into panels.
Panels pack(const ConstMatrixMap& b, float* memory);
/// A view of panels that are already in `memory`: float32 written by pack(), or numbers of 16 bits written by
/// the caller.
Panels packed_panels(const float* memory, Size rows, Size columns, StoredType type = StoredType::F32);

/// Inverse of pack(): copies panels to (rows, columns), as float32.
void unpack(const Panels& b, const MatrixMap& to);

/// c = a b, or c = c + a b, with the bits of product(). The columns of a are adjacent (colStride 1).
void multiply(const ConstMatrixMap& a, const Panels& b, MatrixMap c, bool add);

}  // namespace mha
