// Operations whose elements each depend on single elements, or on one row, of the inputs.
#include "../kernel/row_products.hpp"
#include "../kernel/rows.hpp"
#include "../tensor/elementwise.hpp"
#include "../tensor/maps.hpp"
#include "../tensor/softmax.hpp"
#include "operand_checks.hpp"
#include "operation_cost.hpp"

namespace mha {
namespace {

Dims input_sizes(const Operands&) {
  return {};
}

Dims add_sizes(const Operands& operands) {
  check_addends(operands.x(), *operands.inputs[1]);
  return operands.x().sizes();
}

void add_forward(const Operands& operands, Tensor& y) {
  add(operands.x(), *operands.inputs[1], y);
}

void add_forward_fast(const Operands& operands, Tensor& y) {
  copy(operands.x(), y);
  add_row(y.data(), narrow(y.elements()), operands.inputs[1]->contiguous().data());
}

void add_backward(const Operands&, const Tensor&, const Tensor& dy, GradientAccumulator& gradients) {
  gradients.add_to_input(0, dy);
  gradients.add_to_input(1, dy);
}

float factor_of(const Operands& operands) {
  return static_cast<float>(operands.given.get<double>("factor"));
}

Dims scale_sizes(const Operands& operands) {
  const std::vector<float>& factors = operands.given.factors;
  if (!factors.empty()) {
    check_head_factors(operands.x(), factors);
  } else if (operands.given.find("factor") == nullptr) {
    fail(ErrorCode::config, "no_factor", "scale needs a factor, or factors of heads");
  }
  return operands.x().sizes();
}

void scale_into(const Operands& operands, const Tensor& x, Tensor& y) {
  const std::vector<float>& factors = operands.given.factors;
  factors.empty() ? scale(x, factor_of(operands), y) : scale_heads(x, factors, y);
}

void scale_into_fast(const Operands& operands, const Tensor& x, Tensor& y) {
  copy(x, y);
  const std::vector<float>& factors = operands.given.factors;
  if (factors.empty()) return scale_row(y.data(), narrow(y.elements()), factor_of(operands));
  const auto heads = static_cast<Index>(factors.size());
  const Index per_head = y.elements() / (y.size(0) * heads);
  for (Index i = 0; i < y.size(0) * heads; ++i)
    scale_row(y.data() + i * per_head, narrow(per_head), factors[static_cast<std::size_t>(i % heads)]);
}

Dims mask_sizes(const Operands& operands) {
  check_masks(operands.given.masks, operands.x());
  return operands.x().sizes();
}

void mask_forward(const Operands& operands, Tensor& y) {
  apply(operands.given.masks, operands.x(), static_cast<float>(operands.given.get<double>("fill")), y);
}

void mask_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                   GradientAccumulator& gradients) {
  Tensor dx = gradients.take(dy.sizes());
  zero_where_blocked(operands.given.masks, dy, dx);
  gradients.add_to_input(0, dx);
}

/// One flop for each number that is added.
OperationCost mask_cost(const Operands& operands, const Tensor& y) {
  Index flops = 0;
  for (const Mask& mask : operands.given.masks) flops = add_checked(flops, mask.additive ? y.elements() : 0);
  return each_operand_once(operands, y, flops);
}

EmptyRow empty_row_of(const Operands& operands) {
  return operands.given.get<double>("emptyRow") == 0 ? EmptyRow::zero : EmptyRow::nan;
}

Dims softmax_sizes(const Operands& operands) {
  operands.x().shape().position_of(dim_of(operands));  // refuses a dimension that does not exist
  return operands.x().sizes();
}

void softmax_forward(const Operands& operands, Tensor& y) {
  softmax(operands.x(), empty_row_of(operands), dim_of(operands), y);
}

void softmax_backward(const Operands& operands, const Tensor& y, const Tensor& dy,
                      GradientAccumulator& gradients) {
  gradients.add_to_input(0, softmax_backward(y, dy, dim_of(operands)));
}

/// Whether the softmax is along rows, the only dimension that the kernel supports.
bool is_along_rows(const Operands& operands) {
  return dim_of(operands) == -1 || dim_of(operands) + 1 == static_cast<int>(operands.x().shape().rank());
}

void softmax_forward_fast(const Operands& operands, Tensor& y) {
  if (!is_along_rows(operands)) return softmax_forward(operands, y);
  copy(operands.x(), y);
  softmax_rows(rows(y), weight_in(empty_row_of(operands)));
}

void softmax_backward_fast(const Operands& operands, const Tensor& y, const Tensor& dy,
                           GradientAccumulator& gradients) {
  if (!is_along_rows(operands)) return softmax_backward(operands, y, dy, gradients);
  Tensor dx = gradients.take(y.sizes());
  copy(dy, dx);
  const Size length = narrow(y.size(-1));
  const float* weight = y.data();
  float* const end = dx.data() + dx.elements();
  for (float* row = dx.data(); row != end; row += length, weight += length) {
    const float dot_of_row = dot(row, weight, length);
    for (Size j = 0; j < length; ++j) row[j] = weight[j] * (row[j] - dot_of_row);
  }
  gradients.add_to_input(0, dx);
}

OperationCost softmax_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y,
                           multiply_checked({5, y.elements()}));  // maximum, subtract, exp, sum, divide
}

double p_of(const Operands& operands) {
  return operands.given.get<double>("p");
}

Dims dropout_sizes(const Operands& operands) {
  check_dropout(p_of(operands));
  return operands.x().sizes();
}

void drop(const Operands& operands, const Tensor& x, Tensor& y) {
  dropout(x, p_of(operands), static_cast<std::uint64_t>(operands.given.get<Index>("seed")), y);
}

/// An operation that multiplies each element of its input by a factor. The forward pass and the
/// vector-Jacobian product are the same function.
template <void (*Compute)(const Operands&, const Tensor& x, Tensor& y)>
constexpr Implementation kElementwise = {
    [](const Operands& operands, Tensor& y) { Compute(operands, operands.x(), y); },
    [](const Operands& operands, const Tensor&, const Tensor& dy, GradientAccumulator& gradients) {
      Tensor dx = gradients.take(dy.sizes());
      Compute(operands, dy, dx);
      gradients.add_to_input(0, dx);
    }};

}  // namespace

namespace op {

constinit const Operation input = {
    .name = "input", .takes = {.inputs = 0}, .sizes = input_sizes, .cost = no_flops};
constinit const Operation add = {.name = "add",
                                 .takes = {.inputs = 2},
                                 .sizes = add_sizes,
                                 .definition = {add_forward, add_backward},
                                 .kernel = {add_forward_fast, add_backward},
                                 .cost = one_flop_an_element,
                                 .reads = "[[1,1],[1,1]]",
                                 .formulas = R"(["{x} + {y}"])"};
constinit const Operation scale = {
    .name = "scale",
    .takes = {.attributes = {{{"factor", AttributeType::real, true}, {"dim", AttributeType::whole, true}}},
              .factors = true},
    .sizes = scale_sizes,
    .definition = kElementwise<scale_into>,
    .kernel = kElementwise<scale_into_fast>,
    .cost = one_flop_an_element,
    .reads = "[[1,1]]",
    .formulas = R"(["{x} · {factor}"])"};
constinit const Operation mask = {.name = "mask",
                                  .takes = {.attributes = {{{"fill", AttributeType::real}}}, .masks = true},
                                  .sizes = mask_sizes,
                                  .kernel = {mask_forward, mask_backward},
                                  .cost = mask_cost,
                                  .reads = "[[1,1]]",
                                  .formulas = R"(["{x} | {fill}"])"};
constinit const Operation softmax = {.name = "softmax",
                                     .takes = {.attributes = {{{"dim"}, {"emptyRow", AttributeType::real}}}},
                                     .sizes = softmax_sizes,
                                     .definition = {softmax_forward, softmax_backward},
                                     .kernel = {softmax_forward_fast, softmax_backward_fast},
                                     .cost = softmax_cost,
                                     .reads = "[[1,0]]",
                                     .formulas = R"(["exp {x} / Σ exp {a}"])"};
constinit const Operation dropout = {.name = "dropout",
                                     .takes = {.attributes = {{{"p", AttributeType::real}, {"seed"}}}},
                                     .sizes = dropout_sizes,
                                     .definition = kElementwise<drop>,
                                     .cost = one_flop_an_element,
                                     .reads = "[[1,1]]",
                                     .formulas = R"(["{x} · 1/(1 − {p}) | 0"])"};

}  // namespace op
}  // namespace mha
