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

/// Gradients of the steps of a tape, one a step.
class StepAccumulator : public GradientAccumulator {
 public:
  /// As many as there are steps.
  explicit StepAccumulator(std::vector<Tensor>& gradients) : gradients_(gradients) {}

  /// From here on gradients come from this step.
  void begin(const Step& step) { step_ = &step; }
  const Step& step() const { return *step_; }
  const Tensor& operator[](StepIndex step) const { return gradients_[step]; }

  void add_to_input(std::size_t place, const Tensor& gradient) final;

 protected:
  ~StepAccumulator() = default;
  /// Into new memory, since a gradient may be that of several steps.
  void add(const Tensor& gradient, Tensor& total);

 private:
  std::vector<Tensor>& gradients_;
  const Step* step_ = nullptr;
};

/// Walks back from a step, whose gradient the accumulator has, to the first, by the definitions or the
/// kernels.
void walk_back(const std::vector<Step>& steps, StepIndex from,
               const Implementation& (Operation::*implementation)() const, StepAccumulator& accumulator);

/// Walks back over all steps of a tape from one of them, given the gradient of its output: each operation
/// adds its vector-Jacobian product to the gradients of what it read. Error "shape" for a gradient of other
/// sizes than that output, "config" where there is no such step or it was refused.
TapeGradients walk_back(const std::vector<Step>& steps, StepIndex from, const Tensor& gradient);

}  // namespace mha
