#include "orthonormal.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "../base/elementary.hpp"

namespace mha {
namespace {

/// A random permutation of 0 .. count - 1 (Fisher-Yates shuffle).
std::vector<Index> shuffled(Index count, Rng& rng) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[static_cast<std::size_t>(rng.uniform() * static_cast<double>(left))]);
  }
  return order;
}

/// All values of the orthonormal DCT-IV of n numbers, sqrt(2 / n) cos(pi (2j + 1) (2k + 1) / 4n). Element (j,
/// k) is at index (2jk + j + k) mod 4n.
std::vector<double> cosines(Index n) {
  std::vector<double> values(static_cast<std::size_t>(4 * n));
  const double order = static_cast<double>(n), scale = std::sqrt(2.0 / order);
  double odd = 1.0;
  for (double& value : values) {
    value = scale * sin_cos(std::numbers::pi * odd / (4.0 * order)).cos;
    odd += 2.0;
  }
  return values;
}

}  // namespace

void fill_orthonormal(Tensor matrix, Rng rng) {
  const Index n = std::max(matrix.size(0), matrix.size(1));
  const std::vector<double> values = cosines(n);
  const std::vector<Index> rows = shuffled(n, rng), columns = shuffled(n, rng);
  const Index row_stride = matrix.shape().stride(0), column_stride = matrix.shape().stride(1);
  float* const data = matrix.data();
  for (Index r = 0; r < matrix.size(0); ++r) {
    const double sign = rng.uniform() < 0.5 ? -1.0 : 1.0;
    const Index j = rows[static_cast<std::size_t>(r)];
    for (Index c = 0; c < matrix.size(1); ++c) {
      const Index k = columns[static_cast<std::size_t>(c)];
      const auto at = static_cast<std::size_t>((2 * j * k + j + k) % (4 * n));
      data[r * row_stride + c * column_stride] = static_cast<float>(sign * values[at]);
    }
  }
}

}  // namespace mha
