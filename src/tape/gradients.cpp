#include "gradients.hpp"

#include <algorithm>
#include <forward_list>
#include <utility>

#include "../tensor/elementwise.hpp"

namespace mha {
namespace {

/// What steps have given to those before them.
// It is on the stack, and nobody deletes it by its base.
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor)
class Given final : public Backflow {
 public:
  /// From here on they come from this step.
  void begin(const Step& step) { step_ = &step; }

  void to_input(std::size_t place, const Tensor& gradient) override {
    list_.push_front({step_->inputs[place], gradient});
  }
  void to_parameter(std::size_t place, const Tensor& gradient) override {
    const std::string& name = step_->parameters[place].name;
    const auto known = std::ranges::find(parameters, name, &Parameter::name);
    if (known == parameters.end()) {
      parameters.push_back({name, gradient});
    } else {
      known->values = add(known->values, gradient);
    }
  }

  /// All that a step was given, in the order in which it was read forward; given back by then.
  Tensor take(StepIndex step) {
    Tensor total;
    for (auto& [to, gradient] : list_) {
      if (to == step) total = total ? add(total, std::exchange(gradient, {})) : std::exchange(gradient, {});
    }
    return total;
  }

  std::vector<Parameter> parameters;

 private:
  struct Gift {
    StepIndex to;
    Tensor gradient;
  };
  std::forward_list<Gift> list_;  // the last comes first: the walk meets readers from the last on
  const Step* step_ = nullptr;
};

void check(const std::vector<Step>& steps, StepIndex from, const Tensor& gradient) {
  if (from >= steps.size())
    fail(ErrorCode::config, "no_step_on_tape", "there is no step {step} on a tape of {steps}", from,
         steps.size());
  const Step& step = steps[from];
  if (!step.output) throw Error(ErrorCode::config, step.error);
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

TapeGradients walk_back(const std::vector<Step>& steps, StepIndex from, const Tensor& gradient) {
  check(steps, from, gradient);
  TapeGradients out;
  out.steps.resize(steps.size());
  out.steps[from] = gradient;
  Given given;
  for (StepIndex i = from + 1; i-- > 0;) {
    const Step& step = steps[i];
    if (i < from) out.steps[i] = given.take(i);
    if (!out.steps[i] || step.op->backward == nullptr) continue;
    given.begin(step);
    step.op->backward(operands_of(step, steps), step.output, out.steps[i], given);
  }
  out.parameters = std::move(given.parameters);
  return out;
}

}  // namespace mha
