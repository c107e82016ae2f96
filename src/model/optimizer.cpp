#include "optimizer.hpp"

#include <cmath>

namespace mha {
namespace {

/// sqrt(sum g^2); the sum is in double precision.
double norm(std::span<const float> gradients) {
  double lanes[4] = {};
  for (std::size_t i = 0; i < gradients.size(); ++i)
    lanes[i % 4] += static_cast<double>(gradients[i]) * static_cast<double>(gradients[i]);
  return std::sqrt((lanes[0] + lanes[1]) + (lanes[2] + lanes[3]));
}

double power(double base, Index exponent) {
  double result = 1;
  while (exponent > 0) {
    if (exponent % 2 == 1) result *= base;
    exponent /= 2;
    base *= base;
  }
  return result;
}

}  // namespace

void Optimizer::step(Index step, std::span<const ParameterPlace> places, std::span<float> parameters,
                     std::span<const float> gradients) {
  const double length = norm(gradients);
  const auto shrink = static_cast<float>(length > training_.clip ? training_.clip / length : 1.0);
  const double rate = training_.rate_at(step);
  // Bias correction of the moments, which begin at 0 (Kingma and Ba 2015, section 3).
  ++taken_;
  const double begun1 = 1 - power(training_.beta1, taken_), begun2 = 1 - power(training_.beta2, taken_);
  const auto beta1 = static_cast<float>(training_.beta1), beta2 = static_cast<float>(training_.beta2);
  const auto step_size = static_cast<float>(rate / begun1), scale = static_cast<float>(1 / std::sqrt(begun2));
  const auto epsilon = static_cast<float>(training_.epsilon);
  for (const ParameterPlace& place : places) {
    const auto kept = static_cast<float>(place.is_matrix() ? 1 - rate * training_.decay : 1.0);
    const auto start = static_cast<std::size_t>(place.start);
    float *const p = &parameters[start], *const m = &mean_[start], *const v = &square_[start];
    const float* const g = &gradients[start];
    for (Index i = 0; i < place.elements; ++i) {
      const float gradient = g[i] * shrink;
      m[i] = beta1 * m[i] + (1 - beta1) * gradient;
      v[i] = beta2 * v[i] + (1 - beta2) * gradient * gradient;
      p[i] = p[i] * kept - step_size * m[i] / (std::sqrt(v[i]) * scale + epsilon);
    }
  }
}

}  // namespace mha
