#pragma once

#include "tape.hpp"

namespace mha {

/// Computes the steps of a tape in pieces, by the kernels, so that the caller can do other work in between.
/// The results have the bits of a tape that computes at once.
/// Thread safety: one thread at a time computes an object; it may be another thread for each piece.
class Piecewise {
 public:
  /// `steps` were recorded from meta tensors; the outputs of input steps have been replaced by numbers. The
  /// results of `kept` remain; other results are freed after their last use.
  Piecewise(std::vector<Step> steps, const std::vector<StepIndex>& kept);

  /// Computes on until about `most` flops are done, at least one row or head. Returns whether steps remain.
  bool advance(Index most);

  /// A kept result, once no steps remain.
  const Tensor& operator[](StepIndex step) const { return steps_[step].output; }

 private:
  /// Begins the next step: makes a view, or room for the result.
  void begin();
  void end();

  std::vector<Step> steps_;
  std::vector<StepIndex> last_use_;  // of each step: the last step that reads it; itself if none does
  StepIndex next_ = 0;
  Index done_ = 0;  // rows or heads of step `next_` that are computed
};

}  // namespace mha
