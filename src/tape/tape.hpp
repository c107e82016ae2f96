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

/// Q, K and V run side by side until they meet in scores and context.
enum class Lane { none, q, k, v };
inline constexpr std::array kLanes = {NamedValue{Lane::none, ""}, NamedValue{Lane::q, "q"},
                                      NamedValue{Lane::k, "k"}, NamedValue{Lane::v, "v"}};
static_assert(is_in_order(kLanes) && kLanes.back() == Lane::v);
constexpr std::string_view name(Lane lane) {
  return name_in(kLanes, lane);
}

/// A tensor that is learned, under its name: "wQ", or "layer1.wQ" within a scope.
struct Parameter {
  std::string name;
  Tensor values;
};

/// One for an operation to read, under its name in the tape's scope; none where it is empty.
struct NamedTensor {
  std::string_view name;
  const Tensor& values;
};

/// What an operation is given beside steps.
struct OtherOperands {
  InlineList<Attribute, 3> named;
  const std::vector<float>* factors = nullptr;
  const std::vector<Mask>* masks = nullptr;
  const std::vector<Index>* indices = nullptr;
  std::span<const NamedTensor> parameters;
};

/// Where a step stands in the list of steps.
using StepIndex = std::size_t;

/// What was done, on which axes, from which steps: all that its operation read, and what it made.
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
  bool is_view = false;  // found out: the output lies in the buffer of an input
  Index flops = 0;       // as OperationCost has them; a view reads and writes nothing
  Index bytes_read = 0, bytes_written = 0;
  Notice error;  // why a view was refused; the output is then empty
};

/// Where a step stands.
struct At {
  const char* id = "";
  Lane lane = Lane::none;
};

/// Runs operations, and writes down a Step for each: what pictures are drawn from, and what gradients walk
/// back over.
class Tape {
 public:
  /// The steps are the tape's: none at first, and there for longer than it is.
  explicit Tape(std::vector<Step>& steps) : steps_(steps) {}

  const Tensor& operator[](StepIndex step) const { return steps_[step].output; }
  const Axes& axes(StepIndex step) const { return steps_[step].axes; }

  /// The next step begins a stage; without one in between, calling twice is calling once.
  void next_stage() { next_stage_ = !steps_.empty(); }

  /// Error "config" where there is no such step.
  void check(StepIndex step) const;
  /// Whether there is a step of this id in the scope.
  bool holds(std::string_view id) const;

  /// While it lives, ids and names of parameters begin with its name and a dot. Scopes nest.
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
  /// x [W_1 W_2 ...] + [b_1 b_2 ...]: matrices, then as many biases, or none; `axis` names the new last
  /// dimension.
  StepIndex linear(At at, StepIndex x, std::initializer_list<NamedTensor> parameters, Axis axis);
  /// Where the memory does not lie so, a step without an output, which carries the refusal: the last one.
  StepIndex view(At at, StepIndex x, const Dims& sizes, const Axes& axes);
  StepIndex transpose(At at, StepIndex x, int dim_a, int dim_b);
  /// (B, H_kv, T, d) -> (B, H_kv, G, T, d), G times the same memory.
  StepIndex expand_groups(At at, StepIndex x, Index group_size);
  StepIndex slice(At at, StepIndex x, Index start, Index length, Axis axis);  // of the last dimension
  StepIndex matmul(At at, StepIndex a, StepIndex b, const Axes& axes);
  StepIndex add(At at, StepIndex a, StepIndex b);
  StepIndex scale(At at, StepIndex x, float factor);
  /// x (B, H, ...) times factors[h].
  StepIndex scale_heads(At at, StepIndex x, const std::vector<float>& factors);
  /// Refused where a refusal is given: why such masks cannot be applied.
  StepIndex mask(At at, StepIndex x, const std::vector<Mask>& masks, float fill, Notice refusal = {});
  /// Over dimension `dim`.
  StepIndex softmax(At at, StepIndex x, EmptyRow empty_row, int dim = -1);
  StepIndex dropout(At at, StepIndex x, double p, std::uint64_t seed);
  StepIndex contiguous(At at, StepIndex x);

  /// Any operation; what it is given has to be what it expects. A parameter read again under its name has as
  /// its gradient the sum of what all that read it give.
  StepIndex apply(At at, const Operation& op, const InlineList<StepIndex, 2>& inputs, const Axes& axes,
                  const OtherOperands& others = {});

 private:
  Step begin(At at, const Operation& op, const InlineList<StepIndex, 2>& inputs, const Axes& axes) const;
  /// Computes the step's output, unless it is refused, and adds it to the steps.
  StepIndex run(Step&& step);
  StepIndex push(Step&& step);

  std::vector<Step>& steps_;
  std::string scope_;
  int stage_ = 0;
  bool next_stage_ = false;
};

/// What a step's operation read. `steps` are all of the tape.
Operands operands_of(const Step& step, const std::vector<Step>& steps);

/// The memory behind all steps, in bytes: every buffer once.
Index bytes_held(const std::vector<Step>& steps);

}  // namespace mha
