#pragma once

#include "tape.hpp"

namespace mha {

/// Gradients of a scalar loss by what stands on a tape, each of the sizes of what it belongs to, of any
/// strides.
struct TapeGradients {
  std::vector<Tensor> steps;          // by StepIndex; empty where the loss does not depend on the step
  std::vector<Parameter> parameters;  // of those that it depends on

  /// Empty where there is none of this name.
  Tensor parameter(std::string_view name) const;
};

/// Walks back over all steps of a tape from one of them, given the gradient of its output: each operation
/// adds its vector-Jacobian product to the gradients of what it read. Error "shape" for a gradient of other
/// sizes than that output, "config" where there is no such step or it was refused.
TapeGradients walk_back(const std::vector<Step>& steps, StepIndex from, const Tensor& gradient);

}  // namespace mha
