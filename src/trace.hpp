#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mask.hpp"
#include "softmax.hpp"
#include "tensor.hpp"
#include "weights.hpp"

namespace mha {

enum class Op { input, linear, view, transpose, expand, slice, matmul, scale, mask, softmax, dropout, contiguous };
std::string_view name(Op op);

/// Q, K and V run side by side until they meet in scores and context.
enum class Lane { none, q, k, v };
std::string_view name(Lane lane);  // "" for none

using Names = InlineList<std::string_view, 8>;  // of string literals
using Params = InlineList<Param, 6>;

/// What was done, on which axes, from which steps.
struct Step {
  std::string_view id;
  Op op = Op::input;
  Lane lane = Lane::none;
  int stage = 0;  // from 0, without gaps; steps of one stage are parallel or follow from each other closely
  Names inputs;   // ids of the steps it reads
  Params weights;
  Names axes;  // one name a dimension
  Tensor output;
  bool is_view = false;  // found out: the output lies in the buffer of an input
  Index flops = 0;       // a multiply and an add are 2; an exp is 1
  Index bytes_read = 0;  // each operand once, elements repeated with stride 0 once; a view reads and writes 0
  Index bytes_written = 0;
  std::string error;  // why it was refused; the output is then empty and `refused` has the sizes asked for
  Dims refused;
};

/// A tensor, and the step it came from.
struct Value {
  Tensor tensor;
  std::string_view id;
  Names axes;
};

struct At {
  std::string_view id;
  Lane lane = Lane::none;
};

/// Runs operations and writes down a Step for each, if asked to.
class Trace {
 public:
  /// Steps are appended to `steps`; nullptr runs the same operations and records nothing.
  explicit Trace(std::vector<Step>* steps) : steps_(steps) {}

  void next_stage() { ++stage_; }

  Value input(At at, const Tensor& x, const Names& axes);
  /// x W + bias (may be empty); `axis` names the new last dimension.
  Value linear(At at, const Value& x, const Tensor& w, const Tensor& bias, const Params& params, std::string_view axis);
  Value view(At at, const Value& x, const Dims& sizes, const Names& axes);
  Value transpose(At at, const Value& x, int dim_a, int dim_b);
  /// (B, H_kv, T, d) -> (B, H_kv, G, T, d), G times the same memory.
  Value expand_groups(At at, const Value& x, Index group_size);
  Value slice(At at, const Value& x, Index start, Index length, std::string_view axis);  // of the last dimension
  Value matmul(At at, const Value& a, const Value& b, const Names& axes);
  Value scale(At at, const Value& x, float factor);
  /// x (B, H, ...) times factor[h].
  Value scale_heads(At at, const Value& x, const std::vector<float>& factors);
  Value mask(At at, const Value& x, const std::vector<Mask>& masks, float fill);
  /// Over dimension `dim`.
  Value softmax(At at, const Value& x, EmptyRow empty_row, int dim = -1);
  Value dropout(At at, const Value& x, double p, std::uint64_t seed);
  Value contiguous(At at, const Value& x);

 private:
  struct Cost {
    Index flops = 0, elements_read = 0;
  };
  /// Records the step that made `out` from `inputs`.
  Value record(At at, Op op, std::initializer_list<const Value*> inputs, Value out, Cost cost, const Params& params = {});

  std::vector<Step>* steps_;
  int stage_ = 0;
};

/// The memory behind all steps, in bytes: every buffer once.
Index bytes_held(const std::vector<Step>& steps);

}  // namespace mha
