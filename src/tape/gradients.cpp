#include "gradients.hpp"

#include <algorithm>
#include <utility>

#include "../tensor/elementwise.hpp"

namespace mha {
namespace {

/// Takes memory from the heap, and sums up gradients of parameters by their names.
class NamedAccumulator final : public StepAccumulator {
 public:
  explicit NamedAccumulator(TapeGradients& to) : StepAccumulator(to.steps), parameters_(to.parameters) {}

  Tensor take(const Dims& sizes) override { return Tensor::uninitialised(sizes); }
  void add_to_parameter(std::size_t place, const Tensor& gradient) override {
    const std::string& name = step().parameters[place].name;
    const auto known = std::ranges::find(parameters_, name, &Parameter::name);
    if (known == parameters_.end()) {
      parameters_.push_back({name, gradient});
      return;
    }
    if (const Dims& sizes = known->values.sizes(); gradient.sizes() != sizes)
      fail(
          ErrorCode::shape, "parameters_of_one_name",
          "two parameters of the sizes {shape} and {other} have the name {name}; give each a name of its own",
          gradient.sizes(), sizes, name);
    add(gradient, known->values);
  }

 private:
  std::vector<Parameter>& parameters_;
};

void check(const std::vector<Step>& steps, StepIndex from, const Tensor& gradient) {
  if (from >= steps.size()) fail_for_step(from, steps.size());
  const Step& step = steps[from];
  if (!step.output && !step.error.empty()) throw Error(ErrorCode::config, step.error);
  const std::span read = std::span(steps).first(from + 1);
  const auto released =
      std::ranges::find_if(read, [](const Step& each) { return !each.output && each.error.empty(); });
  if (released != read.end())
    fail(ErrorCode::config, "released_step",
         "the step {id} has no output any more, because its tape released it; record the steps with a trace",
         released->id);
  if (gradient.sizes() != step.output.sizes()) {
    fail(ErrorCode::shape, "gradient_of_other_shape",
         "the {step}'s gradient has shape {shape}, expected that of the {of}, {expected}", step.id,
         gradient.sizes(), step.id, step.output.sizes());
  }
  check_numbers(step.output);
  check_numbers(gradient);
}

}  // namespace

Tensor TapeGradients::parameter(std::string_view name) const {
  const auto at = std::ranges::find(parameters, name, &Parameter::name);
  return at == parameters.end() ? Tensor() : at->values;
}

void StepAccumulator::add_to_input(std::size_t place, const Tensor& gradient) {
  add(gradient, gradients_[step_->inputs[place]]);
}

void StepAccumulator::add(const Tensor& gradient, Tensor& total) {
  if (!total) {
    total = gradient;
    return;
  }
  Tensor sum = take(total.sizes());
  if (total.is_contiguous()) {
    mha::add(total, gradient, sum);
  } else {  // add() would take memory for a contiguous copy
    copy(total, sum);
    mha::add(sum, gradient, sum);
  }
  total = sum;
}

void walk_back(const std::vector<Step>& steps, StepIndex from,
               const Implementation& (Operation::*implementation)() const, StepAccumulator& accumulator) {
  for (StepIndex i = from + 1; i-- > 0;) {
    const Step& step = steps[i];
    const auto backward = (step.op->*implementation)().backward;
    if (!accumulator[i] || backward == nullptr) continue;
    accumulator.begin(step);
    backward(operands_of(step, steps), step.output, accumulator[i], accumulator);
  }
}

TapeGradients walk_back(const std::vector<Step>& steps, StepIndex from, const Tensor& gradient) {
  check(steps, from, gradient);
  TapeGradients out;
  out.steps.resize(steps.size());
  out.steps[from] = gradient;
  NamedAccumulator accumulator(out);
  walk_back(steps, from, &Operation::traced, accumulator);
  return out;
}

}  // namespace mha
