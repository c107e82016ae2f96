#include "difference.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mha {
namespace {

constexpr double kRounding = 1e-6;  // distances closer than this count as equal: rounding

float total_variation(const float* a, const float* b, Index keys) {
  double sum = 0;
  for (Index j = 0; j < keys; ++j) sum += std::abs(static_cast<double>(a[j]) - b[j]);
  return static_cast<float>(sum / 2);
}

/// Index of the largest value; of equal ones, the first.
Index first_largest(const std::vector<double>& values) {
  const double alike = std::ranges::max(values) - kRounding;
  return std::ranges::find_if(values, [&](double value) { return value >= alike; }) - values.begin();
}

/// Calls f(query, distance) for each of the head's rows, in all batch items, whose distance is a number.
template <class F>
void for_each_row(const Tensor& distance, Index head, F f) {
  const Index heads = distance.size(1), rows = distance.size(2);
  for (Index batch = 0; batch < distance.size(0); ++batch) {
    const float* row = distance.data() + (batch * heads + head) * rows;
    for (Index query = 0; query < rows; ++query) {
      if (!std::isnan(row[query])) f(query, static_cast<double>(row[query]));
    }
  }
}

Index head_with_most(const Tensor& distance) {
  std::vector<double> means;
  for (Index head = 0; head < distance.size(1); ++head) {
    double sum = 0, count = 0;
    for_each_row(distance, head, [&](Index, double value) {
      sum += value;
      ++count;
    });
    means.push_back(count > 0 ? sum / count : 0.0);
  }
  return first_largest(means);
}

Index query_with_most(const Tensor& distance, Index head) {
  std::vector<double> most(static_cast<std::size_t>(distance.size(2)), 0.0);
  for_each_row(distance, head, [&](Index query, double value) {
    double& largest = most[static_cast<std::size_t>(query)];
    largest = std::max(largest, value);
  });
  return first_largest(most);
}

}  // namespace

Difference most_different(const Tensor& right, const Tensor& wrong) {
  if (right.shape().rank() != 4) fail_shape("attention", right.sizes(), "(B, H, T_q, T_k)");
  if (!(wrong.sizes() == right.sizes())) fail_shape("the other attention", wrong.sizes(), right.sizes());
  const Tensor a = right.contiguous(), b = wrong.contiguous();
  const Index keys = a.size(3);
  Difference out{0, 0, Tensor::uninitialised({a.size(0), a.size(1), a.size(2)})};
  Index at = 0;
  for (float& value : out.distance.values()) {
    value = total_variation(a.data() + at, b.data() + at, keys);
    at += keys;
  }
  out.head = head_with_most(out.distance);
  out.query = query_with_most(out.distance, out.head);
  return out;
}

}  // namespace mha
