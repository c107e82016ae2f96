// Operations that normalise rows, the numbers along the last dimension.
#include <cmath>

#include "../kernel/norm.hpp"
#include "../kernel/rows.hpp"
#include "../tensor/maps.hpp"
#include "operand_checks.hpp"
#include "operation_cost.hpp"

namespace mha {
namespace {

double eps_of(const Operands& operands) {
  return operands.given.get<double>("eps");
}

Dims rms_norm_sizes(const Operands& operands) {
  check_rows(operands.x());
  check_parameter(operands, 0, "the weight of rms_norm", {operands.x().size(-1)});
  return operands.x().sizes();
}

/// 1 / the root mean square of a row, in double precision.
template <class Row>
double stretch_of(const Row& row, double eps) {
  return 1 / std::sqrt(row.template cast<double>().square().mean() + eps);
}

void rms_norm_forward(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().contiguous(), gain = operands.parameters[0]->contiguous();
  MatrixMap to = rows(y);
  for (Size i = 0; i < to.rows(); ++i) {
    const auto from = rows(x).row(i).transpose().array();
    const auto stretch = static_cast<float>(stretch_of(from, eps_of(operands)));
    to.row(i) = (from * stretch * numbers(gain)).matrix();
  }
}

/// With r = 1 / sqrt(mean(x²) + eps), n = r x and dn = dy gain: dx = r (dn - n mean(dn n)), dgain = the sum
/// of dy n over rows.
void rms_norm_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                       GradientAccumulator& gradients) {
  const Tensor x = operands.x().contiguous(), gain = operands.parameters[0]->contiguous(),
               given = dy.contiguous();
  Tensor dx = gradients.take(x.sizes()), dgain = gradients.take(gain.sizes());
  numbers(dgain) = 0;
  MatrixMap to = rows(dx);
  for (Size i = 0; i < to.rows(); ++i) {
    const auto from = rows(x).row(i).transpose().array();
    const double stretch = stretch_of(from, eps_of(operands));
    const Eigen::ArrayXd normed = from.cast<double>() * stretch;
    const Eigen::ArrayXf d = rows(given).row(i).transpose().array();
    const Eigen::ArrayXd dn = (d * numbers(gain)).cast<double>();
    numbers(dgain) += d * normed.cast<float>();
    to.row(i) = (stretch * (dn - normed * (dn * normed).mean())).cast<float>().matrix();
  }
  gradients.add_to_input(0, dx);
  gradients.add_to_parameter(0, dgain);
}

void rms_norm_forward_fast(const Operands& operands, Tensor& y) {
  copy(operands.x(), y);
  const Tensor gain = operands.parameters[0]->contiguous();
  const Size width = narrow(y.size(-1));
  float* const end = y.data() + y.elements();
  for (float* row = y.data(); row != end; row += width)
    rms_norm_row(row, width, gain.data(), eps_of(operands));
}

void rms_norm_backward_fast(const Operands& operands, const Tensor&, const Tensor& dy,
                            GradientAccumulator& gradients) {
  const Tensor x = operands.x().contiguous(), gain = operands.parameters[0]->contiguous(),
               given = dy.contiguous();
  Tensor dx = gradients.take(x.sizes()), dgain = gradients.take(gain.sizes());
  fill_row(dgain.data(), narrow(dgain.elements()), 0.0f);
  rms_norm_rows_backward(rows(x), gain.data(), eps_of(operands), rows(given), rows(dx), dgain.data());
  gradients.add_to_input(0, dx);
  gradients.add_to_parameter(0, dgain);
}

/// A square, a sum and two products for each number. The root of each row is not counted.
OperationCost rms_norm_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({4, y.elements()}));
}

}  // namespace

namespace op {

constinit const Operation rms_norm = {
    .name = "rms_norm",
    .takes = {.parameters = 1, .attributes = {{{"eps", AttributeType::real}}}},
    .sizes = rms_norm_sizes,
    .definition = {rms_norm_forward, rms_norm_backward},
    .kernel = {rms_norm_forward_fast, rms_norm_backward_fast},
    .cost = rms_norm_cost,
    .reads = "[[1,0]]",
    .formulas = R"-(["{x} · {weight} / √(mean {a}² + {eps})"])-"};

}  // namespace op
}  // namespace mha
