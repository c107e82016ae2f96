#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/jacobian.hpp>

#include "fixture.hpp"

using namespace mha;

TEST_CASE("norms of a softmax's Jacobian agree with PyTorch's autograd", "[jacobian][golden]") {
  int cases = 0;
  for (const FixtureCase& fixture : read_fixture("labs")) {
    if (!fixture.has("jacobian_norms")) continue;
    ++cases;
    const JacobianNorms norms = softmax_jacobian_norms(fixture.tensor("attention"));
    CHECK(relative_difference(norms.rows, fixture.tensor("jacobian_norms")) < 1e-5);
  }
  CHECK(cases == 1);
}

TEST_CASE("a one-hot row has norm 0, and median and mean are taken over all rows", "[jacobian]") {
  const std::array weights = {1.0f, 0.0f, 0.5f, 0.5f, 0.0f, 0.0f, 0.25f, 0.75f};
  const JacobianNorms norms = softmax_jacobian_norms(Tensor::from(weights, {1, 2, 2, 2}));
  const float half = 0.5f, quarter = 0.375f;  // |diag a - a a^T| of two keys is 2 a (1 - a)
  const std::array rows = {0.0f, half, 0.0f, quarter};
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK(std::abs(norms.rows.data()[i] - rows[i]) < 1e-7f);
  CHECK(std::abs(*norms.median.data() - quarter / 2) < 1e-7f);
  CHECK(std::abs(*norms.mean.data() - (half + quarter) / 4) < 1e-7f);
}

TEST_CASE("a row of NaN makes the median NaN, and tensors that are not attention are refused", "[jacobian]") {
  const std::array weights = {NAN, NAN, 0.5f, 0.5f};
  const JacobianNorms norms = softmax_jacobian_norms(Tensor::from(weights, {1, 1, 2, 2}));
  CHECK(std::isnan(*norms.median.data()));
  CHECK(std::isnan(norms.rows.data()[0]));
  CHECK(norms.rows.data()[1] == 0.5f);
  CHECK_THROWS_AS(softmax_jacobian_norms(Tensor::from(std::array{1.0f}, {1})), Error);
}
