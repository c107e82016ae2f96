#include "long_case.hpp"

#include <limits>

#include "fixture.hpp"

using namespace mha;

namespace {

constexpr Config kTwoHeads = {.d_model = 16, .num_heads = 2};
constexpr Config kRotary = {.d_model = 16, .num_heads = 2, .rope = {RopeStyle::interleaved}};

}  // namespace

const std::vector<LongCase>& long_cases() {
  static const std::vector<LongCase> cases = {
      {.name = "plain", .config = {.d_model = 24, .num_heads = 3}, .batch = 2, .t_q = 300},
      {.name = "causal", .config = {.d_model = 24, .num_heads = 3}, .t_q = 530, .causal = true},
      {.name = "fewer queries than keys, causal", .config = kTwoHeads, .t_q = 70, .t_k = 600, .causal = true},
      {.name = "more queries than keys, causal", .config = kTwoHeads, .t_q = 400, .t_k = 270, .causal = true},
      {.name = "padded", .config = kTwoHeads, .batch = 3, .t_q = 130, .t_k = 530, .padding = true},
      {.name = "padded and causal",
       .config = kTwoHeads,
       .batch = 2,
       .t_q = 300,
       .causal = true,
       .padding = true},
      {.name = "added padding",
       .config = kTwoHeads,
       .batch = 2,
       .t_q = 70,
       .t_k = 300,
       .additive_padding = true},
      {.name = "attention mask", .config = {.d_model = 16, .num_heads = 4}, .t_q = 280, .attn_mask = true},
      {.name = "all masks, grouped",
       .config = {.d_model = 32, .num_heads = 4, .num_kv_heads = 2},
       .batch = 2,
       .t_q = 300,
       .causal = true,
       .padding = true,
       .attn_mask = true},
      {.name = "values of another width",
       .config = {.d_model = 12, .num_heads = 2, .d_k = 5, .d_v = 9},
       .t_q = 300,
       .causal = true},
      {.name = "key and value inputs of other widths",
       .config = {.d_model = 12, .num_heads = 2, .d_k = 5, .d_v = 9, .d_key = 7, .d_value = 10},
       .t_q = 300,
       .t_k = 90},
      {.name = "rotary, fewer queries than keys", .config = kRotary, .batch = 2, .t_q = 70, .t_k = 300},
      {.name = "rotary, more queries than keys", .config = kRotary, .t_q = 300, .t_k = 70},
      {.name = "a past",
       .config = {.d_model = 16, .num_heads = 4, .num_kv_heads = 2, .rope = {RopeStyle::half}},
       .batch = 2,
       .t_q = 70,
       .past = 330,
       .causal = true},
      {.name = "all variants, padded",
       .config = {.d_model = 16,
                  .num_heads = 4,
                  .num_kv_heads = 2,
                  .bias = true,
                  .fused = true,
                  .qk_norm = true,
                  .rope = {RopeStyle::half, 500, 0.5, 2},
                  .softcap = 2,
                  .window = {290, -1},
                  .sinks = true},
       .batch = 2,
       .t_q = 300,
       .past = 270,
       .causal = true,
       .padding = true},
      {.name = "distances, a narrow window of both sides",
       .config = {.d_model = 16, .num_heads = 2, .alibi = true, .window = {3, 2}},
       .t_q = 600},
      {.name = "fused",
       .config = {.d_model = 16, .num_heads = 2, .bias = true, .fused = true},
       .batch = 2,
       .t_q = 270},
  };
  return cases;
}

Layer layer_of(const LongCase& long_case) {
  const Config config = resolve(long_case.config);
  Layer layer{config, Weights::zeros(config)};
  for (Param param : kParams) {
    if (has(config, param))
      layer.weights.set(config, param,
                        random_values(static_cast<std::uint64_t>(param), 0.6f, shape_of(param, config)));
  }
  return layer;
}

ForwardArgs args_of(const LongCase& c) {
  const Config config = resolve(c.config);
  ForwardArgs args;
  args.query = random_values(11, 1.0f, {c.batch, c.t_q, config.d_model});
  if (c.t_k > 0) args.key = random_values(12, 1.0f, {c.batch, c.t_k, config.d_key});
  const Index new_keys = c.t_k > 0 ? c.t_k : c.t_q, t_k = new_keys + c.past;
  if (config.d_value != config.d_key)
    args.value = random_values(15, 1.0f, {c.batch, new_keys, config.d_value});
  if (c.past > 0) {
    args.past = {random_values(16, 1.0f, {c.batch, config.num_kv_heads, c.past, config.d_k}),
                 random_values(17, 1.0f, {c.batch, config.num_kv_heads, c.past, config.d_v})};
  }
  args.causal = c.causal;
  if (c.padding || c.additive_padding) {
    args.key_padding_mask = Mask{random_values(13, 1.0f, {c.batch, t_k}), c.additive_padding};
    for (float& value : args.key_padding_mask->values.values()) {
      if (c.padding) value = value > 0.3f ? 1.0f : 0.0f;
      if (c.additive_padding && value > 0.5f) value = -std::numeric_limits<float>::infinity();
    }
  }
  if (c.attn_mask) {
    args.attn_mask = Mask{random_values(14, 1.0f, {c.t_q, t_k}), false};
    for (float& value : args.attn_mask->values.values()) value = value > 0.4f ? 1.0f : 0.0f;
    for (Index j = 0; j < t_k; ++j)
      args.attn_mask->values.data()[70 * t_k + j] = 1.0f;  // a query without keys
  }
  return args;
}
