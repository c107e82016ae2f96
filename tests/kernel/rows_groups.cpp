#include <algorithm>
#include <cmath>
#include <headscope/base/elementary.hpp>
#include <headscope/kernel/rows.hpp>
#include <limits>

#include "groups.hpp"
#include "operands.hpp"

namespace mha::probe {
namespace {

constexpr int kRows = 50;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Scores of every magnitude that occurs in a softmax; the first is finite, others may be -inf.
std::vector<float> scores(Rng& rng, int length) {
  const double width = std::ldexp(1.0, static_cast<int>(rng.uniform() * 12) - 4);
  std::vector<float> row;
  for (int i = 0; i < length; ++i) {
    const auto score = static_cast<float>((rng.uniform() * 2 - 1) * width);
    row.push_back(i > 0 && rng.uniform() < 0.1 ? -kInfinity : score);
  }
  return row;
}

float largest_in(const std::vector<float>& row) {
  return largest_in_row(row.data(), std::ssize(row));
}

float exponentials(std::vector<float>& row, float largest) {
  return exp_row(row.data(), std::ssize(row), largest);
}

template <class F>
Outcome for_rows(int group, int length, F f) {
  Rng rng(static_cast<std::uint64_t>(group), static_cast<std::uint64_t>(length));
  Outcome outcome;
  for (int i = 0; i < kRows; ++i) {
    std::vector<float> row = scores(rng, length);
    f(outcome, rng, row);
    outcome.digest.add(row);
  }
  return outcome;
}

/// Whether y is e^x within the error documented in exp.hpp.
bool is_exponential(float y, float x) {
  if (x < -87.7f) return y == 0.0f;
  const double exact = exp(static_cast<double>(x));
  return std::abs(y - exact) <= (x < -87.0f ? std::ldexp(1.0, -126) : 1e-7 * exact);
}

}  // namespace

Outcome scaled_rows(int length) {
  return for_rows(21, length, [](Outcome& outcome, Rng& rng, std::vector<float>& row) {
    const std::vector<float> before = row;
    const auto factor = static_cast<float>(rng.uniform());
    scale_row(row.data(), std::ssize(row), factor);
    const float largest = largest_in(row);
    float expected = -kInfinity;
    for (std::size_t i = 0; i < row.size(); ++i) {
      outcome.wrong += row[i] != before[i] * factor;
      expected = std::max(expected, row[i]);
    }
    outcome.wrong += largest != expected;
    outcome.digest.add(largest);
  });
}

Outcome exponentials_of_rows(int length) {
  return for_rows(22, length, [](Outcome& outcome, Rng&, std::vector<float>& row) {
    const std::vector<float> before = row;
    const float largest = largest_in(row), sum = exponentials(row, largest);
    double expected = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      outcome.wrong += !is_exponential(row[i], before[i] - largest);
      expected += row[i];
    }
    outcome.wrong += std::abs(sum - expected) > 1e-6 * expected;
    outcome.digest.add(sum);
  });
}

Outcome softmax_of_rows(int length) {
  return for_rows(23, length, [](Outcome& outcome, Rng&, std::vector<float>& row) {
    const std::vector<float> before = row;
    const float factor = 0.125f, largest = factor * *std::max_element(row.begin(), row.end());
    const MatrixMap only = map(row.data(), 1, std::ssize(row));
    outcome.wrong += softmax_rows({only, only, nullptr, factor, 0.0f});
    const auto power = [&](float x) {
      return exp(std::max(static_cast<double>(factor * x - largest), -700.0));
    };
    double sum = 0;
    for (float x : before) sum += power(x);
    for (std::size_t i = 0; i < row.size(); ++i)
      outcome.wrong += !(std::abs(row[i] - power(before[i]) / sum) <= 1e-6);
  });
}

Outcome sums_of_smaller(int length) {
  return for_rows(24, length, [](Outcome& outcome, Rng& rng, std::vector<float>& row) {
    std::vector<float> other;
    double expected = 0;
    for (float& x : row) {
      x = static_cast<float>(rng.uniform());
      other.push_back(static_cast<float>(rng.uniform()));
      expected += std::min(x, other.back());
    }
    const double sum = sum_of_smaller(row.data(), other.data(), std::ssize(row));
    outcome.wrong += std::abs(sum - expected) > 1e-6 * expected;
    outcome.digest.add(static_cast<float>(sum));
    const auto at = static_cast<std::size_t>(rng.uniform() * static_cast<double>(row.size()));
    other[at] = std::numeric_limits<float>::quiet_NaN();
    outcome.wrong += !std::isnan(sum_of_smaller(row.data(), other.data(), std::ssize(row)));
    outcome.wrong += !std::isnan(sum_of_smaller(other.data(), row.data(), std::ssize(row)));
  });
}

Outcome moments_of_rows(int length) {
  return for_rows(26, length, [&](Outcome& outcome, Rng& rng, std::vector<float>& row) {
    const auto from = static_cast<std::ptrdiff_t>(rng.uniform() * (length + 2));  // may be past the end
    double sum = 0, distance = 0;
    for (std::size_t j = 0; j < row.size(); ++j) {
      row[j] = static_cast<float>(rng.uniform());
      sum += row[j];
      distance += row[j] * std::abs(static_cast<double>(static_cast<std::ptrdiff_t>(j) - from));
    }
    const Moments moments = moments_of_row(row.data(), std::ssize(row), from);
    outcome.wrong += std::abs(moments.sum - sum) > 1e-6 * sum;
    outcome.wrong += std::abs(moments.distance - distance) > 1e-6 * distance;
    outcome.digest.add(static_cast<float>(moments.sum));
    outcome.digest.add(static_cast<float>(moments.distance));
    row[static_cast<std::size_t>(rng.uniform() * length)] = std::numeric_limits<float>::quiet_NaN();
    const Moments with_nan = moments_of_row(row.data(), std::ssize(row), from);
    outcome.wrong += !std::isnan(with_nan.sum) || !std::isnan(with_nan.distance);
  });
}

Outcome entropies_of_rows(int length) {
  return for_rows(25, length, [](Outcome& outcome, Rng& rng, std::vector<float>& row) {
    double expected = 0;
    for (float& x : row) {
      x = static_cast<float>(rng.uniform() < 0.2 ? rng.uniform()
                                                 : std::ldexp(1.0, -static_cast<int>(rng.uniform() * 126)));
      if (rng.uniform() < 0.2) x = 0.0f;
      if (x != 0.0f) expected -= static_cast<double>(x) * log(static_cast<double>(x));
    }
    const double entropy = entropy_of_row(row.data(), std::ssize(row));
    outcome.wrong += !(std::abs(entropy - expected) <= 1e-6 * expected);
    outcome.digest.add(static_cast<float>(entropy));
    std::vector<float> with_nan = row;
    with_nan[static_cast<std::size_t>(rng.uniform() * static_cast<double>(row.size()))] =
        std::numeric_limits<float>::quiet_NaN();
    outcome.wrong += !std::isnan(entropy_of_row(with_nan.data(), std::ssize(with_nan)));
  });
}

}  // namespace mha::probe
