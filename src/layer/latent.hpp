#pragma once

#include "attention.hpp"

namespace mha {

/// What queries, keys and values of latent attention are made of.
struct Latents {
  StepIndex queries;  // (B, T, d_q): the latent of the queries, or the input
  StepIndex tokens;   // (B, T_k, d_c): that of keys and values, behind those of the past
  StepIndex rotary;   // (B, T, d_r): the part of the keys that is turned, of the new tokens
};

/// Adds the projections to latents to a tape, and appends what is new to the past.
Latents compress(Tape& tape, const Layer& layer, const ForwardArgs& args, StepIndex x);

/// Queries and keys with their turned parts.
struct Turned {
  Lanes heads;       // (B, H, T, d_k + d_r), and values (B, H, T_k, d_v)
  StepIndex rotary;  // (B, T_k, d_r): turned keys, behind those of the past
};

/// Turns the last features of each query and the key that all heads share, and joins them with the heads.
/// Queries of `heads` are (B, H, T, d_k + d_r), keys (B, H, T_k, d_k).
Turned join_rotary(Tape& tape, const Path& path, const Config& config, const ForwardArgs& args,
                   const Lanes& heads, StepIndex rotary);

}  // namespace mha
