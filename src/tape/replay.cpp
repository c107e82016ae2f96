#include "replay.hpp"

#include "../kernel/rows.hpp"
#include "operand_checks.hpp"

namespace mha {
namespace {

/// Takes memory from an arena, and sums up the gradients of parameters in one tensor.
class FlatAccumulator final : public StepAccumulator {
 public:
  FlatAccumulator(std::vector<Tensor>& steps, Tensor& parameters, Arena& arena)
      : StepAccumulator(steps), parameters_(parameters), arena_(arena) {}

  Tensor take(const Dims& sizes) override { return arena_.take(sizes); }
  void add_to_parameter(std::size_t place, const Tensor& gradient) override {
    const Tensor addend = gradient.contiguous();
    const Shape& values = step().parameters[place].values.shape();
    if (!values.is_contiguous() || values.offset() + values.elements() > parameters_.elements())
      fail_shape("the gradients", parameters_.sizes(), "as many numbers as the parameters");
    add_row(parameters_.data() + values.offset(), narrow(values.elements()), addend.data());
  }

 private:
  Tensor& parameters_;
  Arena& arena_;
};

}  // namespace

Tensor Arena::take(const Dims& sizes) {
  const Index start = used_, elements = count_elements(sizes);
  used_ += elements;
  if (!memory_ || used_ > memory_.elements()) return Tensor::uninitialised(sizes);
  return memory_.slice(0, start, elements).view(sizes);
}

void Arena::clear() {
  if (used_ > (memory_ ? memory_.elements() : 0)) {
    memory_ = {};  // frees the old memory first
    memory_ = Tensor::uninitialised({used_});
  }
  used_ = 0;
}

void Replay::clear() {
  gradients_.assign(gradients_.size(), Tensor());
  for (Step& step : steps_) {
    if (step.op != &op::input) step.output = {};
  }
  arena_.clear();
}

void Replay::forward() {
  clear();
  for (Step& step : steps_) {
    if (step.op == &op::input) continue;
    const Operands operands = operands_of(step, steps_);
    step.output = step.op->view != nullptr ? step.op->view(operands) : Tensor();
    if (step.output) continue;
    step.output = arena_.take(step.op->sizes(operands));
    step.op->fast().forward(operands, step.output);
  }
}

void Replay::backward(StepIndex from, Tensor& gradients) {
  check_input(from, steps_);
  if (steps_[from].output.elements() != 1) fail_shape("the loss", steps_[from].output.sizes(), "one number");
  if (!gradients.has_numbers() || !gradients.is_contiguous())
    fail_shape("the gradients", gradients.sizes(), "a contiguous row of numbers");
  gradients_.assign(steps_.size(), Tensor());
  gradients_[from] = arena_.take(steps_[from].output.sizes());
  *gradients_[from].data() = 1.0f;
  FlatAccumulator accumulator(gradients_, gradients, arena_);
  walk_back(steps_, from, &Operation::fast, accumulator);
}

}  // namespace mha
