#pragma once

#include <cstddef>
#include <optional>
#include <vector>

/// A second implementation of multi-head attention, by plain loops in double precision. Shares no code with
/// the core. Every array is row-major.
namespace oracle {

using Numbers = std::vector<double>;

struct Problem {
  std::size_t batch, t_q, t_k, d_model, d_key, d_value, heads, kv_heads, d_k, d_v;
  Numbers query, key, value;   // (B, T_q, d_model), (B, T_k - past, d_key), (B, T_k - past, d_value)
  Numbers w_q, w_k, w_v, w_o;  // (d_in, d_out)
  Numbers b_q, b_k, b_v, b_o;  // empty without biases
  Numbers added;               // (B, H, T_q, T_k): added to the scores; or empty
  std::vector<bool> blocked;   // (B, H, T_q, T_k), or empty
  std::optional<double> fill;  // score of blocked keys; -inf if there is none
  Numbers dropout_factors;     // (B, H, T_q, T_k), or empty
  Numbers head_scale;          // (H), or empty
  // Variants of attention. t_k includes the keys of the past.
  std::size_t past = 0;          // tokens
  Numbers past_key, past_value;  // (B, H_kv, past, d_k) and (.., d_v)
  bool qk_norm = false;
  double qk_norm_eps = 0;
  Numbers g_q, g_k;        // (d_k)
  std::size_t turned = 0;  // number of rotated features; the last query and the last key have the same
                           // position
  bool halves = false;     // whether pairs are i and i + turned / 2 instead of 2 i and 2 i + 1
  double rope_base = 1e4, rope_scaling = 1;
  bool alibi = false;
  double softcap = 0;
  long window_left = -1, window_right = -1;
  Numbers sinks;  // (H), or empty
  // Latent attention: keys and values are products of a latent, and a query's features from d_k on are turned
  // with one key that all heads share. w_q then is (d_in, H * (d_k + d_r)), and the past holds latents and
  // turned keys.
  std::size_t rank = 0, query_rank = 0, d_r = 0;
  Numbers w_dq, w_dkv, w_kr;  // (d_model, query_rank), (d_model, rank), (d_model, d_r)
  Numbers b_dq, b_dkv, b_kr;  // (query_rank), (rank), (d_r); empty without biases
  Numbers g_dq, g_dkv;        // (query_rank), (rank); empty without norms of latents
  double latent_norm_eps = 0;
};

struct Answer {
  Numbers output;     // (B, T_q, d_model)
  Numbers attention;  // (B, H, T_q, T_k), before dropout
};

Answer attend(const Problem& problem);

}  // namespace oracle
