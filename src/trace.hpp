#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "axis.hpp"
#include "mask.hpp"
#include "softmax.hpp"
#include "tensor.hpp"
#include "weights.hpp"

namespace mha {

enum class Op {
  input,
  linear,
  view,
  transpose,
  expand,
  slice,
  matmul,
  scale,
  mask,
  softmax,
  dropout,
  contiguous
};
std::string_view name(Op op);

/// Q, K and V run side by side until they meet in scores and context.
enum class Lane { none, q, k, v };
std::string_view name(Lane lane);  // "" for none

/// The result of a step: its place in the list of steps.
using Value = std::size_t;

/// What was done, on which axes, from which steps.
struct Step {
  const char* id = "";
  Op op = Op::input;
  Lane lane = Lane::none;
  int stage = 0;  // from 0, without gaps; steps of one stage are parallel, or follow from each other closely
  InlineList<Value, 2> inputs;
  InlineList<Param, 6> weights;
  Axes axes;
  Tensor output;
  bool is_view = false;  // found out: the output lies in the buffer of an input
  Index flops = 0;       // a multiply and an add are 2; an exp is 1
  Index bytes_read = 0;  // each operand once, elements repeated with stride 0 once; a view reads and writes 0
  Index bytes_written = 0;
  std::string error;  // why it was refused; the output is then empty, and `refused` has the sizes asked for
  Dims refused;
};

/// Where a step stands.
struct At {
  const char* id = "";
  Lane lane = Lane::none;
};

/// Runs operations and writes down a Step for each.
class Trace {
 public:
  explicit Trace(std::vector<Step>& steps) : steps_(steps) {}

  const Tensor& operator[](Value value) const { return steps_[value].output; }
  const Axes& axes(Value value) const { return steps_[value].axes; }

  /// The next step begins a stage; without one in between, calling twice is calling once.
  void next_stage() { next_stage_ = !steps_.empty(); }

  Value input(At at, const Tensor& x, const Axes& axes);
  /// x W + bias (may be empty); `axis` names the new last dimension.
  Value linear(At at, Value x, const Tensor& w, const Tensor& bias, const InlineList<Param, 6>& params,
               Axis axis);
  /// Where the memory does not lie so, a step without an output, which carries the refusal: the last one.
  Value view(At at, Value x, const Dims& sizes, const Axes& axes);
  Value transpose(At at, Value x, int dim_a, int dim_b);
  /// (B, H_kv, T, d) -> (B, H_kv, G, T, d), G times the same memory.
  Value expand_groups(At at, Value x, Index group_size);
  Value slice(At at, Value x, Index start, Index length, Axis axis);  // of the last dimension
  Value matmul(At at, Value a, Value b, const Axes& axes);
  Value scale(At at, Value x, float factor);
  /// x (B, H, ...) times factor[h].
  Value scale_heads(At at, Value x, const std::vector<float>& factors);
  Value mask(At at, Value x, const std::vector<Mask>& masks, float fill);
  /// Over dimension `dim`.
  Value softmax(At at, Value x, EmptyRow empty_row, int dim = -1);
  Value dropout(At at, Value x, double p, std::uint64_t seed);
  Value contiguous(At at, Value x);

 private:
  Step& add(At at, Op op, InlineList<Value, 2> inputs, Tensor output, const Axes& axes);
  /// An operation that computes: `flops`, and what it reads beside its inputs.
  Value compute(At at, Op op, InlineList<Value, 2> inputs, Tensor output, const Axes& axes, Index flops,
                Index also_read = 0);

  std::vector<Step>& steps_;
  int stage_ = 0;
  bool next_stage_ = false;
};

/// The memory behind all steps, in bytes: every buffer once.
Index bytes_held(const std::vector<Step>& steps);

}  // namespace mha
