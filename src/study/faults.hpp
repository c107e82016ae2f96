#pragma once

#include "../layer/attention.hpp"
#include "../tensor/named_value.hpp"

namespace mha {

/// The ways in which multi-head attention is got wrong, each of which has shipped somewhere.
enum class Fault {
  none,
  view_without_transpose,   // (B, T, H*d) viewed as (B, H, T, d) at once: heads and tokens are mixed up;
                            // refused in a fused layer, whose slices do not lie so
  merge_without_transpose,  // (B, H, T, d) viewed as (B, T, H*d) at once
  view_without_contiguous,  // .view after .transpose: refused, and the last step carries the refusal
  no_scale,                 // scores not divided by sqrt(d_k)
  raw_inputs,               // query, key and value used in place of their projections
  softmax_axis,             // softmax over the queries instead of the keys
  mask_reversed,            // true taken as "may be seen"
  mask_repeat_order,        // a mask of (B, ...) repeated to H*B rows, where heads are laid out as B*H
  mask_as_square,           // a key padding mask (B, T_k) applied as if it were (T_q, T_k): right for one
                            // batch item, refused where B is not T_q, and else row i has item i's padding
  dropped_attention,        // the attention that is returned is that after dropout
  pruned_queries,           // heads with a head_scale of 0 are pruned by zeros in W_Q and W_K instead
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
};
static_assert(is_in_order(kFaults) && kFaults.back() == Fault::pruned_queries);
constexpr std::string_view name(Fault fault) {
  return name_in(kFaults, fault);
}

/// forward() on the wrong path. Where the fault makes no difference (one head, one token, no mask ...) a
/// warning says why. After a refusal the run has no output, nor what comes before it. Errors as of forward(),
/// and "config" where raw_inputs meets inputs that are not as wide as their projections.
Run forward_with_fault(const Layer& layer, const ForwardArgs& args, Fault fault);

}  // namespace mha
