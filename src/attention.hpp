#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "trace.hpp"
#include "weights.hpp"

namespace mha {

struct Layer {
  Config config;  // resolved
  Weights weights;
};

struct ForwardArgs {
  Tensor query;  // (B, T_q, d_model)
  Tensor key;    // (B, T_k, d_key); empty: query
  Tensor value;  // (B, T_k, d_value); empty: key
  bool causal = false;
  std::optional<Mask> key_padding_mask;  // (B, T_k)
  std::optional<Mask> attn_mask;         // broadcasts to (B, H, T_q, T_k)
  float mask_fill = -std::numeric_limits<float>::infinity();
  EmptyRow empty_row = EmptyRow::zero;
  double dropout = 0;  // probability, in [0, 1)
  std::uint64_t dropout_seed = 0;
  std::vector<float> head_scale;  // (H), or empty
  bool trace = true;              // false: FastForward's way, where it can
  bool need_weights = true;       // read without trace

  const Tensor& key_or_query() const { return key ? key : query; }
  const Tensor& value_or_key() const { return value ? value : key_or_query(); }
};

/// Refuses arguments that do not fit the layer or each other.
void check(const Config& config, const ForwardArgs& args);

struct Run {
  Layer layer;  // as it was in this run
  ForwardArgs args;
  Tensor output;            // (B, T_q, d_model)
  Tensor attention;         // (B, H, T_q, T_k), before dropout
  std::vector<Mask> masks;  // as they were applied, each of the sizes of the scores
  std::vector<Step> steps;
  std::vector<std::string> warnings;
  std::string_view fault;  // what was done wrong on purpose, if anything
  std::string refusal;     // why that ended without an output, if it did

  const Step* find(std::string_view id) const;  // nullptr where there is none
  /// What a step made. Error "config" where there is no such step, or it was refused.
  const Tensor& tensor(std::string_view id) const;
};

/// What becomes of a query whose keys are all blocked, for a warning: some with args.mask_fill as their
/// scores, or all with -inf.
std::string effect_on_filled_row(const ForwardArgs& args);
std::string effect_on_empty_row(const ForwardArgs& args);

/// The axis of a projection: d_model where it is as wide, else what it is made of.
Axis width_axis(const Config& config, Index width, Axis otherwise);

/// One value on each lane.
struct Lanes {
  Value q, k, v;
};

/// The operations of one layer that implementations get wrong, each replaceable. These are the right ones.
class Path {
 public:
  virtual ~Path() = default;
  /// (B, T, d) -> (B, T, H*d_k), with K and V of H_kv heads.
  virtual Lanes project(Trace& trace, const Layer& layer, const Lanes& inputs) const;
  /// (B, T, H*d_k) -> (B, H, T, d_k), by view and transpose(1, 2).
  virtual Lanes to_heads(Trace& trace, const Config& config, const Lanes& x) const;
  /// scores / sqrt(d_k), so that their variance does not grow with d_k.
  virtual Value scale(Trace& trace, const Config& config, Value scores) const;
  /// The masks as they are applied; each has the sizes of the scores.
  virtual std::vector<Mask> masks(std::vector<Mask> masks) const { return masks; }
  virtual Value softmax(Trace& trace, Value scores, EmptyRow empty_row) const;
  /// (B, H, T_q, d_v) -> (B, T_q, H*d_v), by transpose(1, 2), contiguous and view.
  virtual Value merge(Trace& trace, const Config& config, Value context) const;
};

/// Multi-head attention as in Vaswani et al. 2017, section 3.2: softmax(Q K^T / sqrt(d_k)) V in each head,
/// and W_O over all of them. Fills `run`, step by step if args.trace. With fewer key/value heads than heads,
/// head h reads key/value head floor(h / G), G = H / H_kv. Errors: "shape" for inputs that do not fit the
/// layer or each other, "mask" for masks that do not broadcast, "config" for a dropout outside [0, 1), a
/// head_scale of another length than H, or a fused layer with a key or value of its own.
void forward(const Layer& layer, const ForwardArgs& args, const Path& path, Run& run);
Run forward(const Layer& layer, const ForwardArgs& args);

}  // namespace mha
