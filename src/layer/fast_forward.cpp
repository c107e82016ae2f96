#include "fast_forward.hpp"

#include <algorithm>

#include "../kernel/attend.hpp"
#include "../kernel/infinity.hpp"
#include "../tape/rope.hpp"

namespace mha {
namespace {

/// Memory of these sizes. Keeps the memory that is there if the sizes are the same.
Tensor& fit(Tensor& tensor, const Dims& sizes) {
  if (!tensor || !(tensor.sizes() == sizes) || !tensor.is_contiguous()) {
    tensor = {};  // frees the old memory first
    tensor = Tensor::uninitialised(sizes);
  }
  return tensor;
}

/// Rows of one head, (T, width), within x (B, T, heads*width).
ConstMatrixMap head_of(const Tensor& x, Index batch, Index head, Index width) {
  const Shape& shape = x.shape();
  return {x.data() + batch * shape.stride(0) + head * width,
          narrow(x.size(1)),
          narrow(width),
          {narrow(shape.stride(1)), 1}};
}

ScoreMask mask_of(const Mask& mask, Index batch, Index head) {
  const Shape& shape = mask.values.shape();
  return {mask.values.data() + batch * shape.stride(0) + head * shape.stride(1), narrow(shape.stride(2)),
          narrow(shape.stride(3)), mask.additive};
}

/// Copies the rows of m whose indices are in `keys` into `memory`, one after the other.
ConstMatrixMap gather(const ConstMatrixMap& m, const std::vector<std::int32_t>& keys, float* memory) {
  float* to = memory;
  for (std::int32_t key : keys) to = std::copy_n(m.data() + key * m.rowStride(), m.cols(), to);
  return {memory, static_cast<Size>(keys.size()), m.cols(), {m.cols(), 1}};
}

ConstMatrixMap transposed(const ConstMatrixMap& m) {
  return {m.data(), m.cols(), m.rows(), {m.colStride(), m.rowStride()}};
}

}  // namespace

/// Sizes that follow from the arguments.
struct FastForward::Plan {
  const Config& config;
  Dims scores;  // (B, H, T_q, T_k)
  Index batch, t_q, t_k;
  bool need_weights;
  InlineList<Mask, 2> masks;  // of the sizes of the scores
  bool leaves_out;            // whether the first mask is a key padding mask, whose blocked keys are left out

  Plan(const Config& c, const ForwardArgs& args)
      : config(c),
        scores(scores_of(c, args)),
        batch(scores[0]),
        t_q(scores[2]),
        t_k(scores[3]),
        need_weights(args.need_weights),
        masks(given_masks(args, scores)),
        leaves_out(args.key_padding_mask && !args.key_padding_mask->additive) {}

  /// The masks that apply to the scores; an additive one comes first.
  std::span<const Mask> masks_of_scores() const {
    return std::span(masks.begin(), masks.size()).subspan(leaves_out ? 1 : 0);
  }
  Dims queries() const { return {batch, t_q, config.num_heads * config.d_k}; }
  Dims keys() const { return {batch, t_k, config.num_kv_heads * config.d_k}; }
  Dims values() const { return {batch, t_k, config.num_kv_heads * config.d_v}; }
  Dims context() const { return {batch, t_q, config.num_heads * config.d_v}; }
  Dims output() const { return {batch, t_q, config.d_model}; }
  /// Whether the context can overwrite the queries that it is computed from.
  bool in_place() const { return !config.fused && config.d_k == config.d_v; }
  /// Whether to save memory. If the attention weights are wanted, they take at least as much as everything
  /// else.
  bool spares() const { return !need_weights; }
  Index k_panels() const { return packed_size(config.d_k, t_k); }
  Index v_panels() const { return packed_size(t_k, config.d_v); }
  Index gathered() const { return leaves_out ? t_k * (config.d_k + config.d_v) : 0; }
  Index scratch() const {
    return need_weights ? attend_scratch(t_q, t_k) : streaming_scratch(t_q, config.d_k, t_k);
  }
};

bool FastForward::takes(const ForwardArgs& args) {
  return args.dropout == 0 && args.mask_fill == kMinusInfinity && !args.query.is_meta();
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
  if (config.rope) held = add_checked(held, std::max(plan.t_q, plan.t_k) * config.d_k);
  if (!plan.in_place()) held = add_checked(held, count_elements(plan.context()));
  const auto hold = [&](Index rows, Param param) {
    held = add_checked(held, PackedLinear::elements_held(plan.batch * rows, shape_of(param, config),
                                                         plan.spares(), most_packed));
  };
  for (Param param : {Param::wQ, Param::wO}) hold(plan.t_q, param);
  for (Param param : {Param::wK, Param::wV}) hold(plan.t_k, param);
  return plan.need_weights ? add_checked(held, count_elements(plan.scores)) : held;
}

void FastForward::project(const Layer& layer, const ForwardArgs& args, const Plan& plan) {
  const Weights& w = layer.weights;
  if (plan.in_place()) work_.context = {};  // the context would keep the old memory of q alive
  // Slices would keep the old memory of qkv alive; tensors left by a layer of the other kind are dropped,
  // too.
  if (layer.config.fused || work_.qkv) work_.q = work_.k = work_.v = {};
  if (layer.config.fused) {
    work_.to_k.forget();
    work_.to_v.forget();
    const Index q = plan.queries()[2], k = plan.keys()[2], v = plan.values()[2];
    work_.to_q(args.query, w.qkv(), w.qkv_bias(), fit(work_.qkv, {plan.batch, plan.t_q, q + k + v}),
               plan.spares());
    work_.q = work_.qkv.slice(2, 0, q);
    work_.k = work_.qkv.slice(2, q, k);
    work_.v = work_.qkv.slice(2, q + k, v);
    fit(work_.context, plan.context());
    return;
  }
  work_.qkv = {};
  work_.to_q(args.query, w[Param::wQ], w[Param::bQ], fit(work_.q, plan.queries()), plan.spares());
  work_.to_k(args.key_or_query(), w[Param::wK], w[Param::bK], fit(work_.k, plan.keys()), plan.spares());
  work_.to_v(args.value_or_key(), w[Param::wV], w[Param::bV], fit(work_.v, plan.values()), plan.spares());
  if (plan.in_place()) {
    work_.context = work_.q;
  } else {
    fit(work_.context, plan.context());
  }
}

/// Rotates queries and keys in place. The last query and the last key have position T_k - 1.
void FastForward::rotate(const Plan& plan) {
  const Index d_k = plan.config.d_k, rows = std::max(plan.t_q, plan.t_k), from = plan.t_k - rows;
  if (!work_.turns || work_.turns.sizes() != Dims{rows, d_k / 2, 2} || work_.turns_from != from) {
    work_.turns = {};  // frees the old memory first
    work_.turns = turns(work_.turns_from = from, rows, d_k);
  }
  for (Tensor* heads : {&work_.q, &work_.k}) {
    const Index length = heads->size(1), stride = heads->shape().stride(1), width = heads->size(2);
    for (Index row = 0; row < plan.batch * length; ++row) {
      const float* const turn = work_.turns.data() + (rows - length + row % length) * d_k;
      float* const x = heads->data() + row * stride;
      for (Index head = 0; head < width; head += d_k) turn_row(x + head, turn, d_k / 2);
    }
  }
}

void FastForward::find_visible(const ForwardArgs& args, const Plan& plan, Index batch) {
  work_.keys.clear();
  for (Index key = 0; key < plan.t_k; ++key) {
    const bool left_out = plan.leaves_out && args.key_padding_mask->values({batch, key}) != 0.0f;
    if (!left_out) work_.keys.push_back(static_cast<std::int32_t>(key));
  }
  work_.visible.clear();
  std::size_t seen = 0;
  for (Index last = plan.t_k - plan.t_q; last < plan.t_k; ++last) {  // the last key that a query sees
    while (seen < work_.keys.size() && (!args.causal || work_.keys[seen] <= last)) ++seen;
    work_.visible.push_back(static_cast<std::int32_t>(seen));
  }
}

bool FastForward::attend_group(const ForwardArgs& args, const Plan& plan, Index batch, Index group) {
  const Config& c = plan.config;
  const auto panels_of = [&](const ConstMatrixMap& k, const ConstMatrixMap& v) {
    float* const memory = work_.panels.data();
    return std::pair(pack(transposed(k), memory), pack(v, memory + plan.k_panels()));
  };
  const ConstMatrixMap k = head_of(work_.k, batch, group, c.d_k), v = head_of(work_.v, batch, group, c.d_v);
  float* const gathered = plan.leaves_out ? work_.gathered.data() : nullptr;
  const auto [k_t, values] = gathered ? panels_of(gather(k, work_.keys, gathered),
                                                  gather(v, work_.keys, gathered + plan.t_k * c.d_k))
                                      : panels_of(k, v);
  bool any_empty = false;
  for (Index head = group * c.group_size(); head < (group + 1) * c.group_size(); ++head) {
    HeadTask task{
        .q = head_of(work_.q, batch, head, c.d_k),
        .context = map(work_.context.data() + batch * work_.context.shape().stride(0) + head * c.d_v,
                       narrow(plan.t_q), narrow(c.d_v), narrow(work_.context.shape().stride(1))),
        .k_t = k_t,
        .v = values,
        .visible = work_.visible.data(),
        .key_index = gathered ? work_.keys.data() : nullptr,
        .masks = {},
        .scale = score_scale(c),
        .context_scale = args.head_scale.empty() ? 1.0f : args.head_scale[static_cast<std::size_t>(head)],
        .of_empty_row = weight_in(args.empty_row)};
    std::ranges::transform(plan.masks_of_scores(), task.masks.begin(),
                           [&](const Mask& mask) { return mask_of(mask, batch, head); });
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
    fit(attention_, plan.scores);
  } else {
    attention_ = {};
  }
  fit(output_, plan.output());
}

void FastForward::run(const Layer& layer, const ForwardArgs& args) {
  check(layer, args);
  const Plan plan(layer.config, args);
  make_room(plan);
  project(layer, args, plan);
  if (layer.config.rope) rotate(plan);
  bool any_empty = false;
  for (Index batch = 0; batch < plan.batch; ++batch) {
    find_visible(args, plan, batch);
    for (Index group = 0; group < layer.config.num_kv_heads; ++group) {
      any_empty |= attend_group(args, plan, batch, group);
    }
  }
  work_.to_output(work_.context, layer.weights[Param::wO], layer.weights[Param::bO], output_, plan.spares());
  warnings_.clear();
  if (any_empty)
    warnings_ = warnings_of(args, {{plan.masks.begin(), plan.masks.size()}, args.causal, plan.scores});
}

}  // namespace mha
