#include "piecewise.hpp"

#include <algorithm>
#include <array>

#include "rope.hpp"

namespace mha {
namespace {

constexpr int kCut = 1;     // the dimension that is cut: tokens of (1, T, d), heads of (1, H, T, d)
constexpr Index kTile = 4;  // rows that a kernel computes at once

/// Whether a step can be computed in parts along kCut: part i of the result needs only part i of each input.
/// False for steps with a factor or a sink per head; for dropout, whose random numbers depend on the index of
/// an element; and for rotations of (1, T, d), whose rows depend on the position of the first.
bool can_cut(const Step& step, const std::vector<Step>& steps) {
  const Dims& sizes = step.output.sizes();
  const bool is_alike = std::ranges::all_of(step.inputs, [&](StepIndex input) {
    const Dims& read = steps[input].output.sizes();
    return read.size() == sizes.size() && read[0] == 1 && read[kCut] == sizes[kCut];
  });
  const bool is_rotation = step.op == &op::rope || step.op == &op::rope_half;
  return sizes.size() > 2 && sizes[0] == 1 && is_alike && step.attributes.factors.empty() &&
         step.op != &op::sink && step.op != &op::dropout && (sizes.size() > 3 || !is_rotation);
}

/// Computes rows or heads [first, first + count) of a step.
void compute_part(const Step& step, const std::vector<Step>& steps, Index first, Index count) {
  Attributes attributes = step.attributes;
  for (Mask& mask : attributes.masks) mask.values = mask.values.slice(kCut, first, count);
  std::array<Tensor, 2> inputs;
  Operands operands{.given = attributes};
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    inputs[i] = steps[step.inputs[i]].output.slice(kCut, first, count);
    operands.inputs.push_back(&inputs[i]);
  }
  for (const Parameter& parameter : step.parameters) operands.parameters.push_back(&parameter.values);
  Tensor y = step.output.slice(kCut, first, count);
  step.op->fast().forward(operands, y);
}

Index work_of(const Step& step, const std::vector<Step>& steps) {
  const OperationCost cost = step.op->cost(operands_of(step, steps), step.output);
  return std::max<Index>(1, add_checked(cost.flops, cost.elements_written));
}

}  // namespace

Piecewise::Piecewise(std::vector<Step> steps, const std::vector<StepIndex>& kept)
    : steps_(std::move(steps)), last_use_(steps_.size()) {
  for (StepIndex i = 0; i < steps_.size(); ++i) {
    last_use_[i] = i;
    for (StepIndex input : steps_[i].inputs) last_use_[input] = i;
    if (steps_[i].op != &op::input) steps_[i].output = {};
  }
  for (StepIndex step : kept) last_use_[step] = steps_.size();
}

void Piecewise::begin() {
  Step& step = steps_[next_];
  const Operands operands = operands_of(step, steps_);
  if (step.op->view != nullptr) step.output = step.op->view(operands);
  step.is_view = static_cast<bool>(step.output);
  if (!step.is_view) step.output = Tensor::uninitialised(step.op->sizes(operands));
}

void Piecewise::end() {
  for (StepIndex i = 0; i <= next_; ++i) {
    if (last_use_[i] == next_) steps_[i].output = {};
  }
  ++next_;
  done_ = 0;
}

bool Piecewise::advance(Index most) {
  for (Index left = most; left > 0 && next_ < steps_.size();) {
    const Step& step = steps_[next_];
    if (step.op != &op::input && done_ == 0) begin();
    if (step.op == &op::input || step.is_view) {
      end();
      continue;
    }
    const Index count = can_cut(step, steps_) ? step.output.size(kCut) : 1;
    const Index each = std::max<Index>(1, work_of(step, steps_) / count);
    Index part = std::clamp<Index>(left / each, 1, count - done_);
    if (part > kTile && done_ + part < count) part -= part % kTile;
    if (count == 1) {
      step.op->fast().forward(operands_of(step, steps_), steps_[next_].output);
    } else {
      compute_part(step, steps_, done_, part);
    }
    left -= std::min(left, each * part);
    done_ += part;
    if (done_ == count) end();
  }
  return next_ < steps_.size();
}

}  // namespace mha
