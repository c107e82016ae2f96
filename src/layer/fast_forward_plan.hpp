#pragma once

#include <algorithm>

#include "../kernel/attend.hpp"
#include "fast_forward.hpp"
#include "score_modifiers.hpp"

namespace mha {

/// Sizes that follow from the arguments.
struct FastForward::Plan {
  const Config& config;
  ScoreModifiers modifiers;
  Index batch, t_q, t_k, new_keys;
  bool need_weights;
  bool leaves_out;     // whether the first mask is a key padding mask, whose blocked keys are omitted
  bool keeps_present;  // whether the keys and values are kept for the next pass

  Plan(const Config& c, const ForwardArgs& args, const Tensor& sinks = {})
      : config(c),
        modifiers(c, args, sinks),
        batch(modifiers.scores[0]),
        t_q(modifiers.scores[2]),
        t_k(modifiers.scores[3]),
        new_keys(args.key_or_query().size(1)),
        need_weights(args.need_weights),
        leaves_out(args.key_padding_mask && !args.key_padding_mask->additive),
        keeps_present(args.need_present || args.past) {}

  Dims queries() const { return {batch, t_q, config.num_heads * config.d_k}; }
  Dims keys() const { return {batch, new_keys, config.num_kv_heads * config.d_k}; }
  Dims values() const { return {batch, new_keys, config.num_kv_heads * config.d_v}; }
  Dims present_key() const { return past_key_sizes(config, batch, t_k); }
  Dims present_value() const { return past_value_sizes(config, batch, t_k); }
  /// The number of positions to rotate: those of the queries and of the new keys. The last query and the last
  /// key have the same position.
  Index positions() const { return std::max(t_q, new_keys); }
  Index pairs() const { return config.rope.pairs(config.d_k); }
  Dims context() const { return {batch, t_q, config.num_heads * config.d_v}; }
  Dims output() const { return {batch, t_q, config.d_model}; }
  /// Whether the context may overwrite the queries.
  bool in_place() const { return !config.fused && config.d_k == config.d_v; }
  /// Whether to save memory. If the attention weights are returned, they take at least as much memory as
  /// everything else, so saving does not pay.
  bool saves_memory() const { return !need_weights; }
  Index k_panels() const { return packed_elements(config.d_k, t_k); }
  Index v_panels() const { return packed_elements(t_k, config.d_v); }
  Index gathered() const { return leaves_out ? multiply_checked({t_k, config.d_k + config.d_v}) : 0; }
  Index scratch() const {
    return need_weights ? attend_scratch(t_q, t_k) : streaming_scratch(t_q, config.d_k, t_k);
  }
};

}  // namespace mha
