#pragma once

#include <array>
#include <string_view>

#include "../tape/mask.hpp"
#include "../tape/rope.hpp"

namespace mha {

/// Multi-head latent attention (DeepSeek-AI 2024, section 2.1): the layer computes keys and values from one
/// latent of each token. A cache holds the latents, and one rotated key of each token that all heads share.
struct Latent {
  Index rank = 0;        // features of the latent of keys and values; 0: no latent attention
  Index query_rank = 0;  // features of the latent of queries; 0: queries are computed from the input
  Index rope_width = 0;  // rotated features of each head, in addition to its d_k others; default: d_k / 2
  bool norm = false;     // RMSNorm of each latent, with weights gDQ and gDKV; a cache holds normed latents
  double norm_eps = 1e-6;
  bool bias = false;  // on the projections of the input, and on the output: bDQ, bDKV, bKR and bO

  explicit operator bool() const { return rank != 0; }
  bool operator==(const Latent&) const = default;
};

/// The dimensions and options of one layer. A size of 0 selects the default in its comment.
struct Config {
  Index d_model = 0;
  Index num_heads = 0;
  /// Default: num_heads. Fewer is grouped-query attention (Ainslie et al. 2023), 1 is multi-query attention
  /// (Shazeer 2019).
  Index num_kv_heads = 0;
  Index d_k = 0;       // default: d_model / num_heads, which must then be a whole number
  Index d_v = 0;       // default: d_k
  Index d_key = 0;     // default: d_model; features of the key input
  Index d_value = 0;   // default: d_key; features of the value input
  bool bias = false;   // on all four projections
  bool fused = false;  // Q, K and V by one product with the concatenated weights; self-attention only
  /// RMSNorm of each head's queries and keys over d_k, with weights gQ and gK (Henry et al. 2020; Qwen3).
  bool qk_norm = false;
  double qk_norm_eps = 1e-6;
  bool qk_norm_whole = false;  // over the features of all heads together (OLMo 2, 2024)
  Rope rope = {};              // rotates queries and keys by their positions (rope.hpp)
  bool alibi = false;          // subtracts alibi_slope() times the distance from each score
  double softcap = 0;          // c: a score s becomes c tanh(s / c), before masks (Gemma 2, 2024); 0: off
  KeyWindow window = {};       // the keys around each query that the query sees (Beltagy et al. 2020)
  /// One learned logit a head in the softmax's denominator (gpt-oss, 2025).
  bool sinks = false;
  Latent latent = {};

  /// Features of a query and of a key in the product of the scores.
  Index score_width() const { return d_k + latent.rope_width; }
  /// Features of a head that are available to rope.
  Index rope_width() const { return latent ? latent.rope_width : d_k; }
  /// Number of heads that share a key/value head.
  Index group_size() const { return num_kv_heads == 0 ? 1 : num_heads / num_kv_heads; }
  bool operator==(const Config&) const = default;
};

/// A size or a flag of Config, by name. Options with values of their own are not in this list.
struct ConfigField {
  std::string_view name;
  Index Config::*size = nullptr;
  bool Config::*flag = nullptr;
};
inline constexpr std::array kConfigFields = {
    ConfigField{"d_model", &Config::d_model},
    ConfigField{"num_heads", &Config::num_heads},
    ConfigField{"num_kv_heads", &Config::num_kv_heads},
    ConfigField{"d_k", &Config::d_k},
    ConfigField{"d_v", &Config::d_v},
    ConfigField{"d_key", &Config::d_key},
    ConfigField{"d_value", &Config::d_value},
    ConfigField{"bias", nullptr, &Config::bias},
    ConfigField{"fused", nullptr, &Config::fused},
    ConfigField{"alibi", nullptr, &Config::alibi},
    ConfigField{"sinks", nullptr, &Config::sinks},
};

/// Fills in the defaults. Error "config" for sizes below 1, for heads that do not divide, and for sizes or
/// options that do not fit together.
Config resolve(Config config);

/// The factor of the scores: 1 / sqrt(score_width), so that their variance does not grow with the width.
float score_scale(const Config& config);

/// Sizes of a cache (ForwardArgs.past, Run.present) of `tokens` tokens.
Dims past_key_sizes(const Config& config, Index batch, Index tokens);
Dims past_value_sizes(const Config& config, Index batch, Index tokens);

/// The slope of a head's bias (Press et al. 2022): 2^(-8 (h + 1) / H) if H is a power of two. Otherwise let P
/// be the largest power of two below H: the first P heads have the slopes of P heads, and the other heads
/// have every second slope of 2 P heads, from the first on.
float alibi_slope(Index head, Index num_heads);

}  // namespace mha
