#include "random_case.hpp"

#include <cmath>
#include <headscope/tensor/elementwise.hpp>
#include <limits>

#include "fixture.hpp"

using namespace mha;

namespace {

using Engine = std::mt19937;

Index pick(Engine& engine, Index least, Index most) {
  return least + static_cast<Index>(engine() % static_cast<std::uint32_t>(most - least + 1));
}
bool chance(Engine& engine, int percent) {
  return static_cast<int>(engine() % 100) < percent;
}

Config random_config(Engine& engine) {
  Config c;
  c.num_kv_heads = pick(engine, 1, 3);
  c.num_heads = c.num_kv_heads * pick(engine, 1, 3);
  c.d_model = chance(engine, 50) ? c.num_heads * pick(engine, 1, 3) : pick(engine, 1, 9);
  const bool divides = c.d_model % c.num_heads == 0;
  if (!divides || chance(engine, 40)) c.d_k = pick(engine, 1, 5);
  if (chance(engine, 40)) c.d_v = pick(engine, 1, 5);
  c.bias = chance(engine, 50);
  c.fused = chance(engine, 25);
  if (!c.fused && chance(engine, 40)) c.d_key = pick(engine, 1, 7);
  if (!c.fused && chance(engine, 40)) c.d_value = pick(engine, 1, 7);
  return resolve(c);
}

Mask random_mask(Engine& engine, const Dims& scores) {
  Dims sizes;
  for (std::size_t d = static_cast<std::size_t>(pick(engine, 0, 3)); d < 4; ++d)
    sizes.push_back(chance(engine, 30) ? 1 : scores[d]);
  Mask mask{random_values(engine(), 1.5f, sizes), chance(engine, 50)};
  for (float& value : mask.values.values()) {
    if (!mask.additive) value = value > 0.5f ? 1.0f : 0.0f;
    if (mask.additive && value > 1.2f) value = -std::numeric_limits<float>::infinity();
  }
  return mask;
}

}  // namespace

RandomCase::RandomCase(std::uint32_t seed_) : seed(seed_) {
  Engine engine(seed);
  layer.config = random_config(engine);
  const Config& c = layer.config;
  layer.weights = Weights::zeros(c);
  for (Param param : kParams) {
    if (has(c, param)) layer.weights.set(c, param, random_values(engine(), 0.8f, shape_of(param, c)));
  }
  const Index b = pick(engine, 1, 3), t = pick(engine, 1, 6);
  args.query = random_values(engine(), 1.0f, {b, t, c.d_model});
  const bool value_is_other = c.d_value != c.d_key;
  if (!c.fused && (c.d_key != c.d_model || value_is_other || chance(engine, 40))) {
    const Index t_k = pick(engine, 1, 6);
    args.key = random_values(engine(), 1.0f, {b, t_k, c.d_key});
    if (value_is_other || chance(engine, 50)) args.value = random_values(engine(), 1.0f, {b, t_k, c.d_value});
  }
  const Dims scores = {b, c.num_heads, t, key().size(1)};
  args.causal = chance(engine, 40);
  if (chance(engine, 25)) {
    const Tensor padding = random_values(engine(), 1.0f, {b, key().size(1)});
    args.key_padding_mask = Mask{padding, chance(engine, 30)};
    if (!args.key_padding_mask->additive) {
      for (float& value : args.key_padding_mask->values.values()) value = value > 0.5f ? 1.0f : 0.0f;
    }
  }
  if (chance(engine, 40)) args.attn_mask = random_mask(engine, scores);
  if (chance(engine, 20)) args.mask_fill = -1e9f;
  if (chance(engine, 25)) {
    args.dropout = static_cast<double>(pick(engine, 1, 8)) / 10.0;
    args.dropout_seed = engine();
  }
  if (chance(engine, 25)) {
    const Tensor scale = random_values(engine(), 2.0f, {c.num_heads});
    args.head_scale.assign(scale.values().begin(), scale.values().end());
  }
  if (chance(engine, 60)) add_variants(engine);
  if (!args.key && !args.value && chance(engine, 20)) add_latent(engine);
}

/// Latents in place of the options that do not go with them.
void RandomCase::add_latent(Engine& engine) {
  const Config was = layer.config;
  layer.config = resolve({.d_model = was.d_model,
                          .num_heads = was.num_heads,
                          .d_k = was.d_k,
                          .d_v = was.d_v,
                          .rope = {.style = chance(engine, 50) ? RopeStyle::half : RopeStyle::interleaved,
                                   .base = 100,
                                   .scaling = was.rope.scaling},
                          .softcap = was.softcap,
                          .window = was.window,
                          .latent = {.rank = pick(engine, 1, 5),
                                     .query_rank = pick(engine, 0, 4),
                                     .rope_width = 2 * pick(engine, 1, 2),
                                     .norm = chance(engine, 50),
                                     .norm_eps = 1e-3,
                                     .bias = chance(engine, 40)}});
  const Config& c = layer.config;
  layer.weights = Weights::zeros(c);
  for (Param param : kParams) {
    if (has(c, param)) layer.weights.set(c, param, random_values(engine(), 0.8f, shape_of(param, c)));
  }
  if (args.past) add_past(engine, args.past.key.size(2));
}

/// Random options that are compatible, with their parameters, and a past.
void RandomCase::add_variants(Engine& engine) {
  Config& c = layer.config;
  const bool even = c.d_k % 2 == 0;
  if (chance(engine, 40)) {
    c.rope.style = chance(engine, 50) ? RopeStyle::interleaved : RopeStyle::half;
    if (chance(engine, 40)) c.rope.base = 100;
    if (chance(engine, 30)) c.rope.scaling = 2.5;
    if (!even || (c.d_k > 2 && chance(engine, 40))) c.rope.fraction = 2.001 / static_cast<double>(c.d_k);
    if (c.rope.fraction > 1) c.rope = {};
  } else if (chance(engine, 40)) {
    c.alibi = true;
  }
  c.qk_norm = chance(engine, 25);
  if (chance(engine, 25)) c.softcap = 1.5;
  if (chance(engine, 30)) c.window = {pick(engine, -1, 4), pick(engine, -1, 2)};
  c.sinks = chance(engine, 25);
  const Weights before = layer.weights;
  layer.weights = Weights::zeros(c);
  for (Param param : kParams) {
    if (!has(c, param)) continue;
    const Tensor& known = before[param];
    layer.weights.set(c, param, known ? known : random_values(engine(), 1.5f, shape_of(param, c)));
  }
  if (chance(engine, 30)) add_past(engine, pick(engine, 1, 4));
}

/// Drops masks that no longer fit.
void RandomCase::add_past(Engine& engine, Index past) {
  const Config& c = layer.config;
  const Index b = batch();
  args.past = {random_values(engine(), 1.0f, past_key_sizes(c, b, past)),
               random_values(engine(), 1.0f, past_value_sizes(c, b, past))};
  args.key_padding_mask.reset();
  if (args.attn_mask && args.attn_mask->values.size(-1) > 1) args.attn_mask.reset();
}

KeyState state_of_key(const RandomCase& random, Index b, Index h, Index i, Index j) {
  const ForwardArgs& args = random.args;
  const Dims scores = {random.batch(), random.layer.config.num_heads, random.t_q(), random.t_k()};
  const Config& c = random.layer.config;
  const KeyWindow window = args.causal ? c.window.causal() : c.window;
  const Index apart = i + scores[3] - scores[2] - j;
  bool filled = (window.left >= 0 && apart > window.left) || (window.right >= 0 && -apart > window.right),
       minus_infinity = false;
  const auto apply = [&](const Mask& mask, float value) {
    if (mask.additive) minus_infinity |= std::isinf(value);
    if (!mask.additive) filled |= value != 0.0f;
  };
  if (args.key_padding_mask) apply(*args.key_padding_mask, args.key_padding_mask->values({b, j}));
  if (args.attn_mask) apply(*args.attn_mask, args.attn_mask->values.expand(scores)({b, h, i, j}));
  if (filled) return KeyState::filled;
  return minus_infinity ? KeyState::minus_infinity : KeyState::open;
}

oracle::Problem problem_of(const RandomCase& random) {
  const Config& c = random.layer.config;
  const ForwardArgs& args = random.args;
  const auto size = [](Index i) { return static_cast<std::size_t>(i); };
  const auto numbers = [](const Tensor& tensor) {
    if (!tensor) return oracle::Numbers{};
    const Tensor packed = tensor.contiguous();
    return oracle::Numbers(packed.values().begin(), packed.values().end());
  };
  const auto weight = [&](Param param) { return numbers(random.layer.weights[param]); };
  const Index t_k = random.t_k();
  oracle::Problem p{size(random.batch()),
                    size(random.t_q()),
                    size(t_k),
                    size(c.d_model),
                    size(c.d_key),
                    size(c.d_value),
                    size(c.num_heads),
                    size(c.num_kv_heads),
                    size(c.d_k),
                    size(c.d_v),
                    numbers(args.query),
                    numbers(random.key()),
                    numbers(random.value()),
                    weight(Param::wQ),
                    weight(Param::wK),
                    weight(Param::wV),
                    weight(Param::wO),
                    weight(Param::bQ),
                    weight(Param::bK),
                    weight(Param::bV),
                    weight(Param::bO),
                    {},
                    {},
                    std::nullopt,
                    {},
                    oracle::Numbers(args.head_scale.begin(), args.head_scale.end())};
  p.past = args.past ? size(args.past.key.size(2)) : 0;
  p.past_key = numbers(args.past.key);
  p.past_value = numbers(args.past.value);
  p.qk_norm = c.qk_norm;
  p.qk_norm_eps = c.qk_norm_eps;
  p.g_q = weight(Param::gQ);
  p.g_k = weight(Param::gK);
  p.turned = c.rope ? size(c.rope.turned(c.d_k)) : 0;
  p.halves = c.rope.style == RopeStyle::half;
  p.rope_base = c.rope.base;
  p.rope_scaling = c.rope.scaling;
  p.alibi = c.alibi;
  p.softcap = c.softcap;
  p.window_left = static_cast<long>(c.window.left);
  p.window_right = static_cast<long>(c.window.right);
  p.sinks = weight(Param::sinks);
  p.rank = size(c.latent.rank);
  p.query_rank = size(c.latent.query_rank);
  p.d_r = size(c.latent.rope_width);
  p.w_dq = weight(Param::wDQ);
  p.w_dkv = weight(Param::wDKV);
  p.w_kr = weight(Param::wKR);
  p.b_dq = weight(Param::bDQ);
  p.b_dkv = weight(Param::bDKV);
  p.b_kr = weight(Param::bKR);
  p.g_dq = weight(Param::gDQ);
  p.g_dkv = weight(Param::gDKV);
  p.latent_norm_eps = c.latent.norm_eps;
  if (!std::isinf(args.mask_fill)) p.fill = args.mask_fill;
  const Dims scores = {random.batch(), c.num_heads, random.t_q(), t_k};
  for (Index b = 0; b < scores[0]; ++b) {
    for (Index h = 0; h < scores[1]; ++h) {
      for (Index i = 0; i < scores[2]; ++i) {
        for (Index j = 0; j < scores[3]; ++j) {
          double added = 0;
          bool blocked = args.causal && j > i + t_k - random.t_q();
          const auto apply = [&](const Mask& mask, float value) {
            if (mask.additive) added += value;
            if (!mask.additive && value != 0.0f) blocked = true;
          };
          if (args.key_padding_mask) apply(*args.key_padding_mask, args.key_padding_mask->values({b, j}));
          if (args.attn_mask) apply(*args.attn_mask, args.attn_mask->values.expand(scores)({b, h, i, j}));
          p.added.push_back(added);
          p.blocked.push_back(blocked);
        }
      }
    }
  }
  if (args.dropout > 0) {
    Tensor ones = Tensor::uninitialised(scores);
    for (float& value : ones.values()) value = 1.0f;
    p.dropout_factors = numbers(dropout(ones, args.dropout, args.dropout_seed));
  }
  return p;
}
