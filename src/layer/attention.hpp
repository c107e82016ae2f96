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

// What the traced pass and the fast one have in common: what they refuse, which masks they apply, what they
// warn of.

/// Refuses a layer whose configuration was not resolved, or whose weights were made for another.
void check(const Layer& layer);
/// That, and arguments that do not fit the layer or each other.
void check(const Layer& layer, const ForwardArgs& args);
/// (B, H, T_q, T_k). `args` have been checked, here and below.
Dims scores_of(const Config& config, const ForwardArgs& args);
/// The masks that were given, broadcast to the sizes of the scores; the causal one is not among them.
InlineList<Mask, 2> given_masks(const ForwardArgs& args, const Dims& scores);
/// A sentence for every query whose keys are all blocked.
std::vector<Notice> warnings_of(const ForwardArgs& args, const Hiding& hiding);

struct Run {
  Layer layer;  // as it was in this run
  ForwardArgs args;
  Tensor output;     // (B, T_q, d_model)
  Tensor attention;  // (B, H, T_q, T_k), before dropout
  std::vector<Step> steps;
  std::vector<Notice> warnings;
  std::string_view fault;  // what was done wrong on purpose, if anything
  Notice refusal;          // why that ended without an output, if it did

  const Step* find(std::string_view id) const;  // nullptr where there is none
  /// What a step made. Error "config" where there is no such step, or it was refused.
  const Tensor& tensor(std::string_view id) const;
};

/// The axis of a projection: d_model where it is as wide, else what it is made of.
Axis width_axis(const Config& config, Index width, Axis otherwise);

/// One step on each lane.
struct Lanes {
  StepIndex q, k, v;
};

/// The operations of one layer that implementations get wrong, each replaceable. These are the right ones.
class Path {
 public:
  virtual ~Path() = default;
  /// (B, T, d) -> (B, T, H*d_k), with K and V of H_kv heads.
  virtual Lanes project(Tape& tape, const Layer& layer, const Lanes& inputs) const;
  /// (B, T, H*d_k) -> (B, H, T, d_k), by view and transpose(1, 2).
  virtual Lanes to_heads(Tape& tape, const Config& config, const Lanes& x) const;
  /// scores times score_scale().
  virtual StepIndex scale(Tape& tape, const Config& config, StepIndex scores) const;
  /// Makes of the right masks those that are applied; each has the sizes of the scores. Why they cannot be,
  /// if they cannot.
  virtual Notice change(std::vector<Mask>&, const ForwardArgs&) const { return {}; }
  virtual StepIndex softmax(Tape& tape, StepIndex scores, EmptyRow empty_row) const;
  /// What is returned as the attention, of the weights before dropout and after it.
  virtual StepIndex returned(StepIndex weights, StepIndex /*dropped*/) const { return weights; }
  /// What each head's context is scaled by.
  virtual std::vector<float> head_scale(const ForwardArgs& args) const { return args.head_scale; }
  /// (B, H, T_q, d_v) -> (B, T_q, H*d_v), by transpose(1, 2), contiguous and view.
  virtual StepIndex merge(Tape& tape, const Config& config, StepIndex context) const;
};

/// What attention has added to a tape. Where a wrong path was refused, the refused step stands for what did
/// not come.
struct Attended {
  StepIndex weights;  // (B, H, T_q, T_k), before dropout
  StepIndex output;   // (B, T_q, d_model)
  std::vector<Notice> warnings;
};

/// Multi-head attention as in Vaswani et al. 2017, section 3.2: softmax(Q K^T / sqrt(d_k)) V in each head,
/// and W_O over all of them, as operations on a caller's tape; layers, residuals and losses are put together
/// so. With fewer key/value heads than heads, head h reads key/value head floor(h / G), G = H / H_kv. Its
/// inputs are steps on that tape, one for several lanes or one for each; the tensors of `args` are not read.
/// Its ids and parameters stand in the tape's scope. Errors: "shape" for inputs that do not fit the layer or
/// each other, "mask" for masks that do not broadcast, "config" for a dropout outside [0, 1), a head_scale of
/// another length than H, a fused layer with a key or value of its own, a layer with the weights of another,
/// or a scope that has attention in it already.
Attended attend(Tape& tape, const Lanes& inputs, const Layer& layer, ForwardArgs args, const Path& path = {});

/// The same on a tape of its own, fast if not args.trace, or on a wrong path. Errors as of attend().
Run forward(const Layer& layer, const ForwardArgs& args);
void forward(const Layer& layer, const ForwardArgs& args, const Path& path, Run& run);

}  // namespace mha
