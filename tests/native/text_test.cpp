#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/text.hpp>
#include <limits>

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
