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
double rstd_of(const Row& row, double eps) {
  return 1 / std::sqrt(row.template cast<double>().square().mean() + eps);
}

void rms_norm_forward(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().contiguous(), gain = operands.parameters[0]->contiguous();
  MatrixMap to = rows(y);
  for (Size i = 0; i < to.rows(); ++i) {
    const auto from = rows(x).row(i).transpose().array();
    const auto rstd = static_cast<float>(rstd_of(from, eps_of(operands)));
    to.row(i) = (from * rstd * numbers(gain)).matrix();
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
    const double rstd = rstd_of(from, eps_of(operands));
    const Eigen::ArrayXd normed = from.cast<double>() * rstd;
    const Eigen::ArrayXf d = rows(given).row(i).transpose().array();
    const Eigen::ArrayXd dn = (d * numbers(gain)).cast<double>();
    numbers(dgain) += d * normed.cast<float>();
    to.row(i) = (rstd * (dn - normed * (dn * normed).mean())).cast<float>().matrix();
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
  rms_norm_rows_backward(rows(x), gain.data(), eps_of(operands), rows(given),
                         {.dx = rows(dx), .dgain = dgain.data(), .dbias = nullptr});
  gradients.add_to_input(0, dx);
  gradients.add_to_parameter(0, dgain);
}

/// A square, a sum and two products for each number. The root of each row is not counted.
OperationCost rms_norm_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({4, y.elements()}));
}

Dims norm_sizes(const Operands& operands) {
  check_rows(operands.x());
  const Dims expected = {operands.x().size(-1)};
  check_parameter(operands, 0, "the gain of norm", expected);
  check_parameter(operands, 1, "the bias of norm", expected);
  return operands.x().sizes();
}

/// A normalised row, less its mean and divided by its standard deviation, in double precision.
struct Normed {
  Eigen::ArrayXd row;
  double rstd;

  template <class Row>
  Normed(const Row& x, double eps) : row(x.transpose().array().template cast<double>()) {
    row -= row.mean();
    rstd = 1 / std::sqrt(row.square().mean() + eps);
    row *= rstd;
  }
};

void norm_forward(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().contiguous(), gains = operands.parameters[0]->contiguous(),
               biases = operands.parameters[1]->contiguous();
  const auto gain = numbers(gains), bias = numbers(biases);
  MatrixMap to = rows(y);
  for (Size i = 0; i < to.rows(); ++i)
    to.row(i) = (Normed(rows(x).row(i), eps_of(operands)).row.cast<float>() * gain + bias).matrix();
}

/// With n the normalised row and dn = dy gain: dx = rstd (dn - mean(dn) - n mean(dn n)).
void norm_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                   GradientAccumulator& gradients) {
  const Tensor x = operands.x().contiguous(), given = dy.contiguous(),
               gains = operands.parameters[0]->contiguous();
  const auto gain = numbers(gains);
  Tensor dx = gradients.take(x.sizes()), dgain = gradients.take(operands.parameters[0]->sizes()),
         dbias = gradients.take(operands.parameters[1]->sizes());
  row(dbias) = rows(given).colwise().sum();
  numbers(dgain) = 0;
  MatrixMap to = rows(dx);
  for (Size i = 0; i < to.rows(); ++i) {
    const Normed n(rows(x).row(i), eps_of(operands));
    const Eigen::ArrayXf d = rows(given).row(i).transpose().array();
    const Eigen::ArrayXd dn = (d * gain).cast<double>();
    numbers(dgain) += d * n.row.cast<float>();
    to.row(i) = (n.rstd * (dn - dn.mean() - n.row * (dn * n.row).mean())).cast<float>().matrix();
  }
  gradients.add_to_input(0, dx);
  gradients.add_to_parameter(0, dgain);
  gradients.add_to_parameter(1, dbias);
}

void norm_forward_fast(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().contiguous(), gain = operands.parameters[0]->contiguous(),
               bias = operands.parameters[1]->contiguous();
  norm_rows(rows(x), gain.data(), bias.data(), eps_of(operands), rows(y));
}

void norm_backward_fast(const Operands& operands, const Tensor&, const Tensor& dy,
                        GradientAccumulator& gradients) {
  const Tensor x = operands.x().contiguous(), given = dy.contiguous(),
               gain = operands.parameters[0]->contiguous();
  Tensor dx = gradients.take(x.sizes()), dgain = gradients.take(operands.parameters[0]->sizes()),
         dbias = gradients.take(operands.parameters[1]->sizes());
  for (Tensor* sum : {&dgain, &dbias}) fill_row(sum->data(), narrow(sum->elements()), 0.0f);
  norm_rows_backward(rows(x), gain.data(), eps_of(operands), rows(given),
                     {.dx = rows(dx), .dgain = dgain.data(), .dbias = dbias.data()});
  gradients.add_to_input(0, dx);
  gradients.add_to_parameter(0, dgain);
  gradients.add_to_parameter(1, dbias);
}

OperationCost norm_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({8, y.elements()}));
}

}  // namespace

namespace op {

constinit const Operation norm = {.name = "norm",
                                  .takes = {.parameters = 2, .attributes = {{{"eps", AttributeType::real}}}},
                                  .sizes = norm_sizes,
                                  .definition = {norm_forward, norm_backward},
                                  .kernel = {norm_forward_fast, norm_backward_fast},
                                  .cost = norm_cost};
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
