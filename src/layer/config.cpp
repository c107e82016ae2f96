#include "config.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "../base/elementary.hpp"

namespace mha {
namespace {

void check_size(const char* what, Index size) {
  constexpr Index kLargest = Index{1} << 30;
  if (size < 1)
    fail(ErrorCode::config, "not_a_whole_number", "{name} {value} is not a whole number of at least {least}",
         what, size, 1);
  if (size > kLargest)
    fail(ErrorCode::config, "size_too_large", "{name} {value} is more than {most}", what, size, kLargest);
}

/// "below, above"; a value of 0 does not exist and is omitted.
std::string nearest(Index below, Index above) {
  if (below == 0) return text("{}", above);
  return above == 0 ? text("{}", below) : text("{}, {}", below, above);
}

/// The divisors of d_model nearest to num_heads; with fewer key/value heads, only multiples of num_kv_heads.
/// Empty if there are none.
std::string nearest_heads(const Config& config) {
  const Index shared = config.num_kv_heads == config.num_heads ? 1 : config.num_kv_heads;
  Index below = 0, above = 0;
  const auto consider = [&](Index heads) {
    if (heads % shared != 0) return;
    if (heads < config.num_heads) below = std::max(below, heads);
    if (heads > config.num_heads) above = above == 0 ? heads : std::min(above, heads);
  };
  for (Index d = 1; d * d <= config.d_model; ++d) {
    if (config.d_model % d != 0) continue;
    consider(d);
    consider(config.d_model / d);
  }
  return below + above == 0 ? "" : nearest(below, above);
}

void check_heads_divide(const Config& config) {
  const Index width = config.d_model, heads = config.num_heads;
  if (width % heads == 0) return;
  const Index below = width - width % heads;
  const std::string widths = nearest(below, below + heads), divisors = nearest_heads(config);
  if (divisors.empty()) {
    fail(ErrorCode::config, "d_model_does_not_divide",
         "d_model {d_model} is not divisible by num_heads {num_heads} (nearest d_model: {widths})", width,
         heads, widths);
  }
  fail(ErrorCode::config, "heads_do_not_divide",
       "d_model {d_model} is not divisible by num_heads {num_heads} (nearest d_model: {widths}; nearest "
       "num_heads: {heads})",
       width, heads, widths, divisors);
}

/// The first twelve at most, up to 1024: "1, 2, 4, 8".
std::string divisors(Index number) {
  std::string out = "1";
  int found = 1;
  for (Index d = 2; d <= std::min<Index>(number, 1024) && found < 12; ++d) {
    if (number % d != 0) continue;
    out += text(", {}", d);
    ++found;
  }
  return out;
}

void check_positive(const char* what, double value) {
  if (!(value > 0 && std::isfinite(value)))
    fail(ErrorCode::config, "not_positive", "{name} {value} is not a number above 0", what, value);
}

/// The passes compute with the cap in single precision.
void check_softcap(double cap) {
  constexpr double kLeast = 1e-37, kMost = 1e38, kLn10 = 2.302585092994046;
  check_positive("softcap", cap);
  if (cap >= kLeast && cap <= kMost) return;
  fail(ErrorCode::config, "softcap_out_of_range",
       "softcap of about 1e{power} is beyond single precision, expected 1e-37 to 1e38",
       static_cast<Index>(std::floor(log(cap) / kLn10 + 0.5)));
}

void check_rope(const Config& config) {
  const Rope& rope = config.rope;
  check_positive("rope base", rope.base);
  check_positive("rope fraction", rope.fraction);
  check_positive("rope scaling", rope.scaling);
  if (!(rope.length >= 0 && rope.low < rope.high))
    fail(ErrorCode::config, "rope_range",
         "rope scales pairs that turn {low} to {high} times within {length} positions; expected a length of "
         "at least 0, "
         "and the first below the second",
         rope.low, rope.high, rope.length);
  if (rope.fraction > 1)
    fail(ErrorCode::config, "fraction_above_1", "rope fraction {fraction} is more than 1", rope.fraction);
  const Index width = config.rope_width();
  if (rope.fraction == 1 && width % 2 != 0) {
    fail(ErrorCode::config, "odd_for_rope",
         "rope turns features in pairs, but d_k {d_k} is odd (nearest that is even: {even})", width,
         width + 1);
  }
  const Index turned = rope.turned(width);
  if (turned % 2 != 0 || turned == 0) {
    fail(ErrorCode::config, "fraction_not_even",
         "rope turns features in pairs, but fraction {fraction} of d_k {d_k} is {turned}", rope.fraction,
         width, turned);
  }
  if (!rope.factors.empty() && rope.factors.size() != static_cast<std::size_t>(turned / 2)) {
    fail(ErrorCode::config, "rope_factors",
         "rope has {factors} factors, expected one for each of {pairs} pairs",
         static_cast<Index>(rope.factors.size()), turned / 2);
  }
  if (config.alibi) {
    fail(ErrorCode::config, "rope_and_alibi",
         "rope and alibi both tell positions; a layer has one of them or none");
  }
}

void check_window(const KeyWindow& window) {
  for (const Index side : {window.left, window.right}) {
    if (side < -1)
      fail(ErrorCode::config, "window_below_0",
           "window {side} is not a number of keys (0 or more, or -1 for all)", side);
  }
}

/// The name of an option that latent attention excludes; empty if none is set.
std::string_view beside_latent(const Config& config) {
  if (config.num_kv_heads != config.num_heads) return "num_kv_heads";
  if (config.fused) return "fused";
  if (config.bias) return "bias";
  if (config.qk_norm) return "qk_norm";
  if (config.alibi) return "alibi";
  if (config.sinks) return "sinks";
  return config.d_key != config.d_model || config.d_value != config.d_model ? "d_key" : "";
}

void check_latent(const Config& config) {
  check_size("latent rank", config.latent.rank);
  check_size("latent rope_width", config.latent.rope_width);
  if (config.latent.query_rank != 0) check_size("latent query_rank", config.latent.query_rank);
  if (config.latent.norm) check_positive("latent norm eps", config.latent.norm_eps);
  if (const std::string_view other = beside_latent(config); !other.empty()) {
    fail(ErrorCode::config, "latent_with",
         "latent attention has no {option}: each head has keys and values of its own, made of the latent of "
         "one input; leave {option} out",
         std::string(other), std::string(other));
  }
  if (!config.rope) {
    fail(ErrorCode::config, "latent_without_rope",
         "latent attention turns {width} features of each head by their positions; set rope, too",
         config.latent.rope_width);
  }
  if (const Index width = config.latent.rope_width; width % 2 != 0) {
    fail(ErrorCode::config, "odd_rope_width",
         "rope turns features in pairs, but latent rope_width {width} is odd (nearest that is even: {even})",
         width, width + 1);
  }
}

void check_variants(const Config& config) {
  if (config.latent) check_latent(config);
  if (config.rope) check_rope(config);
  if (config.qk_norm) check_positive("qk_norm eps", config.qk_norm_eps);
  if (config.softcap != 0) check_softcap(config.softcap);
  check_window(config.window);
}

}  // namespace

Config resolve(Config config) {
  const auto use_default = [](Index& size, Index fallback) { size = size == 0 ? fallback : size; };
  check_size("d_model", config.d_model);
  check_size("num_heads", config.num_heads);
  use_default(config.num_kv_heads, config.num_heads);
  check_size("num_kv_heads", config.num_kv_heads);
  if (config.num_heads % config.num_kv_heads != 0) {
    fail(ErrorCode::config, "kv_heads_do_not_divide",
         "num_heads {num_heads} is not divisible by num_kv_heads {num_kv_heads} (divisors: {divisors})",
         config.num_heads, config.num_kv_heads, divisors(config.num_heads));
  }
  if (config.d_k == 0) check_heads_divide(config);
  use_default(config.d_k, config.d_model / config.num_heads);
  use_default(config.d_v, config.d_k);
  use_default(config.d_key, config.d_model);
  use_default(config.d_value, config.d_key);
  if (config.latent) {
    use_default(config.latent.rope_width, config.d_k / 2);
  } else {
    config.latent = {};
  }
  check_size("d_k", config.d_k);
  check_size("d_v", config.d_v);
  check_size("d_key", config.d_key);
  check_size("d_value", config.d_value);
  if (config.fused && (config.d_key != config.d_model || config.d_value != config.d_model)) {
    fail(ErrorCode::config, "fused_inputs_differ",
         "fused needs one input for query, key and value, but d_model {d_model}, d_key {d_key} and d_value "
         "{d_value} differ",
         config.d_model, config.d_key, config.d_value);
  }
  check_variants(config);
  return config;
}

float score_scale(const Config& config) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(config.score_width())));
}

Dims past_key_sizes(const Config& config, Index batch, Index tokens) {
  if (config.latent) return {batch, 1, tokens, config.latent.rank};
  return {batch, config.num_kv_heads, tokens, config.d_k};
}

Dims past_value_sizes(const Config& config, Index batch, Index tokens) {
  if (config.latent) return {batch, 1, tokens, config.latent.rope_width};
  return {batch, config.num_kv_heads, tokens, config.d_v};
}

float alibi_slope(Index head, Index num_heads) {
  const auto slope_of = [](Index one_based, Index heads) {
    constexpr double kLn2 = 0.69314718055994531;
    return static_cast<float>(exp(-8.0 * static_cast<double>(one_based) / static_cast<double>(heads) * kLn2));
  };
  const auto power = static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(num_heads)));
  return head < power ? slope_of(head + 1, power) : slope_of(2 * (head - power) + 1, 2 * power);
}

}  // namespace mha
