#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>
#include <headscope/base/error.hpp>
#include <headscope/base/text.hpp>
#include <limits>
#include <random>

#include "sanitizer.hpp"

using namespace mha;

TEST_CASE("whole numbers are written with all digits", "[text]") {
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

TEST_CASE("a number written exactly parses to the same number", "[text]") {
  const auto written = [](double number) {
    std::string out;
    append_exact(out, number);
    return out;
  };
  std::mt19937_64 engine(1);
  for (int i = 0; i < 20000 / sanitizer_share() / day_share(); ++i) {
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

TEST_CASE("a notice has its text, and its parameters by the names of the blanks", "[text]") {
  using Row = Notice::Parameter::Row;
  const Row row = {2, -3};
  const Notice inner = notice("inner", "{given} was given", std::string("a string"));
  const Notice outer =
      notice("outer", "{row}, {whole} and {real}: {why}", std::span<const std::int64_t>(row), 7, 0.5, inner);
  CHECK(outer.id == "outer");
  CHECK(outer.text == "(2, -3), 7 and 0.5: a string was given");
  REQUIRE(outer.parameters.size() == 4);
  CHECK(outer.parameters[0].name == "row");
  CHECK(std::get<Row>(outer.parameters[0].value) == row);
  CHECK(outer.parameters[1].name == "whole");
  CHECK(std::get<std::int64_t>(outer.parameters[1].value) == 7);
  CHECK(std::get<double>(outer.parameters[2].value) == 0.5);
  CHECK(std::get<Notice>(outer.parameters[3].value) == inner);
  CHECK(std::get<std::string>(inner.parameters[0].value) == "a string");
  CHECK_FALSE(outer.empty());
  CHECK(Notice{}.empty());
}

TEST_CASE("braces without a name are not blanks", "[text]") {
  CHECK(notice("shape", "{ data, shape } {A} {size}", 3).text == "{ data, shape } {A} 3");
}

TEST_CASE("an error has the text of its notice, and derives from std::invalid_argument", "[text]") {
  try {
    fail(ErrorCode::config, "no_head", "head {head} does not exist (0 to {last})", 8, 7);
  } catch (const std::invalid_argument& caught) {
    CHECK(std::string(caught.what()) == "head 8 does not exist (0 to 7)");
    const auto& error = dynamic_cast<const Error&>(caught);
    CHECK(error.code() == ErrorCode::config);
    CHECK(error.notice().id == "no_head");
    CHECK(error.notice().text == caught.what());
  }
  CHECK_THROWS_AS(fail(ErrorCode::shape, "nothing", "nothing"), std::invalid_argument);
}

TEST_CASE("the first bytes of a text have no part of a character", "[text]") {
  CHECK(first_bytes("abc", 3) == "abc");
  CHECK(first_bytes("abcd", 3) == "abc");
  CHECK(first_bytes("ab\u00e9d", 3) == "ab");
  CHECK(first_bytes("ab\u00e9d", 4) == "ab\u00e9");
  CHECK(first_bytes("\U0001f642x", 3).empty());
}
