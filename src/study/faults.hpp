#pragma once

#include "../base/named_value.hpp"
#include "../layer/attention.hpp"

namespace mha {

/// Common mistakes in multi-head attention. Each has shipped in real code.
enum class Fault {
  none,
  view_without_transpose,   // (B, T, H*d) viewed as (B, H, T, d) at once: mixes heads and tokens;
                            // refused in a fused layer, whose slices are not contiguous
  merge_without_transpose,  // (B, H, T, d) viewed as (B, T, H*d) at once
  view_without_contiguous,  // .view after .transpose: refused; the last step carries the refusal
  no_scale,                 // scores not divided by sqrt(d_k)
  raw_inputs,               // query, key and value used in place of their projections
  softmax_axis,             // softmax over queries instead of keys
  mask_reversed,            // true read as "may be seen"
  mask_repeat_order,        // a mask of (B, ...) repeated to H*B rows, while heads are laid out as B*H
  mask_as_square,           // a key padding mask (B, T_k) applied as if it were (T_q, T_k): correct for one
                            // batch item; refused if B is not T_q; otherwise row i gets the padding of item i
  dropped_attention,        // returns the attention after dropout
  pruned_queries,           // prunes heads whose head_scale is 0 by zeros in W_Q and W_K
  rope_style,               // features paired in the other style than that of the weights
  positions_restart,        // with a past, rotary positions of new tokens count from 0 again
  alibi_sign,               // distances added to scores instead of subtracted
  window_off_by_one,        // one key more before the query, or after it if all before it are seen
};
inline constexpr std::array kFaults = {
    NamedValue{Fault::none, "none"},
    NamedValue{Fault::view_without_transpose, "view_without_transpose"},
    NamedValue{Fault::merge_without_transpose, "merge_without_transpose"},
    NamedValue{Fault::view_without_contiguous, "view_without_contiguous"},
    NamedValue{Fault::no_scale, "no_scale"},
    NamedValue{Fault::raw_inputs, "raw_inputs"},
    NamedValue{Fault::softmax_axis, "softmax_axis"},
    NamedValue{Fault::mask_reversed, "mask_reversed"},
    NamedValue{Fault::mask_repeat_order, "mask_repeat_order"},
    NamedValue{Fault::mask_as_square, "mask_as_square"},
    NamedValue{Fault::dropped_attention, "dropped_attention"},
    NamedValue{Fault::pruned_queries, "pruned_queries"},
    NamedValue{Fault::rope_style, "rope_style"},
    NamedValue{Fault::positions_restart, "positions_restart"},
    NamedValue{Fault::alibi_sign, "alibi_sign"},
    NamedValue{Fault::window_off_by_one, "window_off_by_one"},
};
static_assert(is_in_order(kFaults) && kFaults.back() == Fault::window_off_by_one);
constexpr std::string_view name(Fault fault) {
  return name_in(kFaults, fault);
}

/// forward() on a wrong path. If the fault changes nothing (one head, one token, no mask, ...), a warning
/// says why. After a refusal the run has no output and no later steps. Errors as of forward(), and "config"
/// if raw_inputs meets inputs that are not as wide as their projections.
Run forward_with_fault(const Layer& layer, const ForwardArgs& args, Fault fault);

}  // namespace mha
