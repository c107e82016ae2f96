// Products against the textbook's triple loop: the same bits, for all sizes and strides.
#include <catch2/catch_test_macros.hpp>
#include <headscope/gemm.hpp>
#include <headscope/rng.hpp>
#include <headscope/strided_product.hpp>
#include <vector>

#include "fixture.hpp"

using namespace mha;

namespace {

/// c_ij = ((0 + a_i0 b_0j) + a_i1 b_1j) + ..., each term rounded.
bool is_sum_in_order(const Tensor& a, const Tensor& b, const Tensor& c) {
  for (Index i = 0; i < c.size(0); ++i) {
    for (Index j = 0; j < c.size(1); ++j) {
      float sum = 0;
      for (Index k = 0; k < a.size(1); ++k) sum += a({i, k}) * b({k, j});
      if (c({i, j}) != sum) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("a product sums its terms in the order of k, in operands of any strides", "[gemm]") {
  Rng rng(3);
  const auto size = [&] { return 1 + static_cast<Index>(rng.uniform() * 40); };
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    const Index m = size(), k = size(), n = size();
    CAPTURE(m, k, n);
    const Tensor a = random_values(trial, 1.0f, {m, k}), b = random_values(trial + 1000, 1.0f, {k, n});
    CHECK(is_sum_in_order(a, b, matmul(a, b)));
    const Tensor a_columns = random_values(trial, 1.0f, {k, m}).transpose(0, 1),
                 b_columns = random_values(trial + 1000, 1.0f, {n, k}).transpose(0, 1);
    CHECK(is_sum_in_order(a_columns, b_columns, matmul(a_columns, b_columns)));
  }
}

TEST_CASE("a product of matrices in any memory has the bits of a product of tensors", "[gemm]") {
  const Tensor a = random_values(1, 1.0f, {9, 33}), b = random_values(2, 1.0f, {17, 33});
  const Tensor expected = matmul(a, b.transpose(0, 1));
  constexpr Size kStride = 20;  // longer than a row of c, whose rest stays as it is
  std::vector<float> c(9 * kStride, -1.0f);
  strided_product({.data = a.data(), .rows = 9, .columns = 33, .row_stride = 33},
                  {.data = b.data(), .rows = 33, .columns = 17, .row_stride = 1, .column_stride = 33},
                  c.data(), kStride);
  for (Index i = 0; i < 9; ++i)
    for (Index j = 0; j < kStride; ++j)
      CHECK(c[static_cast<std::size_t>(i * kStride + j)] == (j < 17 ? expected({i, j}) : -1.0f));
}
