// Operations of a layer besides attention.
#include <algorithm>
#include <cmath>

#include "../kernel/norm.hpp"
#include "../kernel/rows.hpp"
#include "../tape/operand_checks.hpp"
#include "../tape/operation_cost.hpp"
#include "../tensor/maps.hpp"
#include "operations.hpp"

namespace mha {
namespace {

/// Calls f(at, first, keys) for each head and query. Its `keys` scores begin at `at` in x (1, H, T, T), which
/// is contiguous; the numbers of their distances begin at `first` in `distances` (H, 2 M - 1).
template <class F>
void for_each_query(const Tensor& x, const Tensor& distances, F f) {
  const Size heads = narrow(x.size(1)), queries = narrow(x.size(2)), keys = narrow(x.size(3)),
             width = narrow(distances.size(1));
  for (Size h = 0; h < heads; ++h) {
    for (Size i = 0; i < queries; ++i) f((h * queries + i) * keys, h * width + (width - 1) / 2 - i, keys);
  }
}

Dims add_distances_sizes(const Operands& operands) {
  const Dims& x = operands.x().sizes();
  if (x.size() != 4 || x[0] != 1) fail_shape("what distances are added to", x, "(1, H, T_q, T_k)");
  const Dims& distances = operands.parameters[0]->sizes();
  const Index least = std::max(x[2], x[3]);
  if (distances.size() != 2 || distances[0] != x[1] || distances[1] % 2 == 0 || distances[1] / 2 + 1 < least)
    fail_shape("distances", distances, text("({}, 2 M - 1) with M of at least {}", x[1], least).c_str());
  return x;
}

void add_distances_forward(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().contiguous(), distances = operands.parameters[0]->contiguous();
  for_each_query(x, distances, [&](Size at, Size first, Size keys) {
    numbers(y).segment(at, keys) = numbers(x).segment(at, keys) + numbers(distances).segment(first, keys);
  });
}

void add_distances_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                            GradientAccumulator& gradients) {
  const Tensor given = dy.contiguous();
  Tensor sum = gradients.take(operands.parameters[0]->sizes());
  numbers(sum) = 0;
  for_each_query(given, sum, [&](Size at, Size first, Size keys) {
    numbers(sum).segment(first, keys) += numbers(given).segment(at, keys);
  });
  gradients.add_to_input(0, dy);
  gradients.add_to_parameter(0, sum);
}

Dims norm_sizes(const Operands& operands) {
  check_rows(operands.x());
  const Dims expected = {operands.x().size(-1)};
  check_parameter(operands, 0, "the gain of norm", expected);
  check_parameter(operands, 1, "the shift of norm", expected);
  return operands.x().sizes();
}

double least_variance_of(const Operands& operands) {
  return operands.given.get<double>("eps");
}

/// A normalised row, less its mean and divided by its standard deviation, in double precision.
struct Normed {
  Eigen::ArrayXd row;
  double stretch;

  template <class Row>
  Normed(const Row& x, double eps) : row(x.transpose().array().template cast<double>()) {
    row -= row.mean();
    stretch = 1 / std::sqrt(row.square().mean() + eps);
    row *= stretch;
  }
};

void norm_forward(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().contiguous(), gains = operands.parameters[0]->contiguous(),
               shifts = operands.parameters[1]->contiguous();
  const auto gain = numbers(gains), shift = numbers(shifts);
  MatrixMap to = rows(y);
  for (Size i = 0; i < to.rows(); ++i)
    to.row(i) =
        (Normed(rows(x).row(i), least_variance_of(operands)).row.cast<float>() * gain + shift).matrix();
}

/// With n the normalised row and dn = dy gain: dx = stretch (dn - mean(dn) - n mean(dn n)).
void norm_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                   GradientAccumulator& gradients) {
  const Tensor x = operands.x().contiguous(), given = dy.contiguous(),
               gains = operands.parameters[0]->contiguous();
  const auto gain = numbers(gains);
  Tensor dx = gradients.take(x.sizes()), dgain = gradients.take(operands.parameters[0]->sizes()),
         dshift = gradients.take(operands.parameters[1]->sizes());
  row(dshift) = rows(given).colwise().sum();
  numbers(dgain) = 0;
  MatrixMap to = rows(dx);
  for (Size i = 0; i < to.rows(); ++i) {
    const Normed n(rows(x).row(i), least_variance_of(operands));
    const Eigen::ArrayXf d = rows(given).row(i).transpose().array();
    const Eigen::ArrayXd dn = (d * gain).cast<double>();
    numbers(dgain) += d * n.row.cast<float>();
    to.row(i) = (n.stretch * (dn - dn.mean() - n.row * (dn * n.row).mean())).cast<float>().matrix();
  }
  gradients.add_to_input(0, dx);
  gradients.add_to_parameter(0, dgain);
  gradients.add_to_parameter(1, dshift);
}

void norm_forward_fast(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().contiguous(), gain = operands.parameters[0]->contiguous(),
               shift = operands.parameters[1]->contiguous();
  norm_rows(rows(x), gain.data(), shift.data(), least_variance_of(operands), rows(y));
}

void norm_backward_fast(const Operands& operands, const Tensor&, const Tensor& dy,
                        GradientAccumulator& gradients) {
  const Tensor x = operands.x().contiguous(), given = dy.contiguous(),
               gain = operands.parameters[0]->contiguous();
  Tensor dx = gradients.take(x.sizes()), dgain = gradients.take(operands.parameters[0]->sizes()),
         dshift = gradients.take(operands.parameters[1]->sizes());
  for (Tensor* sum : {&dx, &dgain, &dshift}) fill_row(sum->data(), narrow(sum->elements()), 0.0f);
  norm_rows_backward(rows(x), gain.data(), least_variance_of(operands), rows(given), rows(dx), dgain.data(),
                     dshift.data());
  gradients.add_to_input(0, dx);
  gradients.add_to_parameter(0, dgain);
  gradients.add_to_parameter(1, dshift);
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

OperationCost norm_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({8, y.elements()}));
}

}  // namespace

namespace op {

constinit const Operation add_distances = {.name = "add_distances",
                                           .takes = {.parameters = 1},
                                           .sizes = add_distances_sizes,
                                           .definition = {add_distances_forward, add_distances_backward},
                                           .cost = one_flop_an_element};
constinit const Operation norm = {.name = "norm",
                                  .takes = {.parameters = 2, .attributes = {{{"eps", AttributeType::real}}}},
                                  .sizes = norm_sizes,
                                  .definition = {norm_forward, norm_backward},
                                  .kernel = {norm_forward_fast, norm_backward_fast},
                                  .cost = norm_cost};
constinit const Operation relu = {.name = "relu",
                                  .definition = {relu_forward, relu_backward},
                                  .kernel = {relu_forward_fast, relu_backward_fast},
                                  .cost = one_flop_an_element};

}  // namespace op
}  // namespace mha
