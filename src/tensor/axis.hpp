#pragma once

#include "../base/inline_list.hpp"
#include "../base/named_value.hpp"

namespace mha {

/// Names of dimensions. T_k+1: the keys and a sink. T_past: the tokens of a cache. d_c, d_q: the latents of
/// keys and values, and of queries. d_r: the features of a latent head that are rotated. H*d_k and the like:
/// concatenated heads.
enum class Axis : unsigned char {
  B,
  T,
  T_q,
  T_k,
  T_k_1,
  T_past,
  H,
  H_kv,
  G,
  d_model,
  d_key,
  d_value,
  d_k,
  d_v,
  d_c,
  d_q,
  d_r,
  d_k_d_r,
  H_d_k_d_r,
  H_d_k,
  H_d_v,
  H_kv_d_k,
  H_kv_d_v,
  qkv,
  d_ff,
  vocabulary
};

inline constexpr std::array kAxes = {
    NamedValue{Axis::B, "B"},
    NamedValue{Axis::T, "T"},
    NamedValue{Axis::T_q, "T_q"},
    NamedValue{Axis::T_k, "T_k"},
    NamedValue{Axis::T_k_1, "T_k+1"},
    NamedValue{Axis::T_past, "T_past"},
    NamedValue{Axis::H, "H"},
    NamedValue{Axis::H_kv, "H_kv"},
    NamedValue{Axis::G, "G"},
    NamedValue{Axis::d_model, "d_model"},
    NamedValue{Axis::d_key, "d_key"},
    NamedValue{Axis::d_value, "d_value"},
    NamedValue{Axis::d_k, "d_k"},
    NamedValue{Axis::d_v, "d_v"},
    NamedValue{Axis::d_c, "d_c"},
    NamedValue{Axis::d_q, "d_q"},
    NamedValue{Axis::d_r, "d_r"},
    NamedValue{Axis::d_k_d_r, "d_k+d_r"},
    NamedValue{Axis::H_d_k_d_r, "H*(d_k+d_r)"},
    NamedValue{Axis::H_d_k, "H*d_k"},
    NamedValue{Axis::H_d_v, "H*d_v"},
    NamedValue{Axis::H_kv_d_k, "H_kv*d_k"},
    NamedValue{Axis::H_kv_d_v, "H_kv*d_v"},
    NamedValue{Axis::qkv, "qkv"},
    NamedValue{Axis::d_ff, "d_ff"},
    NamedValue{Axis::vocabulary, "vocabulary"},
};
static_assert(is_in_order(kAxes) && kAxes.back() == Axis::vocabulary);
constexpr std::string_view name(Axis axis) {
  return name_in(kAxes, axis);
}

using Axes = InlineList<Axis, 6>;

}  // namespace mha
