// Operations that change the scores of attention between scaling and softmax, except masks (mask.hpp).
#include "../tensor/elementwise.hpp"
#include "../tensor/maps.hpp"
#include "operand_checks.hpp"
#include "operation_cost.hpp"

namespace mha {
namespace {

float cap_of(const Operands& operands) {
  return static_cast<float>(operands.given.get<double>("cap"));
}

void softcap_forward(const Operands& operands, Tensor& y) {
  numbers(y) = (numbers(operands.x().contiguous()) / cap_of(operands)).tanh() * cap_of(operands);
}

/// dx = (1 - (y / c)²) dy
void softcap_backward(const Operands& operands, const Tensor& y, const Tensor& dy,
                      GradientAccumulator& gradients) {
  Tensor dx = gradients.take(y.sizes());
  const Tensor capped = y.contiguous(), given = dy.contiguous();
  numbers(dx) = (1.0f - (numbers(capped) / cap_of(operands)).square()) * numbers(given);
  gradients.add_to_input(0, dx);
}

/// A quotient, a tanh and a product for each score.
OperationCost softcap_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({3, y.elements()}));
}

void check_scores(const Tensor& x) {
  if (x.shape().rank() != 4) fail_shape("the scores", x.sizes(), "(B, H, T_q, T_k)");
}

Dims alibi_sizes(const Operands& operands) {
  check_scores(operands.x());
  const Tensor& x = operands.x();
  if (!x.is_meta() || operands.given.meta_factors != x.size(1)) check_head_factors(x, operands.given.factors);
  add_checked(operands.given.get<Index>("first"), x.size(2));
  return x.sizes();
}

/// y_ij = x_ij - slope_h |first + i - j|
void alibi_forward(const Operands& operands, Tensor& y) {
  copy(operands.x(), y);
  const std::vector<float>& slopes = operands.given.factors;
  const Size queries = narrow(y.size(2)), keys = narrow(y.size(3));
  const auto first = static_cast<float>(operands.given.get<Index>("first"));
  const auto positions = Eigen::RowVectorXf::NullaryExpr(keys, [](Size j) { return static_cast<float>(j); });
  MatrixMap all = rows(y);
  for (Size row = 0; row < all.rows(); ++row) {
    const float slope = slopes[static_cast<std::size_t>(row / queries) % slopes.size()];
    const float position = first + static_cast<float>(row % queries);
    all.row(row).array() -= slope * (position - positions.array()).abs();
  }
}

void alibi_backward(const Operands&, const Tensor&, const Tensor& dy, GradientAccumulator& gradients) {
  gradients.add_to_input(0, dy);
}

/// A product and a difference for each score. Distances are not counted, because they are no numbers of the
/// layer.
OperationCost alibi_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({2, y.elements()}));
}

Dims sink_sizes(const Operands& operands) {
  const Tensor& x = operands.x();
  check_scores(x);
  check_parameter(operands, 0, "sinks", {x.size(1)});
  return {x.size(0), x.size(1), x.size(2), add_checked(x.size(3), 1)};
}

void sink_forward(const Operands& operands, Tensor& y) {
  const Index keys = operands.x().size(3), heads = y.size(1);
  copy(operands.x(), y.slice(3, 0, keys));
  copy(operands.parameters[0]->view({1, heads, 1, 1}).expand({y.size(0), heads, y.size(2), 1}),
       y.slice(3, keys, 1));
}

/// The gradient of a head's sink is the sum of its column.
void sink_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                   GradientAccumulator& gradients) {
  const Index keys = operands.x().size(3);
  gradients.add_to_input(0, dy.slice(3, 0, keys));
  Tensor d_sinks = gradients.take(operands.parameters[0]->sizes());
  for (Index h = 0; h < d_sinks.elements(); ++h)
    d_sinks.data()[h] = numbers(dy.slice(3, keys, 1).slice(1, h, 1).contiguous()).sum();
  gradients.add_to_parameter(0, d_sinks);
}

}  // namespace

namespace op {

constinit const Operation softcap = {.name = "softcap",
                                     .takes = {.attributes = {{{"cap", AttributeType::real}}}},
                                     .definition = {softcap_forward, softcap_backward},
                                     .cost = softcap_cost,
                                     .reads = "[[1,1]]",
                                     .formulas = R"-(["{cap} · tanh({x} / {cap})"])-"};
constinit const Operation alibi = {.name = "alibi",
                                   .takes = {.attributes = {{{"dim"}, {"first"}}}, .factors = true},
                                   .sizes = alibi_sizes,
                                   .definition = {alibi_forward, alibi_backward},
                                   .cost = alibi_cost,
                                   .reads = "[[1,1]]",
                                   .formulas = R"(["{x} − {factor} · |{first} + {i} − {j}|"])"};
constinit const Operation sink = {
    .name = "sink",
    .takes = {.parameters = 1, .attributes = {{{"dim"}, {"lengths", AttributeType::dims}}}},
    .sizes = sink_sizes,
    .kernel = {sink_forward, sink_backward},
    .cost = no_flops,
    .reads = "[[1,1]]",
    .formulas = R"(["{x} | {sink}"])"};

}  // namespace op
}  // namespace mha
