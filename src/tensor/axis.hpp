#pragma once

#include <string_view>

#include "inline_list.hpp"

namespace mha {

/// What a dimension counts. The last of them are products, as the concatenated heads have them.
enum class Axis : unsigned char {
  B,
  T,
  T_q,
  T_k,
  H,
  H_kv,
  G,
  d_model,
  d_key,
  d_value,
  d_k,
  d_v,
  H_d_k,
  H_d_v,
  H_kv_d_k,
  H_kv_d_v,
  qkv
};

std::string_view name(Axis axis);  // "T_q", "H*d_k"

using Axes = InlineList<Axis, 6>;

}  // namespace mha
