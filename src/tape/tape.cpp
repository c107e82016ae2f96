#include "tape.hpp"

#include <algorithm>

#include "operand_checks.hpp"

namespace mha {
namespace {

constexpr Index kBytes = sizeof(float);

bool any_meta(const Operands& operands) {
  const auto is_meta = [](const Tensor* tensor) { return tensor->is_meta(); };
  return std::ranges::any_of(operands.inputs, is_meta) || std::ranges::any_of(operands.parameters, is_meta);
}

Axes with_last(Axes axes, Axis axis) {
  if (!axes.empty()) axes.back() = axis;
  return axes;
}

/// The result of an operation: a view of an input, or computed. A meta tensor if any operand is one.
Tensor result_of(const Operation& op, const Operands& operands, Trace trace) {
  if (Tensor view = op.view != nullptr ? op.view(operands) : Tensor()) return view;
  Tensor y =
      any_meta(operands) ? Tensor::meta(op.sizes(operands)) : Tensor::uninitialised(op.sizes(operands));
  if (!y.is_meta()) (trace == Trace::on ? op.traced() : op.fast()).forward(operands, y);
  return y;
}

bool is_view_of_input(const Tensor& y, const Operands& operands) {
  return std::ranges::any_of(operands.inputs,
                             [&](const Tensor* input) { return input->shares_buffer_with(y); });
}

void count_cost(Step& step, const Operands& operands) {
  if (step.is_view || !step.output) return;
  const OperationCost cost = step.op->cost(operands, step.output);
  step.flops = cost.flops;
  step.bytes_read = multiply_checked({cost.elements_read, kBytes});
  step.bytes_written = multiply_checked({cost.elements_written, kBytes});
}

}  // namespace

Tape::Scope::Scope(Tape& tape, std::string_view name) : tape_(tape), length_before_(tape.scope_.size()) {
  tape_.scope_.append(name) += '.';
}

bool Tape::holds(std::string_view id) const {
  const std::string full = text("{}{}", scope_, id);
  return std::ranges::any_of(steps_, [&](const Step& step) { return step.id == full; });
}

Step Tape::begin(At at, const Operation& op, const InlineList<StepIndex, 2>& inputs, const Axes& axes) const {
  Step step{.id = scope_,
            .op = &op,
            .lane = at.lane,
            .stage = stage_ + (next_stage_ ? 1 : 0),
            .inputs = inputs,
            .axes = axes};
  step.id += at.id;
  return step;
}

void fail_for_step(StepIndex step, std::size_t steps) {
  fail(ErrorCode::config, "no_step_on_tape", "there is no step {step} on a tape of {steps}", step, steps);
}

StepIndex Tape::run(Step&& step) {
  check_operands(step, steps_);
  if (step.error.empty()) {
    const Operands operands = operands_of(step, steps_);
    step.output = result_of(*step.op, operands, trace_);
    step.is_view = is_view_of_input(step.output, operands);
    if (trace_ == Trace::on) count_cost(step, operands);
  }
  return push(std::move(step));
}

StepIndex Tape::push(Step&& step) {
  stage_ = step.stage;
  next_stage_ = false;
  steps_.push_back(std::move(step));
  return steps_.size() - 1;
}

void Tape::release(StepIndex first, std::initializer_list<StepIndex> kept) {
  if (trace_ == Trace::on) return;
  for (StepIndex i = first; i < steps_.size(); ++i) {
    if (std::ranges::find(kept, i) == kept.end()) steps_[i].output = {};
  }
}

StepIndex Tape::apply(At at, const Operation& op, const InlineList<StepIndex, 2>& inputs, const Axes& axes,
                      const OtherOperands& others) {
  Step step = begin(at, op, inputs, axes);
  step.attributes.named = others.named;
  if (others.factors != nullptr) step.attributes.factors = *others.factors;
  step.attributes.meta_factors = others.meta_factors;
  if (others.masks != nullptr) step.attributes.masks = std::vector<Mask>(*others.masks);
  if (others.indices != nullptr) step.attributes.indices = *others.indices;
  for (const NamedTensor& parameter : others.parameters) {
    if (parameter.values) step.parameters.push_back({scope_ + std::string(parameter.name), parameter.values});
  }
  return run(std::move(step));
}

StepIndex Tape::input(At at, const Tensor& x, const Axes& axes) {
  Step step = begin(at, op::input, {}, axes);
  step.output = x;
  return push(std::move(step));
}

StepIndex Tape::linear(At at, StepIndex x, std::initializer_list<NamedTensor> parameters, Axis axis) {
  return apply(at, op::linear, {x}, with_last(axes(x), axis), {.parameters = parameters});
}

StepIndex Tape::view(At at, StepIndex x, const Dims& sizes, const Axes& axes) {
  Step step = begin(at, op::view, {x}, axes);
  step.attributes.named = {{"sizes", sizes}};
  check_input(x, steps_);
  step.error = (*this)[x].shape().view_refusal(sizes);
  return run(std::move(step));
}

StepIndex Tape::transpose(At at, StepIndex x, int dim_a, int dim_b) {
  Axes swapped = axes(x);
  const auto rank = static_cast<int>(swapped.size());
  const auto position = [&](int dim) { return static_cast<std::size_t>(dim < 0 ? dim + rank : dim); };
  if (std::max(position(dim_a), position(dim_b)) < swapped.size())  // else it is refused
    std::swap(swapped[position(dim_a)], swapped[position(dim_b)]);
  return apply(at, op::transpose, {x}, swapped, {.named = {{"dims", Dims{dim_a, dim_b}}}});
}

StepIndex Tape::expand_groups(At at, StepIndex x, Index group_size) {
  const Axes& a = axes(x);
  if (a.size() != 4) fail_shape("what is expanded over groups", (*this)[x].sizes(), "(B, H_kv, T, d)");
  return apply(at, op::expand, {x}, {a[0], a[1], Axis::G, a[2], a[3]},
               {.named = {{"dim", Index{2}}, {"size", group_size}}});
}

StepIndex Tape::slice(At at, StepIndex x, Index start, Index length, Axis axis) {
  return apply(at, op::slice, {x}, with_last(axes(x), axis),
               {.named = {{"dim", Index{-1}}, {"start", start}, {"length", length}}});
}

StepIndex Tape::matmul(At at, StepIndex a, StepIndex b, const Axes& axes) {
  return apply(at, op::matmul, {a, b}, axes);
}

StepIndex Tape::add(At at, StepIndex a, StepIndex b) {
  return apply(at, op::add, {a, b}, axes(a));
}

StepIndex Tape::scale(At at, StepIndex x, float factor) {
  return apply(at, op::scale, {x}, axes(x), {.named = {{"factor", double{factor}}}});
}

StepIndex Tape::scale_heads(At at, StepIndex x, const std::vector<float>& factors) {
  return apply(at, op::scale, {x}, axes(x), {.named = {{"dim", Index{1}}}, .factors = &factors});
}

StepIndex Tape::mask(At at, StepIndex x, const std::vector<Mask>& masks, float fill, Notice refusal) {
  Step step = begin(at, op::mask, {x}, axes(x));
  step.attributes.named = {{"fill", double{fill}}};
  step.attributes.masks = masks;
  step.error = std::move(refusal);
  return run(std::move(step));
}

StepIndex Tape::softmax(At at, StepIndex x, EmptyRow empty_row, int dim) {
  return apply(at, op::softmax, {x}, axes(x),
               {.named = {{"dim", Index{dim}}, {"emptyRow", double{weight_in(empty_row)}}}});
}

StepIndex Tape::dropout(At at, StepIndex x, double p, std::uint64_t seed) {
  return apply(at, op::dropout, {x}, axes(x), {.named = {{"p", p}, {"seed", static_cast<Index>(seed)}}});
}

StepIndex Tape::contiguous(At at, StepIndex x) {
  return apply(at, op::contiguous, {x}, axes(x));
}

Operands operands_of(const Step& step, const std::vector<Step>& steps) {
  Operands operands{.given = step.attributes};
  for (StepIndex input : step.inputs) operands.inputs.push_back(&steps[input].output);
  for (const Parameter& parameter : step.parameters) operands.parameters.push_back(&parameter.values);
  return operands;
}

Index bytes_held(const std::vector<Step>& steps) {
  std::vector<const void*> seen;
  Index bytes = 0;
  for (const Step& step : steps) {
    const void* buffer = step.output.buffer_identity();
    if (buffer == nullptr || std::ranges::find(seen, buffer) != seen.end()) continue;
    seen.push_back(buffer);
    bytes = add_checked(bytes, multiply_checked({step.output.buffer_elements(), kBytes}));
  }
  return bytes;
}

}  // namespace mha
