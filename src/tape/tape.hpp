#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../tensor/axis.hpp"
#include "../tensor/softmax.hpp"
#include "operation.hpp"

namespace mha {

/// The lane of a step: Q, K and V run in parallel until the scores and the context.
enum class Lane { none, q, k, v };
inline constexpr std::array kLanes = {NamedValue{Lane::none, ""}, NamedValue{Lane::q, "q"},
                                      NamedValue{Lane::k, "k"}, NamedValue{Lane::v, "v"}};
static_assert(is_in_order(kLanes) && kLanes.back() == Lane::v);
constexpr std::string_view name(Lane lane) {
  return name_in(kLanes, lane);
}

/// A learned tensor under its name: "wQ", or "layer1.wQ" within a scope.
struct Parameter {
  std::string name;
  Tensor values;
};

/// A parameter for an operation, under its name in the scope of the tape. Omitted if the tensor is empty.
struct NamedTensor {
  std::string_view name;
  const Tensor& values;
};

/// The operands of an operation besides steps.
struct OtherOperands {
  InlineList<Attribute, 4> named;
  const std::vector<float>* factors = nullptr;
  Index meta_factors = 0;  // as in Attributes
  const std::vector<Mask>* masks = nullptr;
  const std::vector<Index>* indices = nullptr;
  std::span<const NamedTensor> parameters;
};

/// The index of a step in the list of steps.
using StepIndex = std::size_t;

/// One operation that a tape has run: its operands, its result, and the axes of the result.
struct Step {
  std::string id;  // "q_heads", or "layer1.q_heads" within a scope
  const Operation* op = &op::input;
  Lane lane = Lane::none;
  int stage = 0;  // from 0, without gaps; steps of one stage are parallel, or follow from each other closely
  InlineList<StepIndex, 2> inputs;
  std::vector<Parameter> parameters;
  Attributes attributes;
  Axes axes;
  Tensor output;
  bool is_view = false;  // whether the output shares the buffer of an input; determined from the buffers
  Index flops = 0;       // as in OperationCost; a view reads and writes nothing
  Index bytes_read = 0, bytes_written = 0;
  Notice error;  // why the step was refused, if it was; the output is then empty
};

/// Error "config": there is no such step on a tape of `steps`.
[[noreturn]] void fail_for_step(StepIndex step, std::size_t steps);

/// Whether a tape keeps what pictures and gradients need. If not, operations run by their kernels, costs are
/// not counted, and release() frees results.
enum class Trace { on, off };

/// The id and the lane of a new step.
struct At {
  const char* id = "";
  Lane lane = Lane::none;
};

/// Runs operations, and records a Step for each. Pictures are drawn from steps, and gradients walk back over
/// them.
/// Thread safety: threads may fill different tapes at the same time; one tape belongs to one thread.
class Tape {
 public:
  /// `steps` is empty, and outlives the tape.
  explicit Tape(std::vector<Step>& steps, Trace trace = Trace::on) : steps_(steps), trace_(trace) {}

  /// The output and the axes of a step. Error "config" if there is no such step.
  const Tensor& operator[](StepIndex step) const { return at(step).output; }
  const Axes& axes(StepIndex step) const { return at(step).axes; }

  /// The next step begins a new stage. A second call without a step in between has no effect.
  void next_stage() { next_stage_ = !steps_.empty(); }

  /// Without a trace, frees the results of all steps from `first` on, except the kept ones. No later step may
  /// read the freed results.
  void release(StepIndex first, std::initializer_list<StepIndex> kept);

  /// Error "config" if there is no such step.
  void check(StepIndex step) const { at(step); }
  /// Whether the scope has a step of this id.
  bool holds(std::string_view id) const;

  /// While a Scope exists, the ids of new steps and the names of their parameters begin with its name and a
  /// dot. Scopes nest.
  class Scope {
   public:
    Scope(Tape& tape, std::string_view name);
    ~Scope() { tape_.scope_.resize(length_before_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Tape& tape_;
    std::size_t length_before_;
  };

  StepIndex input(At at, const Tensor& x, const Axes& axes);
  /// x [W_1 W_2 ...] + [b_1 b_2 ...]: matrices, then as many biases, or none. `axis` names the last dimension
  /// of the result.
  StepIndex linear(At at, StepIndex x, std::initializer_list<NamedTensor> parameters, Axis axis);
  /// If the layout of the memory does not allow the view, adds a step without an output that carries the
  /// refusal. This step is then the last.
  StepIndex view(At at, StepIndex x, const Dims& sizes, const Axes& axes);
  StepIndex transpose(At at, StepIndex x, int dim_a, int dim_b);
  /// (B, H_kv, T, d) -> (B, H_kv, G, T, d): repeats the same memory G times.
  StepIndex expand_groups(At at, StepIndex x, Index group_size);
  StepIndex slice(At at, StepIndex x, Index start, Index length, Axis axis);  // of the last dimension
  StepIndex matmul(At at, StepIndex a, StepIndex b, const Axes& axes);
  StepIndex add(At at, StepIndex a, StepIndex b);
  StepIndex scale(At at, StepIndex x, float factor);
  /// x (B, H, ...) times factors[h].
  StepIndex scale_heads(At at, StepIndex x, const std::vector<float>& factors);
  /// A `refusal` that is not empty says why such masks cannot be applied. The step then has no output.
  StepIndex mask(At at, StepIndex x, const std::vector<Mask>& masks, float fill, Notice refusal = {});
  /// Over dimension `dim`.
  StepIndex softmax(At at, StepIndex x, EmptyRow empty_row, int dim = -1);
  StepIndex dropout(At at, StepIndex x, double p, std::uint64_t seed);
  StepIndex contiguous(At at, StepIndex x);

  /// Runs any operation. If several steps read a parameter of one name, its gradient is the sum over these
  /// steps. Errors, also of the methods above: "config" for an input that is no step or has no output, and
  /// for other attributes than Operation::takes says; "shape" for another number of inputs or parameters, for
  /// operands whose sizes do not fit, and for tensors without numbers beside tensors with numbers.
  StepIndex apply(At at, const Operation& op, const InlineList<StepIndex, 2>& inputs, const Axes& axes,
                  const OtherOperands& others = {});

 private:
  const Step& at(StepIndex step) const {
    if (step >= steps_.size()) fail_for_step(step, steps_.size());
    return steps_[step];
  }
  Step begin(At at, const Operation& op, const InlineList<StepIndex, 2>& inputs, const Axes& axes) const;
  /// Computes the output of the step, unless it is refused, and adds the step to the steps.
  StepIndex run(Step&& step);
  StepIndex push(Step&& step);

  std::vector<Step>& steps_;
  Trace trace_;
  std::string scope_;
  int stage_ = 0;
  bool next_stage_ = false;
};

/// The operands of a step. `steps` are all steps of the tape.
Operands operands_of(const Step& step, const std::vector<Step>& steps);

/// The memory of all steps, in bytes. A shared buffer counts once.
Index bytes_held(const std::vector<Step>& steps);

}  // namespace mha
