#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>
#include <headscope/tensor/text.hpp>
#include <limits>
#include <random>

using namespace mha;

TEST_CASE("whole numbers are written in all their digits", "[text]") {
  using Limits = std::numeric_limits<std::int64_t>;
  for (std::int64_t n : {std::int64_t{0}, std::int64_t{7}, std::int64_t{-7}, std::int64_t{10},
                         std::int64_t{-100}, std::int64_t{9007199254740993}, Limits::max(), Limits::min()}) {
    CHECK(text("{}", n) == std::to_string(n));
  }
}

TEST_CASE("real numbers are written to six decimals, without trailing zeros", "[text]") {
  CHECK(text("{} {} {} {}", 0.5, -1.25, 3.0, 1234.000001) == "0.5 -1.25 3 1234.000001");
  CHECK(text("{} {} {}", 1e-9, 2.9999999, 0.1) == "0 3 0.1");
  CHECK(text("{} {} {}", 0.050607, -1e9, std::nan("")) == "0.050607 -1000000000 NaN");
}

TEST_CASE("a number written exactly reads back as itself", "[text]") {
  const auto written = [](double number) {
    std::string out;
    append_exact(out, number);
    return out;
  };
  std::mt19937_64 engine(1);
  for (int i = 0; i < 20000; ++i) {
    const auto number = std::bit_cast<double>(engine());
    if (!std::isfinite(number)) continue;
    const std::string digits = written(number);
    CAPTURE(digits);
    REQUIRE(std::strtod(digits.c_str(), nullptr) == number);
  }
  for (double number :
       {0.1, 1 / std::sqrt(8.0), 1e-45, -1e9, 10000.0, 5e-324, std::numeric_limits<double>::max()})
    CHECK(std::strtod(written(number).c_str(), nullptr) == number);
  CHECK(written(0.5) == "5e-1");
  CHECK(written(-1e9) == "-1000000000");
  CHECK(written(0) == "0");
  CHECK(written(-std::numeric_limits<double>::infinity()) == "-1e999");  // JSON.parse reads -Infinity
  CHECK(written(std::nan("")) == "null");
}
