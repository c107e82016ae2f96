#include "fault_reasons.hpp"

#include <algorithm>

namespace mha {

Index KeyWindow::*widened(const KeyWindow& window) {
  return window.left >= 0 ? &KeyWindow::left : &KeyWindow::right;
}

namespace {

Notice one_key() {
  return notice("one_key", "a softmax over one key is 1");
}

/// The reason why the fault of an option changes nothing; empty if it changes something.
Notice reason_of_option(Fault fault, const Config& c, const ForwardArgs& args) {
  const Index t_k = args.keys();
  const bool is_of_rope = fault == Fault::rope_style || fault == Fault::positions_restart;
  if (is_of_rope && !c.rope) return notice("no_rope", "there are no rotary positions");
  if (fault == Fault::rope_style && c.rope.turned(c.rope_width()) == 2)
    return notice("one_pair", "two turned features are one pair in either style");
  if (fault == Fault::positions_restart && (!args.past || args.past.key.size(2) == 0))
    return notice("no_past", "there is no past");
  if (fault == Fault::alibi_sign && !c.alibi) return notice("no_alibi", "there is no ALiBi");
  if (fault == Fault::window_off_by_one) {
    if (c.window.sees_all()) return notice("no_window", "there is no window");
    const Index farthest = (c.window.left >= 0 ? t_k : args.query.size(1)) - 1;
    if (c.window.*widened(c.window) >= farthest)
      return notice("wide_window", "no key is farther away than the window reaches");
    if (c.window.left < 0 && args.causal)
      return notice("causal_after", "the causal mask hides the keys after a query");
  }
  return t_k == 1 ? one_key() : Notice();
}

}  // namespace

Notice reason_for_none(Fault fault, const Config& c, const ForwardArgs& args) {
  const Index t_q = args.query.size(1), t_k = args.keys();
  const auto one_head_or_token = [](Index heads, Index tokens) { return heads == 1 || tokens == 1; };
  const auto is_boolean = [](const std::optional<Mask>& mask) { return mask && !mask->additive; };
  const auto same_order = [] {
    return notice("same_order", "with one head or one token the order in memory is the same");
  };
  switch (fault) {
    case Fault::view_without_transpose:
      return one_head_or_token(c.num_heads, t_q) && one_head_or_token(c.num_kv_heads, t_k) ? same_order()
                                                                                           : Notice();
    case Fault::merge_without_transpose:
      return one_head_or_token(c.num_heads, t_q) ? same_order() : Notice();
    case Fault::view_without_contiguous:
      return one_head_or_token(c.num_heads, t_q) || c.d_v == 1
                 ? notice("viewable_strides",
                          "with one head, one token or d_v = 1 these strides can be viewed")
                 : Notice();
    case Fault::no_scale:
      if (t_k == 1) return one_key();
      return c.score_width() == 1 ? notice("d_k_of_1", "the square root of d_k = 1 is 1") : Notice();
    case Fault::softmax_axis:
      return t_q == 1 && t_k == 1 ? notice("same_axes", "with one query and one key both axes are the same")
                                  : Notice();
    case Fault::mask_reversed:
      return args.causal || !c.window.sees_all() || is_boolean(args.key_padding_mask) ||
                     is_boolean(args.attn_mask)
                 ? Notice()
                 : notice("no_boolean_mask", "there is no boolean mask");
    case Fault::mask_repeat_order: {
      const bool padding = args.key_padding_mask.has_value();
      const bool attn = args.attn_mask && args.attn_mask->values.shape().rank() == 4 &&
                        args.attn_mask->values.size(0) > 1 && args.attn_mask->values.size(1) == 1;
      if (c.num_heads == 1) return notice("one_head_alone", "there is one head");
      if (args.query.size(0) == 1) return notice("one_batch_item", "there is one batch item");
      return padding || attn
                 ? Notice()
                 : notice("no_mask_differs", "no mask differs between batch items and is shared by heads");
    }
    case Fault::mask_as_square:
      if (!args.key_padding_mask) return notice("no_key_padding_mask", "there is no key padding mask");
      return args.query.size(0) == 1
                 ? notice("one_item_padding", "there is one batch item, whose padding is that of every query")
                 : Notice();
    case Fault::dropped_attention:
      return args.dropout > 0 ? Notice() : notice("no_dropout", "there is no dropout");
    case Fault::pruned_queries:
      return std::ranges::count(args.head_scale, 0.0f) > 0
                 ? Notice()
                 : notice("no_head_off", "no head has a scale of 0");
    case Fault::rope_style:
    case Fault::positions_restart:
    case Fault::alibi_sign:
    case Fault::window_off_by_one:
      return reason_of_option(fault, c, args);
    case Fault::raw_inputs:
    case Fault::none:
      break;
  }
  return {};
}

}  // namespace mha
