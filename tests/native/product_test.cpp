// The kernel against the triple loop: the same bits, and within the stated bound of the sum in double.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <headscope/kernel/product.hpp>
#include <headscope/rng.hpp>
#include <vector>

using namespace mha;
using Eigen::Index;

namespace {

constexpr float kUntouched = 12345.0f;

std::vector<float> random_floats(Rng& rng, Index count) {
  std::vector<float> out(static_cast<std::size_t>(count));
  for (float& x : out) x = static_cast<float>(rng.uniform() * 2 - 1);
  return out;
}

Index whole_below(Rng& rng, Index end) {
  return static_cast<Index>(rng.uniform() * static_cast<double>(end));
}

/// A matrix somewhere within a larger buffer: by rows or by columns, with a gap between them.
struct Operand {
  std::vector<float> buffer;
  Index rows, columns, row_stride, column_stride;

  Operand(Rng& rng, Index m, Index n, bool transposed, Index gap)
      : rows(m), columns(n), row_stride(transposed ? 1 : n + gap), column_stride(transposed ? m + gap : 1) {
    buffer = random_floats(rng, transposed ? n * (m + gap) : m * (n + gap));
  }
  ConstMatrixMap map() const { return {buffer.data(), rows, columns, {row_stride, column_stride}}; }
};

/// Columns [first, first + count).
ConstMatrixMap columns_of(const ConstMatrixMap& m, Index first, Index count) {
  return {m.data() + first * m.colStride(), m.rows(), count, {m.rowStride(), m.colStride()}};
}

struct Result {
  std::vector<float> buffer;
  Index rows, columns, stride;

  Result(Index m, Index n, Index gap)
      : buffer(static_cast<std::size_t>(m * (n + gap)), kUntouched), rows(m), columns(n), stride(n + gap) {}
  MatrixMap map() { return {buffer.data(), rows, columns, Eigen::OuterStride<>(stride)}; }
};

/// The numbers of a matrix by its rows.
std::vector<float> by_rows(const ConstMatrixMap& m) {
  std::vector<float> out;
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < m.cols(); ++j) out.push_back(m(i, j));
  }
  return out;
}

/// Whether a value has the bits of the loop over k, and an error within the bound.
bool is_product(float value, const float* row, const float* column, Index depth) {
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

/// How many elements of c are not the product's, and how many of the gaps between its rows were written to.
int wrong_elements(const ConstMatrixMap& a, const ConstMatrixMap& b, const Result& c) {
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

int wrong_in_product(Rng& rng, Index m, Index n, Index k) {
  const auto some = [&](double p) { return rng.uniform() < p; };
  const Operand a(rng, m, k, some(0.2), whole_below(rng, 4)), b(rng, k, n, some(0.4), whole_below(rng, 4));
  Result c(m, n, whole_below(rng, 3));
  product(a.map(), b.map(), c.map());
  return wrong_elements(a.map(), b.map(), c);
}

}  // namespace

TEST_CASE("the kernel's product has the bits of the triple loop, for all sizes from 1 to 40", "[product]") {
  Rng rng(11);
  for (Index m = 1; m <= 40; ++m) {
    int wrong = 0;
    for (Index n = 1; n <= 40; ++n) {
      for (Index k = 1; k <= 40; ++k) wrong += wrong_in_product(rng, m, n, k);
    }
    CAPTURE(m);
    CHECK(wrong == 0);
  }
}

TEST_CASE("the kernel's product has the bits of the triple loop, for 200 random larger sizes", "[product]") {
  Rng rng(12);
  for (int i = 0; i < 200; ++i) {
    const Index m = 1 + whole_below(rng, 120), n = 1 + whole_below(rng, 120), k = 1 + whole_below(rng, 600);
    CAPTURE(m, n, k);
    CHECK(wrong_in_product(rng, m, n, k) == 0);
  }
}

TEST_CASE("parts of packed panels multiply as the parts of the matrix would", "[product]") {
  Rng rng(13);
  for (int i = 0; i < 100; ++i) {
    const Index m = 1 + whole_below(rng, 30), n = 1 + whole_below(rng, 60), k = 1 + whole_below(rng, 600);
    const Operand a(rng, m, k, false, 1), b(rng, k, n, rng.uniform() < 0.5, 2);
    std::vector<float> memory(static_cast<std::size_t>(packed_size(k, n)));
    const Panels panels = pack(b.map(), memory.data());
    const Index middle = whole_below(rng, k), first = whole_below(rng, (n + 7) / 8) * 8;
    Result c(m, n - first, 1);
    CAPTURE(m, n, k, middle, first);
    const Panels right = panels.middle_columns(first, n - first);
    if (middle > 0) multiply(columns_of(a.map(), 0, middle), right.middle_rows(0, middle), c.map(), false);
    multiply(columns_of(a.map(), middle, k - middle), right.middle_rows(middle, k - middle), c.map(),
             middle > 0);
    CHECK(wrong_elements(a.map(), columns_of(b.map(), first, n - first), c) == 0);
  }
}
