#pragma once

#include "gradients.hpp"

namespace mha {

/// Memory that is taken once and given out again and again.
class Arena final : public Memory {
 public:
  Tensor take(const Dims& sizes) override;
  /// Takes all of it back, and from now on has as much as was asked for since the last time.
  void clear();

 private:
  Tensor memory_;
  Index used_ = 0;
};

/// Computes the steps of a tape again and again by the kernels. In between, the numbers of inputs and
/// parameters, and the indices, may change, and with them the sizes. Allocates nothing once it has computed
/// steps as large.
class Replay {
 public:
  /// Parameters of the steps are views of one tensor.
  explicit Replay(std::vector<Step> steps) : steps_(std::move(steps)) {}

  std::vector<Step>& steps() { return steps_; }
  const std::vector<Step>& steps() const { return steps_; }

  /// Gives up all results, and takes memory for as many again.
  void clear();
  void forward();
  /// After forward(): adds the gradients of a number, the output of step `from`, by all parameters to
  /// `gradients`, each at the offset that the parameter has in its own buffer.
  void backward(StepIndex from, Tensor& gradients);

 private:
  std::vector<Step> steps_;
  std::vector<Tensor> gradients_;  // of each step
  Arena arena_;
};

}  // namespace mha
