// The activations of feed-forward networks, and the product with a gate.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "../kernel/activations.hpp"
#include "../tensor/elementwise.hpp"
#include "../tensor/maps.hpp"
#include "operation_cost.hpp"

namespace mha {
namespace {

// Derivatives of the activations, whose values are the kernel's (kernel/activations.hpp).

double gelu_slope(double x) {
  const double distribution = 0.5 * (1 + std::erf(x / std::numbers::sqrt2)),
               density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
  return distribution + x * density;
}

double gelu_tanh_slope(double x) {
  constexpr double kFactor = 0.79788456080286536, kCubic = 0.044715;  // sqrt(2 / pi)
  const double t = std::tanh(kFactor * (x + kCubic * x * x * x));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * kFactor * (1 + 3 * kCubic * x * x);
}

/// Of x / (1 + exp(-factor x)).
double logistic_slope(double x, double factor) {
  const double s = 1 / (1 + std::exp(-(factor * x)));
  return s * (1 + factor * x * (1 - s));
}

double quick_gelu_slope(double x) {
  return logistic_slope(x, 1.702);
}

double silu_slope(double x) {
  return logistic_slope(x, 1.0);
}

/// dx = f'(x) dy
template <double (*slope)(double)>
void activation_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                         GradientAccumulator& gradients) {
  const Tensor x = operands.x().contiguous(), given = dy.contiguous();
  Tensor dx = gradients.take(x.sizes());
  numbers(dx) = numbers(x).template cast<double>().unaryExpr(slope).template cast<float>() * numbers(given);
  gradients.add_to_input(0, dx);
}

template <void (*row)(const float*, Size, float*)>
void activation_forward(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().contiguous();
  row(x.data(), narrow(x.elements()), y.data());
}

void relu_forward(const Operands& operands, Tensor& y) {
  numbers(y) = numbers(operands.x().contiguous()).max(0.0f);
}

void relu_backward(const Operands&, const Tensor& y, const Tensor& dy, GradientAccumulator& gradients) {
  Tensor dx = gradients.take(y.sizes());
  numbers(dx) = (numbers(y) > 0.0f).select(numbers(dy.contiguous()), 0.0f);
  gradients.add_to_input(0, dx);
}

void relu_forward_fast(const Operands& operands, Tensor& y) {
  std::ranges::transform(operands.x().contiguous().values(), y.values().begin(),
                         [](float each) { return std::max(each, 0.0f); });
}

void relu_backward_fast(const Operands&, const Tensor& y, const Tensor& dy, GradientAccumulator& gradients) {
  Tensor dx = gradients.take(y.sizes());
  std::ranges::transform(dy.contiguous().values(), y.values(), dx.values().begin(),
                         [](float gradient, float made) { return made > 0 ? gradient : 0.0f; });
  gradients.add_to_input(0, dx);
}

/// An exponential or error function, products and sums.
OperationCost activation_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({8, y.elements()}));
}

Dims multiply_sizes(const Operands& operands) {
  const Dims &x = operands.x().sizes(), &y = operands.inputs[1]->sizes();
  if (x != y) fail_shape("what is multiplied", y, x);
  return x;
}

void multiply_forward(const Operands& operands, Tensor& y) {
  numbers(y) = numbers(operands.x().contiguous()) * numbers(operands.inputs[1]->contiguous());
}

void multiply_forward_fast(const Operands& operands, Tensor& y) {
  const Tensor a = operands.x().contiguous(), b = operands.inputs[1]->contiguous();
  multiply_rows(a.data(), b.data(), narrow(y.elements()), y.data());
}

/// dA = dC B, dB = dC A
void multiply_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                       GradientAccumulator& gradients) {
  const Tensor given = dy.contiguous();
  for (std::size_t place : {std::size_t{0}, std::size_t{1}}) {
    Tensor gradient = gradients.take(given.sizes());
    numbers(gradient) = numbers(given) * numbers(operands.inputs[1 - place]->contiguous());
    gradients.add_to_input(place, gradient);
  }
}

constexpr std::string_view kSameElement = "[[1,1]]";

}  // namespace

namespace op {

constinit const Operation gelu = {.name = "gelu",
                                  .kernel = {activation_forward<gelu_row>, activation_backward<gelu_slope>},
                                  .cost = activation_cost,
                                  .reads = kSameElement,
                                  .formulas = R"-(["{x} · Φ({x})"])-"};
constinit const Operation gelu_tanh = {
    .name = "gelu_tanh",
    .kernel = {activation_forward<gelu_tanh_row>, activation_backward<gelu_tanh_slope>},
    .cost = activation_cost,
    .reads = kSameElement,
    .formulas = R"-(["{x}/2 · (1 + tanh(√(2/π) · ({x} + 0.044715 · {x}³)))"])-"};
constinit const Operation quick_gelu = {
    .name = "quick_gelu",
    .kernel = {activation_forward<quick_gelu_row>, activation_backward<quick_gelu_slope>},
    .cost = activation_cost,
    .reads = kSameElement,
    .formulas = R"-(["{x} / (1 + exp(−1.702 · {x}))"])-"};
constinit const Operation silu = {.name = "silu",
                                  .kernel = {activation_forward<silu_row>, activation_backward<silu_slope>},
                                  .cost = activation_cost,
                                  .reads = kSameElement,
                                  .formulas = R"-(["{x} / (1 + exp(−{x}))"])-"};
constinit const Operation relu = {.name = "relu",
                                  .definition = {relu_forward, relu_backward},
                                  .kernel = {relu_forward_fast, relu_backward_fast},
                                  .cost = one_flop_an_element};
constinit const Operation multiply = {.name = "multiply",
                                      .takes = {.inputs = 2},
                                      .sizes = multiply_sizes,
                                      .definition = {multiply_forward, multiply_backward},
                                      .kernel = {multiply_forward_fast, multiply_backward},
                                      .cost = one_flop_an_element,
                                      .reads = "[[1,1],[1,1]]",
                                      .formulas = R"-(["{x} · {y}"])-"};

}  // namespace op

}  // namespace mha
