#pragma once

#include "attention.hpp"

namespace mha {

struct HeadModifiers;

/// All changes to the scores between scaling and softmax, in this order. The traced pass makes a step of
/// each; the fast pass passes each head's share to the kernel.
struct ScoreModifiers {
  const Config& config;  // softcap, alibi, window
  Index first_position;  // of the first query, where the first key has position 0
  bool causal;
  InlineList<Mask, 2> given;  // key padding mask and attention mask, with the sizes of the scores
  Tensor sinks;               // (H), or empty
  Dims scores;                // (B, H, T_q, T_k)
  bool is_meta;               // whether the pass computes no numbers

  /// `of_heads`: the sinks. The caller has checked `args`, except for the masks. Error "mask" for masks that
  /// do not broadcast.
  ScoreModifiers(const Config& of_layer, const ForwardArgs& args, const Tensor& of_heads);

  /// The range of keys that each query sees by position alone.
  KeyWindow visible() const { return causal ? config.window.causal() : config.window; }
  /// All masks, with the sizes of the scores: the causal mask, the window, and the given masks.
  std::vector<Mask> masks() const;
  /// Adds the steps before the masks to a tape.
  StepIndex cap_and_bias(Tape& tape, const Path& path, StepIndex x) const;
  /// Adds the softmax, and the steps before and after it that a sink needs.
  StepIndex softmax(Tape& tape, const Path& path, StepIndex x, EmptyRow empty_row) const;
  /// The modifiers of one head for the kernel, without the first `left_out` of the given masks.
  HeadModifiers of_head(Index batch, Index head, std::size_t left_out) const;
  /// A warning for each query whose keys are all blocked.
  std::vector<Notice> warnings(const ForwardArgs& args, const AttentionMask& mask) const;
};

}  // namespace mha
