#pragma once

#include <cstddef>
#include <optional>
#include <vector>

/// Multi-head attention a second time: plain loops in double precision, sharing no code with the core. Every
/// array is row-major.
namespace oracle {

using Numbers = std::vector<double>;

struct Problem {
  std::size_t batch, t_q, t_k, d_model, d_key, d_value, heads, kv_heads, d_k, d_v;
  Numbers query, key, value;   // (B, T_q, d_model), (B, T_k, d_key), (B, T_k, d_value)
  Numbers w_q, w_k, w_v, w_o;  // (d_in, d_out)
  Numbers b_q, b_k, b_v, b_o;  // empty without biases
  Numbers added;               // (B, H, T_q, T_k) to the scores, or empty
  std::vector<bool> blocked;   // (B, H, T_q, T_k), or empty
  std::optional<double> fill;  // where blocked; none is -inf
  Numbers dropout_factors;     // (B, H, T_q, T_k), or empty
  Numbers head_scale;          // (H), or empty
  bool rope = false;           // rotary positions; the last query has that of the last key
};

struct Answer {
  Numbers output;     // (B, T_q, d_model)
  Numbers attention;  // (B, H, T_q, T_k), before dropout
};

Answer attend(const Problem& problem);

}  // namespace oracle
