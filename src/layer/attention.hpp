#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "../tape/tape.hpp"
#include "weights.hpp"

namespace mha {

struct Layer {
  Config config;  // resolved
  Weights weights;
};

/// Keys and values of tokens as the scores and the context use them: after norm and rope.
struct KeyValues {
  Tensor key;    // (B, H_kv, T, d_k); of latent attention the latents, (B, 1, T, rank)
  Tensor value;  // (B, H_kv, T, d_v); of latent attention the turned keys, (B, 1, T, rope_width)

  explicit operator bool() const { return static_cast<bool>(key); }
};

struct ForwardArgs {
  Tensor query;  // (B, T_q, d_model)
  Tensor key;    // (B, T_k, d_key); defaults to query
  Tensor value;  // (B, T_k, d_value); defaults to key
  /// Keys and values of earlier tokens, in front of the new ones: Run.present of the previous pass. T_k is
  /// then T_past plus the number of new keys, for masks and positions too.
  KeyValues past;
  bool causal = false;
  std::optional<Mask> key_padding_mask;  // (B, T_k)
  std::optional<Mask> attn_mask;         // broadcasts to (B, H, T_q, T_k)
  float mask_fill = -std::numeric_limits<float>::infinity();
  EmptyRow empty_row = EmptyRow::zero;
  double dropout = 0;  // probability, in [0, 1)
  std::uint64_t dropout_seed = 0;
  std::vector<float> head_scale;  // (H), or empty
  bool trace = true;              // false: uses FastForward if it supports the arguments
  bool need_weights = true;       // only read if trace is false
  bool need_present = false;      // only read if trace is false; implied by a past

  const Tensor& key_or_query() const { return key ? key : query; }
  const Tensor& value_or_key() const { return value ? value : key_or_query(); }
  Index new_keys() const { return key_or_query().size(1); }
  /// T_k
  Index keys() const { return add_checked(new_keys(), past ? past.key.size(2) : 0); }
};

// Checks that the traced and the fast pass share.

/// Throws if the configuration is not resolved, or if the weights belong to another configuration.
void check(const Layer& layer);
/// Also throws if the arguments do not fit the layer or each other.
void check(const Layer& layer, const ForwardArgs& args);

struct Run {
  Layer layer;  // a copy of the layer at the time of this run
  ForwardArgs args;
  Tensor output;     // (B, T_q, d_model)
  Tensor attention;  // (B, H, T_q, T_k), before dropout
  /// The past of the next pass: keys and values of all T_k tokens. Without a trace, empty unless need_present
  /// is set or there is a past.
  KeyValues present;
  std::vector<Step> steps;
  std::vector<Notice> warnings;
  std::string_view fault;  // name of the wrong path, if any
  Notice refusal;          // refusal of a wrong path that ended without an output; otherwise empty

  const Step* find(std::string_view id) const;  // nullptr if there is no such step
  /// Output of a step. Error "config" if there is no such step, or it was refused.
  const Tensor& tensor(std::string_view id) const;
};

/// The axis of a projection: d_model if the width is d_model, else `otherwise`.
Axis width_axis(const Config& config, Index width, Axis otherwise);

/// One step for each lane.
struct Lanes {
  StepIndex q, k, v;
};

/// The operations of a layer that implementations commonly get wrong. The base class has the correct ones;
/// each wrong path overrides one.
class Path {
 public:
  virtual ~Path() = default;
  /// The configuration whose options the pass applies. Sizes and weights are those of the layer.
  virtual Config options(const Config& config) const { return config; }
  /// (B, T, d) -> (B, T, H*d_k), with K and V of H_kv heads.
  virtual Lanes project(Tape& tape, const Layer& layer, const Lanes& inputs) const;
  /// (B, T, H*d_k) -> (B, H, T, d_k), by view and transpose(1, 2).
  virtual Lanes to_heads(Tape& tape, const Config& config, const Lanes& x) const;
  /// The position of the first of the new tokens, for rotary positions.
  virtual Index first_new(const ForwardArgs& args) const { return args.keys() - args.new_keys(); }
  /// scores times score_scale().
  virtual StepIndex scale(Tape& tape, const Config& config, StepIndex scores) const;
  /// The amount that a head subtracts from a score for each token of distance: alibi_slope().
  virtual float slope(Index head, Index num_heads) const { return alibi_slope(head, num_heads); }
  /// Changes the correct masks, each of the sizes of the scores, into the masks to apply. Returns a notice if
  /// that is impossible.
  virtual Notice change(std::vector<Mask>&, const ForwardArgs&) const { return {}; }
  virtual StepIndex softmax(Tape& tape, At at, StepIndex scores, EmptyRow empty_row) const;
  /// The step that is returned as the attention: weights before or after dropout.
  virtual StepIndex returned(StepIndex weights, StepIndex /*dropped*/) const { return weights; }
  /// The factor of each head's context.
  virtual std::vector<float> head_scale(const ForwardArgs& args) const { return args.head_scale; }
  /// (B, H, T_q, d_v) -> (B, T_q, H*d_v), by transpose(1, 2), contiguous and view.
  virtual StepIndex merge(Tape& tape, const Config& config, StepIndex context) const;
};

/// The steps of attend(). If a wrong path was refused, the refused step replaces each missing step.
struct Attended {
  StepIndex weights;       // (B, H, T_q, T_k), before dropout
  StepIndex concat;        // (B, T_q, H*d_v), the heads' outputs
  StepIndex output;        // (B, T_q, d_model)
  StepIndex keys, values;  // (B, H_kv, T_k, d): past and new; of latents as KeyValues, (B, T_k, d)
  StepIndex head_values;   // (B, H_kv, T_k, d_v): the rows that each context is a sum of
  std::vector<Notice> warnings;
};

/// Multi-head attention as in Vaswani et al. 2017, section 3.2: softmax(Q K^T / sqrt(d_k)) V in each head,
/// then W_O over all heads. head_steps.hpp and score_modifiers.hpp add the optional steps of Config. Adds its
/// operations to a caller's tape, so that layers, residuals and losses can be composed. With fewer key/value
/// heads than heads, head h reads key/value head floor(h / G), G = H / H_kv. The inputs are steps of that
/// tape, one for all lanes or one for each; of the tensors of `args`, only the past is read. Ids and
/// parameters are in the tape's scope. Errors: "shape" for inputs that do not fit the layer or each other;
/// "mask" for masks that do not broadcast; "config" for a dropout outside [0, 1), a head_scale whose length
/// is not H, a fused layer with a separate key or value, a layer with weights of another, or a scope that
/// already contains attention.
Attended attend(Tape& tape, const Lanes& inputs, const Layer& layer, ForwardArgs args, const Path& path = {});

/// The same on a new tape. If args.trace is false, the run has no steps: it is a FastForward where that takes
/// the arguments, otherwise a pass over a tape without a trace. The second runs a wrong path. Errors as of
/// attend().
Run forward(const Layer& layer, const ForwardArgs& args);
void forward(const Layer& layer, const ForwardArgs& args, const Path& path, Run& run);

}  // namespace mha
