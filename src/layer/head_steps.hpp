#pragma once

#include "../tape/rope.hpp"
#include "attention.hpp"

namespace mha {

/// Whether a pass computes no numbers, neither now nor later over its steps: query and weights are meta
/// tensors.
bool is_meta_pass(const Weights& weights, const ForwardArgs& args);

/// The positions of new tokens, of which the last has the one before `end`.
struct RotaryPositions {
  Index end;
  bool is_meta;  // as of is_meta_pass()

  RotaryPositions(const Path& path, const Weights& weights, const ForwardArgs& args)
      : end(path.first_new(args) + args.new_keys()), is_meta(is_meta_pass(weights, args)) {}
};

/// Norms queries and keys, x / sqrt(mean(x²) + eps) * gain, over their last axis: the features of each head, or
/// of all heads.
Lanes norm_queries_and_keys(Tape& tape, double eps, const Weights& weights, const Lanes& lanes);

/// Adds the steps between heads and scores to a tape: the norm of queries and keys, rotary positions, and the
/// keys and values of earlier tokens, if any, in front of the new ones. x (B, H or H_kv, T, d) -> the same,
/// with T_past + T keys and values.
Lanes prepare_heads(Tape& tape, const Config& config, const Weights& weights,
                    const RotaryPositions& positions, const KeyValues& past, Lanes heads);

// The single steps, which latent attention uses as well.

/// Rotates x (..., T, d) by the positions of its tokens, the last of which are the new ones.
StepIndex rotate(Tape& tape, const Rope& rope, At at, StepIndex x, const RotaryPositions& positions);
/// Concatenates a and b along a dimension, whose axis in the result is `axis`.
StepIndex concat(Tape& tape, At at, StepIndex a, StepIndex b, int dim, Axis axis);
/// Adds the past to the tape as an input, and concatenates the past and x (..., T, d) along the tokens.
StepIndex append(Tape& tape, At past_at, const Tensor& past, At at, StepIndex x);

}  // namespace mha
