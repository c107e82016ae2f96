#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/tensor/elementary.hpp>
#include <headscope/tensor/rng.hpp>
#include <limits>

TEST_CASE("elementary functions stay within their documented errors", "[elementary]") {
  mha::Rng rng(1);
  double exp_error = 0, log_error = 0, sin_error = 0, cos_error = 0;
  for (int i = 0; i < 200000; ++i) {
    const double x = (rng.uniform() * 2 - 1) * 700;
    exp_error = std::max(exp_error, std::abs(mha::exp(x) / std::exp(x) - 1));
    const double y = std::exp((rng.uniform() * 2 - 1) * 600);
    log_error =
        std::max(log_error, std::abs(mha::log(y) - std::log(y)) / std::max(1.0, std::abs(std::log(y))));
    const double angle = (rng.uniform() * 2 - 1) * 1000;
    sin_error = std::max(sin_error, std::abs(mha::sin_cos(angle).sin - std::sin(angle)));
    cos_error = std::max(cos_error, std::abs(mha::sin_cos(angle).cos - std::cos(angle)));
  }
  CHECK(exp_error < 1e-15);
  CHECK(log_error < 1e-15);
  CHECK(sin_error < 1e-15);
  CHECK(cos_error < 1e-15);
  CHECK(std::abs(mha::sin_cos(1e5).sin - std::sin(1e5)) < 1e-11);
  CHECK(mha::log(1.0) == 0.0);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (double angle : {kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN(), 1e300, -1e17}) {
    CHECK(std::isnan(mha::sin_cos(angle).sin));
    CHECK(std::isnan(mha::sin_cos(angle).cos));
  }
}
