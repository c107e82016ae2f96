#include "gradients.hpp"

#include <algorithm>

#include "elementwise.hpp"

namespace mha {
namespace {

/// What several readers give one tensor, summed in the order in which they read it forward: the walk meets them
/// from the last on.
class Sum {
 public:
  void give(const Tensor& gradient) { given_.push_back(gradient); }
  /// Empty where nobody gave anything.
  Tensor take() {
    Tensor total;
    while (!given_.empty()) {
      total = total ? add(total, given_.back()) : given_.back();
      given_.pop_back();
    }
    return total;
  }

 private:
  std::vector<Tensor> given_;
};

/// The sums for one step's operands.
class ToOperands : public Backflow {
 public:
  ToOperands(const Step& step, std::vector<Sum>& steps, std::vector<Parameter>& parameters)
      : step_(step), steps_(steps), parameters_(parameters) {}

  void to_input(std::size_t place, const Tensor& gradient) final { steps_[step_.inputs[place]].give(gradient); }
  void to_parameter(std::size_t place, const Tensor& gradient) final {
    const std::string& name = step_.parameters[place].name;
    const auto known = std::ranges::find(parameters_, name, &Parameter::name);
    if (known == parameters_.end()) {
      parameters_.push_back({name, gradient});
    } else {
      known->values = add(known->values, gradient);
    }
  }

 private:
  const Step& step_;
  std::vector<Sum>& steps_;
  std::vector<Parameter>& parameters_;
};

void check(const std::vector<Step>& steps, StepIndex from, const Tensor& gradient) {
  if (from >= steps.size()) fail(ErrorCode::config, "there is no step {} on a tape of {}", from, steps.size());
  const Step& step = steps[from];
  if (!step.output) fail(ErrorCode::config, "{} was refused, so that nothing flows back: {}", step.id, step.error);
  if (gradient.sizes() != step.output.sizes()) {
    fail(ErrorCode::shape, "the gradient of {} has shape {}, expected that of its output, {}", step.id,
         gradient.sizes(), step.output.sizes());
  }
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
  std::vector<Sum> sums(steps.size());
  sums[from].give(gradient);
  for (StepIndex i = from + 1; i-- > 0;) {
    const Tensor dy = out.steps[i] = sums[i].take();
    const Step& step = steps[i];
    if (!dy || step.op->backward == nullptr) continue;
    ToOperands back(step, sums, out.parameters);
    step.op->backward(operands_of(step, steps), step.output, dy, back);
  }
  return out;
}

}  // namespace mha
