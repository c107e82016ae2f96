#pragma once

#include "gradients.hpp"

namespace mha {

/// A block of memory that is reused. If it is too small, take() uses the heap.
/// Thread safety: each thread needs an object of its own.
class Arena final : public Memory {
 public:
  Arena() = default;
  Arena(Arena&&) = default;  // not copyable: copies would share the memory
  Arena& operator=(Arena&&) = default;

  Tensor take(const Dims& sizes) override;
  /// Makes the whole block available again, and enlarges it to the size taken since the last clear().
  void clear();

 private:
  Tensor memory_;
  Index used_ = 0;
};

/// Computes the steps of a tape again and again, by the kernels. Between passes, the numbers of inputs and
/// parameters may change, and so may the attributes of steps, and with them the sizes. A pass allocates
/// nothing if an earlier pass was as large.
/// Thread safety: a pass overwrites the results of the last, so each thread needs an object of its own.
class Replay {
 public:
  /// The parameters of all steps are views of one tensor.
  explicit Replay(std::vector<Step> steps) : steps_(std::move(steps)) {}
  Replay(Replay&&) = default;  // not copyable: copies would share their memory and parameters
  Replay& operator=(Replay&&) = default;

  std::vector<Step>& steps() { return steps_; }
  const std::vector<Step>& steps() const { return steps_; }

  /// Drops all results, so that the next pass reuses their memory.
  void clear();
  void forward();
  /// After forward(): treats the output of step `from`, a single number, as the loss, and adds its gradients
  /// with respect to all parameters to `gradients`. A parameter's gradient has the same offset as the
  /// parameter in its buffer. Error "config" if there is no such step or it has no output; "shape" if that is
  /// not a single number, or if `gradients` is not contiguous or ends before a parameter.
  void backward(StepIndex from, Tensor& gradients);

 private:
  std::vector<Step> steps_;
  std::vector<Tensor> gradients_;  // of each step
  Arena arena_;
};

}  // namespace mha
