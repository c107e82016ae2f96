#include "fast_forward.hpp"

#include "../kernel/infinity.hpp"
#include "../kernel/norm.hpp"
#include "fast_forward_plan.hpp"
#include "head_rows.hpp"

namespace mha {
namespace {

/// Allocates memory of these sizes. Reuses the current memory if the sizes are the same.
Tensor& fit(Tensor& tensor, const Dims& sizes) {
  if (!tensor || !(tensor.sizes() == sizes) || !tensor.is_contiguous()) {
    tensor = {};  // frees the old memory first
    tensor = Tensor::uninitialised(sizes);
  }
  return tensor;
}

}  // namespace

bool FastForward::takes(const Config& config, const ForwardArgs& args) {
  return !config.latent && args.dropout == 0 && args.mask_fill == kMinusInfinity && !args.query.is_meta();
}

FastForward::FastForward(Index most_packed)
    : work_{.to_q = PackedLinear(most_packed),
            .to_k = PackedLinear(most_packed),
            .to_v = PackedLinear(most_packed),
            .to_output = PackedLinear(most_packed)} {}

Index FastForward::elements_held(const Config& config, const ForwardArgs& args, Index most_packed) {
  const Plan plan(config, args);
  Index held = add_checked(add_checked(plan.k_panels(), plan.v_panels()),
                           add_checked(plan.gathered(), plan.scratch()));
  for (const Dims& each : {plan.queries(), plan.keys(), plan.values(), plan.output()})
    held = add_checked(held, count_elements(each));
  if (config.rope) held = add_checked(held, multiply_checked({plan.positions(), plan.pairs(), 2}));
  if (plan.keeps_present) {
    held = add_checked(held,
                       add_checked(count_elements(plan.present_key()), count_elements(plan.present_value())));
  }
  if (!plan.in_place()) held = add_checked(held, count_elements(plan.context()));
  const auto hold = [&](Index rows, Param param) {
    held = add_checked(held, PackedLinear::elements_held(plan.batch * rows, shape_of(param, config),
                                                         plan.saves_memory(), most_packed));
  };
  for (Param param : {Param::wQ, Param::wO}) hold(plan.t_q, param);
  for (Param param : {Param::wK, Param::wV}) hold(plan.new_keys, param);
  return plan.need_weights ? add_checked(held, count_elements(plan.modifiers.scores)) : held;
}

void FastForward::project(const Layer& layer, const ForwardArgs& args, const Plan& plan) {
  const Weights& w = layer.weights;
  if (plan.in_place()) work_.context = {};  // otherwise the context would keep the old memory of q alive
  // Slices would keep the old memory of qkv alive. Also drops tensors of the other kind of layer (fused or
  // not).
  if (layer.config.fused || work_.qkv) work_.q = work_.k = work_.v = {};
  if (layer.config.fused) {
    work_.to_k.forget();
    work_.to_v.forget();
    const Index q = plan.queries()[2], k = plan.keys()[2], v = plan.values()[2];
    work_.to_q(args.query, w.qkv(), w.qkv_bias(), fit(work_.qkv, {plan.batch, plan.t_q, q + k + v}),
               plan.saves_memory());
    work_.q = work_.qkv.slice(2, 0, q);
    work_.k = work_.qkv.slice(2, q, k);
    work_.v = work_.qkv.slice(2, q + k, v);
    fit(work_.context, plan.context());
    return;
  }
  work_.qkv = {};
  work_.to_q(args.query, w[Param::wQ], w[Param::bQ], fit(work_.q, plan.queries()), plan.saves_memory());
  work_.to_k(args.key_or_query(), w[Param::wK], w[Param::bK], fit(work_.k, plan.keys()), plan.saves_memory());
  work_.to_v(args.value_or_key(), w[Param::wV], w[Param::bV], fit(work_.v, plan.values()),
             plan.saves_memory());
  if (plan.in_place()) {
    work_.context = work_.q;
  } else {
    fit(work_.context, plan.context());
  }
}

/// Norms queries and keys in place.
void FastForward::norm(const Layer& layer) {
  const Config& c = layer.config;
  const auto norm = [&](Tensor& x, const Tensor& gain) {
    const Index width = gain.size(0);
    for_each_head_row(
        x, width, [&](float* row, Index) { rms_norm_row(row, narrow(width), gain.data(), c.qk_norm_eps); });
  };
  norm(work_.q, layer.weights[Param::gQ]);
  norm(work_.k, layer.weights[Param::gK]);
}

/// Rotates queries and keys in place. The last query and the last key have position T_k - 1.
void FastForward::rotate(const Plan& plan) {
  const Rope& rope = plan.config.rope;
  const Index rows = plan.positions(), from = plan.t_k - rows, pairs = plan.pairs();
  if (!work_.rotary || work_.rotary.sizes() != Dims{rows, pairs, 2} || work_.rotary_from != from ||
      work_.rotary_of != rope) {
    work_.rotary = {};  // frees the old memory first
    work_.rotary = rotary_table(rope, from, rows, pairs, factors_of(rope, pairs));
    work_.rotary_from = from;
    work_.rotary_of = rope;
  }
  for (Tensor* heads : {&work_.q, &work_.k}) {
    const float* const first = work_.rotary.data() + (rows - heads->size(1)) * 2 * pairs;
    for_each_head_row(*heads, plan.config.d_k, [&](float* row, Index token) {
      rotate_row(row, rope.style, first + token * 2 * pairs, pairs);
    });
  }
}

/// Concatenates the past keys and values with the new ones.
void FastForward::append_past(const ForwardArgs& args, const Plan& plan) {
  const Config& c = plan.config;
  const auto append = [&](const Tensor& past, const Tensor& heads, Tensor& to, const Dims& sizes) {
    const Index before = plan.t_k - plan.new_keys;
    fit(to, sizes);
    if (before > 0) copy(past, to.slice(2, 0, before));
    copy(heads, to.slice(2, before, plan.new_keys));
  };
  append(args.past.key, by_head(work_.k, c.d_k), present_.key, plan.present_key());
  append(args.past.value, by_head(work_.v, c.d_v), present_.value, plan.present_value());
}

void FastForward::find_visible(const ForwardArgs& args, const Plan& plan, Index batch) {
  work_.keys.clear();
  for (Index key = 0; key < plan.t_k; ++key) {
    const bool left_out = plan.leaves_out && args.key_padding_mask->values({batch, key}) != 0.0f;
    if (!left_out) work_.keys.push_back(static_cast<std::int32_t>(key));
  }
  work_.visible.clear();
  const KeyWindow window = plan.modifiers.visible();
  KeyRange seen{0, 0};
  // Sets `place` to the index of the first remaining key at or after this one.
  const auto move_to = [&](Index& place, Index key) {
    while (static_cast<std::size_t>(place) < work_.keys.size() &&
           work_.keys[static_cast<std::size_t>(place)] < key)
      ++place;
  };
  for (Index i = 0; i < plan.t_q; ++i) {
    const KeyRange keys = window.keys(i, plan.t_q, plan.t_k);
    move_to(seen.first, keys.first);
    move_to(seen.end, keys.end);
    work_.visible.push_back(seen);
  }
}

bool FastForward::attend_group(const ForwardArgs& args, const Plan& plan, Index batch, Index group) {
  const Config& c = plan.config;
  const auto panels_of = [&](const ConstMatrixMap& k, const ConstMatrixMap& v) {
    float* const memory = work_.panels.data();
    return std::pair(pack(transposed(k), memory), pack(v, memory + plan.k_panels()));
  };
  const ConstMatrixMap k = plan.keeps_present ? head_within(present_.key, batch, group)
                                              : head_of(work_.k, batch, group, c.d_k),
                       v = plan.keeps_present ? head_within(present_.value, batch, group)
                                              : head_of(work_.v, batch, group, c.d_v);
  float* const gathered = plan.leaves_out ? work_.gathered.data() : nullptr;
  const auto [k_t, values] = gathered ? panels_of(gather(k, work_.keys, gathered),
                                                  gather(v, work_.keys, gathered + plan.t_k * c.d_k))
                                      : panels_of(k, v);
  bool any_empty = false;
  for (Index head = group * c.group_size(); head < (group + 1) * c.group_size(); ++head) {
    const HeadTask task{
        .q = head_of(work_.q, batch, head, c.d_k),
        .context = map(work_.context.data() + batch * work_.context.shape().stride(0) + head * c.d_v,
                       narrow(plan.t_q), narrow(c.d_v), narrow(work_.context.shape().stride(1))),
        .k_t = k_t,
        .v = values,
        .visible = work_.visible.data(),
        .key_index = gathered ? work_.keys.data() : nullptr,
        .modifiers = plan.modifiers.of_head(batch, head, plan.leaves_out ? 1 : 0),
        .scale = score_scale(c),
        .context_scale = args.head_scale.empty() ? 1.0f : args.head_scale[static_cast<std::size_t>(head)],
        .of_empty_row = weight_in(args.empty_row)};
    any_empty |= attend_head(plan, task, batch, head);
  }
  return any_empty;
}

bool FastForward::attend_head(const Plan& plan, const HeadTask& task, Index batch, Index head) {
  if (!attention_) return attend_streaming(task, work_.scratch.data());
  float* const weights = attention_.data() + (batch * plan.config.num_heads + head) * plan.t_q * plan.t_k;
  return attend(task, work_.scratch.data(), map(weights, narrow(plan.t_q), narrow(plan.t_k)));
}

void FastForward::make_room(const Plan& plan) {
  fit(work_.panels, {plan.k_panels() + plan.v_panels()});
  fit(work_.scratch, {plan.scratch()});
  if (plan.leaves_out) fit(work_.gathered, {plan.gathered()});
  if (plan.need_weights) {
    fit(attention_, plan.modifiers.scores);
  } else {
    attention_ = {};
  }
  if (!plan.keeps_present) present_ = {};
  fit(output_, plan.output());
}

void FastForward::run(const Layer& layer, const ForwardArgs& args) {
  check(layer, args);
  run_checked(layer, args);
}

void FastForward::run_checked(const Layer& layer, const ForwardArgs& args) {
  const Plan plan(layer.config, args, layer.weights[Param::sinks]);
  make_room(plan);
  project(layer, args, plan);
  if (layer.config.qk_norm) norm(layer);
  if (layer.config.rope) rotate(plan);
  if (plan.keeps_present) append_past(args, plan);
  bool any_empty = false;
  for (Index batch = 0; batch < plan.batch; ++batch) {
    find_visible(args, plan, batch);
    for (Index group = 0; group < layer.config.num_kv_heads; ++group) {
      any_empty |= attend_group(args, plan, batch, group);
    }
  }
  work_.to_output(work_.context, layer.weights[Param::wO], layer.weights[Param::bO], output_,
                  plan.saves_memory());
  warnings_.clear();
  const ScoreModifiers& modifiers = plan.modifiers;
  if (any_empty || modifiers.sinks)
    warnings_ = modifiers.warnings(
        args, {{modifiers.given.begin(), modifiers.given.size()}, modifiers.visible(), modifiers.scores});
}

}  // namespace mha
