#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/base/elementary.hpp>
#include <headscope/base/rng.hpp>
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

TEST_CASE("elementary functions of numbers out of range are those of the C library", "[elementary]") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                   kNaN = std::numeric_limits<double>::quiet_NaN();
  for (double x : {kInfinity, -kInfinity, 1e300, -1e300, 710.0, -800.0, -1e4}) {
    CAPTURE(x);
    CHECK(mha::exp(x) == std::exp(x));
  }
  for (double x : {0.0, -0.0, kInfinity}) CHECK(mha::log(x) == std::log(x));
  for (double x : {1e-310, 5e-324, 2.3e-308}) CHECK(std::abs(mha::log(x) / std::log(x) - 1) < 1e-15);
  for (double x : {kNaN, -1.0, -kInfinity}) CHECK(std::isnan(mha::log(x)));
  CHECK(std::isnan(mha::exp(kNaN)));
}
