#include "score_modifiers.hpp"

#include <algorithm>
#include <cmath>

#include "../kernel/attend.hpp"

namespace mha {
namespace {

Dims sizes_of_scores(const Config& config, const ForwardArgs& args) {
  return {args.query.size(0), config.num_heads, args.query.size(1), args.keys()};
}

ScoreMask mask_of(const Mask& mask, Index batch, Index head) {
  const Shape& shape = mask.values.shape();
  return {mask.values.data() + batch * shape.stride(0) + head * shape.stride(1), narrow(shape.stride(2)),
          narrow(shape.stride(3)), mask.additive};
}

/// The effect on a query if the scores of all its keys are -inf.
Notice effect_on_empty_row(const ForwardArgs& args, bool has_sink) {
  if (has_sink) return notice("sink_takes_all", "so that its sink takes all the weight");
  return args.empty_row == EmptyRow::zero ? notice("weights_are_0", "so that its weights are 0")
                                          : notice("weights_are_nan", "so that its weights are NaN");
}
/// The effect on a query whose keys are all blocked, if the score of some is args.mask_fill.
Notice effect_on_filled_row(const ForwardArgs& args, bool has_sink) {
  constexpr float kLow = -1e4f;  // beside a sink, a score this low gives a weight of 0
  if (std::isinf(args.mask_fill) || (has_sink && args.mask_fill < kLow))
    return effect_on_empty_row(args, has_sink);
  return notice("weights_are_spread", "so that its weights are spread over blocked keys (mask fill {fill})",
                args.mask_fill);
}

}  // namespace

ScoreModifiers::ScoreModifiers(const Config& of_layer, const ForwardArgs& args, const Tensor& of_heads)
    : config(of_layer),
      first_position(args.keys() - args.query.size(1)),
      causal(args.causal),
      sinks(of_heads),
      scores(sizes_of_scores(config, args)),
      is_meta(args.query.is_meta()) {
  if (args.key_padding_mask) {
    given.push_back(broadcast(key_padding_mask(*args.key_padding_mask, scores[0], scores[3]), scores,
                              "key padding mask"));
  }
  if (args.attn_mask) given.push_back(broadcast(*args.attn_mask, scores, "attention mask"));
}

std::vector<Mask> ScoreModifiers::masks() const {
  std::vector<Mask> masks;
  const auto add = [&](const KeyWindow& of, const char* name) {
    const Index t_q = scores[2], t_k = scores[3];
    masks.push_back(
        broadcast(is_meta ? Mask{Tensor::meta({t_q, t_k})} : window_mask(of, t_q, t_k), scores, name));
  };
  if (causal) add(KeyWindow{}.causal(), "causal mask");
  if (!config.window.sees_all()) add(config.window, "window");
  masks.insert(masks.end(), given.begin(), given.end());
  return masks;
}

StepIndex ScoreModifiers::cap_and_bias(Tape& tape, const Path& path, StepIndex x) const {
  if (config.softcap != 0) {
    tape.next_stage();
    x = tape.apply({"capped"}, op::softcap, {x}, tape.axes(x), {.named = {{"cap", config.softcap}}});
  }
  if (config.alibi) {
    std::vector<float> slopes;
    for (Index h = 0; h < config.num_heads && !is_meta; ++h)
      slopes.push_back(path.slope(h, config.num_heads));
    tape.next_stage();
    x = tape.apply({"biased"}, op::alibi, {x}, tape.axes(x),
                   {.named = {{"dim", Index{1}}, {"first", first_position}},
                    .factors = &slopes,
                    .meta_factors = is_meta ? config.num_heads : 0});
  }
  return x;
}

StepIndex ScoreModifiers::softmax(Tape& tape, const Path& path, StepIndex x, EmptyRow empty_row) const {
  tape.next_stage();
  if (!sinks) return path.softmax(tape, {"weights"}, x, empty_row);
  Axes axes = tape.axes(x);
  axes.back() = Axis::T_k_1;
  const std::array parameters = {NamedTensor{name(Param::sinks), sinks}};
  x = tape.apply({"with_sink"}, op::sink, {x}, axes,
                 {.named = {{"dim", Index{-1}}, {"lengths", Dims{scores[3], 1}}}, .parameters = parameters});
  tape.next_stage();
  x = path.softmax(tape, {"weights_with_sink"}, x, empty_row);
  tape.next_stage();
  return tape.slice({"weights"}, x, 0, scores[3], Axis::T_k);
}

HeadModifiers ScoreModifiers::of_head(Index batch, Index head, std::size_t left_out) const {
  HeadModifiers out{.cap = static_cast<float>(config.softcap),
                    .slope = config.alibi ? alibi_slope(head, config.num_heads) : 0,
                    .first_position = narrow(first_position),
                    .masks = {}};
  for (std::size_t i = left_out; i < given.size(); ++i)
    out.masks[i - left_out] = mask_of(given[i], batch, head);
  if (sinks) out.sink = sinks({head});
  return out;
}

std::vector<Notice> ScoreModifiers::warnings(const ForwardArgs& args, const AttentionMask& mask) const {
  const bool has_sink = static_cast<bool>(sinks);
  return describe_blocked_rows(mask, effect_on_filled_row(args, has_sink),
                               effect_on_empty_row(args, has_sink));
}

}  // namespace mha
