#pragma once

#include "head_steps.hpp"

namespace mha {

/// The inputs of the projections of latent attention.
struct Latents {
  StepIndex queries;  // (B, T, d_q): the latent of the queries, or the layer's input
  StepIndex tokens;   // (B, T_k, d_c): the latents of keys and values, past and new
  StepIndex rotary;   // (B, T, d_r): the shared part of the new keys, before rope
};

/// Adds the projections to latents and the norms of latents to a tape, and appends the new latents to the
/// past ones.
Latents compress(Tape& tape, const Layer& layer, const ForwardArgs& args, StepIndex x);

/// Queries and keys with their rotated parts.
struct Rotated {
  Lanes heads;       // queries and keys (B, H, T, d_k + d_r), and values (B, H, T_k, d_v)
  StepIndex rotary;  // (B, T_k, d_r): the rotated part of the keys, past and new
};

/// Rotates the last d_r features of each query, and the part of the keys that all heads share, and joins each
/// with its head. Queries of `heads` are (B, H, T, d_k + d_r), keys (B, H, T_k, d_k).
Rotated join_rotary(Tape& tape, const Config& config, const RotaryPositions& positions, const KeyValues& past,
                    const Lanes& heads, StepIndex rotary);

}  // namespace mha
