#pragma once

#include "tape.hpp"

namespace mha {

/// Gradients of a scalar loss with respect to the steps and parameters of a tape. Each has the sizes of its
/// step or parameter, and any strides.
struct TapeGradients {
  std::vector<Tensor> steps;          // by StepIndex; empty if the loss does not depend on the step
  std::vector<Parameter> parameters;  // only those that the loss depends on

  /// Empty if there is no gradient of this name.
  Tensor parameter(std::string_view name) const;
};

/// Sums up the gradients of the steps of a tape.
class StepAccumulator : public GradientAccumulator {
 public:
  /// `gradients` has a tensor for each step; an empty one counts as 0.
  explicit StepAccumulator(std::vector<Tensor>& gradients) : gradients_(gradients) {}

  /// The operands of this step receive the next gradients.
  void begin(const Step& step) { step_ = &step; }
  const Step& step() const { return *step_; }
  const Tensor& operator[](StepIndex step) const { return gradients_[step]; }

  void add_to_input(std::size_t place, const Tensor& gradient) final;

 protected:
  /// Adds in new memory, because several steps may share one gradient.
  void add(const Tensor& gradient, Tensor& total);

 private:
  std::vector<Tensor>& gradients_;
  const Step* step_ = nullptr;
};

/// Walks back to the first step from step `from`, whose gradient the accumulator has. Calls traced() or
/// fast(), as `implementation` says.
void walk_back(const std::vector<Step>& steps, StepIndex from,
               const Implementation& (Operation::*implementation)() const, StepAccumulator& accumulator);

/// Walks back over all steps of a tape from one of them, given the gradient of its output: each operation
/// adds its vector-Jacobian product to the gradients of its operands. Error "shape" if the gradient has other
/// sizes than the output; "config" if there is no such step, or it was refused.
TapeGradients walk_back(const std::vector<Step>& steps, StepIndex from, const Tensor& gradient);

}  // namespace mha
