#pragma once

#include "attention.hpp"

namespace mha {

/// Adds the steps between heads and scores to a tape: the norm of queries and keys, rotary positions, and the
/// keys and values of earlier tokens in front of the new ones. x (B, H or H_kv, T, d) -> the same, with
/// T_past + T keys and values.
Lanes prepare_heads(Tape& tape, const Path& path, const Config& config, const Weights& weights,
                    const ForwardArgs& args, Lanes heads);

}  // namespace mha
