#include "backward.hpp"

#include <algorithm>

#include "../tensor/elementwise.hpp"

namespace mha {
namespace {

/// Adds to the gradient of a tensor that occurs on the tape several times.
void accumulate(Tensor& total, const Tensor& gradient) {
  total = total && gradient ? add(total, gradient) : total ? total : gradient;
}

}  // namespace

Tensor Gradients::parameter(Param param) const {
  const auto at = std::ranges::find(parameters, name(param), &Parameter::name);
  return at == parameters.end() ? Tensor() : at->values;
}

Gradients backward(const Run& run, const Tensor& d_output) {
  if (run.steps.empty())
    fail(ErrorCode::config, "needs_trace", "{method} needs a run with trace: true", "backward");
  return backward(run, run.steps.size() - 1, d_output);
}

Gradients backward(const Run& run, StepIndex from, const Tensor& gradient) {
  TapeGradients walked = walk_back(run.steps, from, gradient);
  Gradients out;
  const std::array tensors = {&out.query, run.args.key ? &out.key : &out.query,
                              run.args.value ? &out.value
                              : run.args.key ? &out.key
                                             : &out.query};
  for (StepIndex i = 0; i < run.steps.size() && run.steps[i].op == &op::input; ++i)
    accumulate(*tensors[i], walked.steps[i]);
  out.parameters = std::move(walked.parameters);
  out.steps = std::move(walked.steps);
  return out;
}

}  // namespace mha
