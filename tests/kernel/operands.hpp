#pragma once

#include <cmath>
#include <cstring>
#include <headscope/base/rng.hpp>
#include <headscope/kernel/product.hpp>
#include <vector>

/// Random operands for the product kernel, and the reference for its results: the triple loop.
namespace mha {

using Eigen::Index;

constexpr float kUntouched = 12345.0f;

inline std::vector<float> random_floats(Rng& rng, Index count) {
  std::vector<float> out(static_cast<std::size_t>(count));
  for (float& x : out) x = static_cast<float>(rng.uniform() * 2 - 1);
  return out;
}

inline Index whole_below(Rng& rng, Index end) {
  return static_cast<Index>(rng.uniform() * static_cast<double>(end));
}

/// A matrix within a larger buffer: by rows or by columns, with a gap between them.
struct Operand {
  std::vector<float> buffer;
  Index rows, columns, row_stride, column_stride;

  Operand(Rng& rng, Index m, Index n, bool transposed, Index gap)
      : rows(m), columns(n), row_stride(transposed ? 1 : n + gap), column_stride(transposed ? m + gap : 1) {
    buffer = random_floats(rng, transposed ? n * (m + gap) : m * (n + gap));
  }
  ConstMatrixMap map() const { return {buffer.data(), rows, columns, {row_stride, column_stride}}; }
};

struct Result {
  std::vector<float> buffer;
  Index rows, columns, stride;

  Result(Index m, Index n, Index gap)
      : buffer(static_cast<std::size_t>(m * (n + gap)), kUntouched), rows(m), columns(n), stride(n + gap) {}
  MatrixMap map() { return {buffer.data(), rows, columns, Eigen::OuterStride<>(stride)}; }
};

/// The elements of a matrix in row-major order.
inline std::vector<float> by_rows(const ConstMatrixMap& m) {
  std::vector<float> out;
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) out.push_back(m(i, j));
  }
  return out;
}

/// Whether a value has the bits of the loop over k, and an error within the documented bound.
inline bool is_product(float value, const float* row, const float* column, Index depth) {
  float sum = 0.0f;
  double exact = 0, magnitude = 0;
  for (Index k = 0; k < depth; ++k) {
    sum += row[k] * column[k];
    const double term = static_cast<double>(row[k]) * column[k];
    exact += term;
    magnitude += std::abs(term);
  }
  const double bound = 1.01 * static_cast<double>(depth) * std::ldexp(magnitude, -24);
  return std::memcmp(&value, &sum, sizeof sum) == 0 && std::abs(value - exact) <= bound;
}

/// Number of wrong elements of c, plus number of elements written in the gaps between its rows.
inline int wrong_elements(const ConstMatrixMap& a, const ConstMatrixMap& b, const Result& c) {
  const std::vector<float> rows = by_rows(a);
  const std::vector<float> columns = by_rows({b.data(), b.cols(), b.rows(), {b.colStride(), b.rowStride()}});
  const Index depth = a.cols();
  int wrong = 0;
  for (Index i = 0; i < a.rows(); ++i) {
    const float* c_row = c.buffer.data() + i * c.stride;
    for (Index j = 0; j < b.cols(); ++j)
      wrong += !is_product(c_row[j], rows.data() + i * depth, columns.data() + j * depth, depth);
    for (Index j = b.cols(); j < c.stride; ++j) wrong += c_row[j] != kUntouched;
  }
  return wrong;
}

}  // namespace mha
