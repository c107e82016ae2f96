#pragma once

#include "size.hpp"

namespace mha {

/// A matrix in memory: element (i, j) is data[i * row_stride + j * column_stride].
struct StridedMatrix {
  const float* data;
  Size rows, columns;
  Size row_stride, column_stride = 1;
};

/// c = a b, in memory that is not a Tensor: a (m, k), b (k, n) and c (m, n), whose rows are `c_stride` apart.
/// Each element is summed in the order of k, beginning with 0, with one rounded multiplication and one
/// rounded addition a term: the bits of the textbook's triple loop, for all sizes and on all machines. The
/// caller checks that the sizes fit. Keeps no state, so threads may call it at the same time.
void strided_product(const StridedMatrix& a, const StridedMatrix& b, float* c, Size c_stride);

}  // namespace mha
