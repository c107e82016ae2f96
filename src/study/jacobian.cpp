#include "jacobian.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace mha {
namespace {

/// sqrt(sum_i (a_i (1 - a_i))^2 + sum_{i != j} (a_i a_j)^2).
float norm_of(const float* row, Index keys) {
  double diagonal = 0, squares = 0, fourths = 0;
  for (Index j = 0; j < keys; ++j) {
    const double a = row[j], square = a * a;
    diagonal += square * (1 - a) * (1 - a);
    squares += square;
    fourths += square * square;
  }
  const double others = squares * squares - fourths;  // below 0 only by rounding
  return static_cast<float>(std::sqrt(diagonal + (others < 0 ? 0 : others)));
}

float median_of(std::vector<float> values) {
  if (std::ranges::any_of(values, [](float value) { return std::isnan(value); })) return NAN;
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

JacobianNorms softmax_jacobian_norms(const Tensor& attention) {
  if (attention.shape().rank() != 4) fail_shape("attention", attention.sizes(), "(B, H, T_q, T_k)");
  const Tensor packed = attention.contiguous();
  const Index keys = packed.size(3);
  JacobianNorms out{Tensor::uninitialised({packed.size(0), packed.size(1), packed.size(2)}),
                    Tensor::uninitialised({1}), Tensor::uninitialised({1})};
  const float* row = packed.data();
  for (float& norm : out.rows.values()) {
    norm = norm_of(row, keys);
    row += keys;
  }
  const std::vector<float> norms(out.rows.values().begin(), out.rows.values().end());
  *out.median.data() = median_of(norms);
  *out.mean.data() = static_cast<float>(std::accumulate(norms.begin(), norms.end(), 0.0) /
                                        static_cast<double>(norms.size()));
  return out;
}

}  // namespace mha
