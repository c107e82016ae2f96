#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/kernel/exp.hpp>
#include <headscope/kernel/rows.hpp>
#include <headscope/softmax.hpp>
#include <limits>
#include <vector>

using namespace mha;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

float exp_of(float x) {
  return mha::exp(splat(x))[0];
}

/// Softmax of these numbers in double precision.
std::vector<double> expected(const std::vector<float>& row) {
  const double largest = *std::max_element(row.begin(), row.end());
  std::vector<double> out;
  double sum = 0;
  for (float x : row) {
    out.push_back(std::exp(x - largest));
    sum += out.back();
  }
  for (double& x : out) x /= sum;
  return out;
}

/// Softmax of one row, in place; returns whether the row is empty.
bool soften(std::vector<float>& row, std::size_t length, EmptyRow empty_row) {
  return softmax_rows(map(row.data(), 1, static_cast<Size>(length)), weight_in(empty_row));
}

}  // namespace

TEST_CASE("exp is accurate to 1e-7, and exact at 0 and -inf", "[softmax]") {
  double error = 0;
  for (float x = -87.0f; x < 88.0f; x += 0.0000931f) {
    error = std::max(error, std::abs(static_cast<double>(exp_of(x)) / std::exp(static_cast<double>(x)) - 1));
  }
  CHECK(error < 1e-7);
  CHECK(exp_of(0.0f) == 1.0f);
  CHECK(exp_of(-0.0f) == 1.0f);
  CHECK(exp_of(-87.7f) == 0.0f);
  CHECK(exp_of(-kInfinity) == 0.0f);
  CHECK(std::isnan(exp_of(std::numeric_limits<float>::quiet_NaN())));
}

TEST_CASE("softmax is accurate to 1e-6 for every length, and writes nothing after the row", "[softmax]") {
  for (std::size_t length = 1; length <= 70; ++length) {
    std::vector<float> row;
    for (std::size_t i = 0; i < length; ++i)
      row.push_back(static_cast<float>(std::sin(static_cast<double>(i * i + length)) * 9));
    const std::vector<double> wanted = expected(row);
    row.push_back(7.0f);  // behind the row
    CHECK_FALSE(soften(row, length, EmptyRow::zero));
    CHECK(row.back() == 7.0f);
    double error = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) error = std::max(error, std::abs(row[i] - wanted[i]));
    CAPTURE(length);
    CHECK(error < 1e-6);
  }
}

TEST_CASE("trailing -inf does not change the bits of a row's softmax", "[softmax]") {
  for (std::size_t length = 1; length <= 20; ++length) {
    std::vector<float> row;
    for (std::size_t i = 0; i < length; ++i)
      row.push_back(static_cast<float>(std::cos(static_cast<double>(3 * i + length)) * 4));
    std::vector<float> longer = row;
    longer.resize(29, -kInfinity);
    soften(row, length, EmptyRow::zero);
    soften(longer, longer.size(), EmptyRow::zero);
    CAPTURE(length);
    CHECK(std::equal(row.begin(), row.end(), longer.begin()));
    CHECK(std::all_of(longer.begin() + static_cast<std::ptrdiff_t>(length), longer.end(),
                      [](float x) { return x == 0.0f; }));
  }
}

TEST_CASE("an empty row is all 0 or NaN, as asked; a NaN or +inf makes its row NaN", "[softmax]") {
  const auto softmax_of = [](std::vector<float> row, EmptyRow empty_row) {
    const bool is_empty = soften(row, row.size(), empty_row);
    return std::pair(is_empty, row);
  };
  const auto all = [](const std::vector<float>& row, auto is) {
    return std::all_of(row.begin(), row.end(), is);
  };
  const auto is_nan = [](float x) { return std::isnan(x); };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> empty(6, -kInfinity);
  CHECK(softmax_of(empty, EmptyRow::zero) == std::pair(true, std::vector<float>(6, 0.0f)));
  CHECK(softmax_of(empty, EmptyRow::nan).first);
  CHECK(all(softmax_of(empty, EmptyRow::nan).second, is_nan));
  CHECK(all(softmax_of({1, 2, nan, 3, 4}, EmptyRow::zero).second, is_nan));
  CHECK(all(softmax_of({-kInfinity, nan}, EmptyRow::zero).second, is_nan));
  CHECK(all(softmax_of({1, 2, kInfinity, 3, 4}, EmptyRow::zero).second, is_nan));
}
