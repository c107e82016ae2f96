#include "block.hpp"

#include <algorithm>

#include "../kernel/row_products.hpp"

namespace mha {
namespace {

constexpr std::size_t place_of(BlockParam param) {
  return static_cast<std::size_t>(param);
}

/// The next parameter: the shift of a gain, or the bias of a matrix.
constexpr BlockParam partner_of(BlockParam param) {
  return static_cast<BlockParam>(place_of(param) + 1);
}

const Operation& operation_of(Activation activation) {
  switch (activation) {
    case Activation::gelu:
      return op::gelu;
    case Activation::gelu_tanh:
      return op::gelu_tanh;
    case Activation::quick_gelu:
      return op::quick_gelu;
    case Activation::silu:
      return op::silu;
    case Activation::relu:
      break;
  }
  return op::relu;
}

}  // namespace

Dims shape_of(BlockParam param, const BlockConfig& config) {
  const Index d_model = config.attention.d_model;
  switch (param) {
    case BlockParam::w_gate:
    case BlockParam::w_up:
      return {d_model, config.d_ff};
    case BlockParam::b_gate:
    case BlockParam::b_up:
      return {config.d_ff};
    case BlockParam::w_down:
      return {config.d_ff, d_model};
    case BlockParam::distances:
      return {std::max<Index>(0, 2 * config.max_distance - 1), config.attention.d_k};
    default:
      return {d_model};
  }
}

Index elements_held(const BlockConfig& config, Index tokens, Index keys) {
  const Config& attention = config.attention;
  const Index scores = multiply_checked({6, attention.num_heads, tokens, keys});
  const Index features =
      add_checked(multiply_checked({8, attention.d_model}),
                  add_checked(multiply_checked({6, attention.num_heads, attention.score_width()}),
                              multiply_checked({3, config.d_ff})));
  const Index cached =
      multiply_checked({2, attention.num_kv_heads, keys, attention.score_width() + attention.d_v});
  const Index added = config.max_distance == 0 ? 0 : multiply_checked({attention.num_heads, tokens, keys});
  return add_checked(add_checked(add_checked(scores, added), cached), multiply_checked({tokens, features}));
}

StepIndex normed(Tape& tape, At at, StepIndex x, const Norm& norm) {
  tape.next_stage();
  const NamedTensor given[] = {{"gain", norm.gain}, {"shift", norm.shift}};
  const bool is_rms = norm.kind == NormKind::rms;
  return tape.apply(at, is_rms ? op::rms_norm : op::norm, {x}, tape.axes(x),
                    {.named = {{"eps", norm.eps}}, .parameters = std::span(given).first(is_rms ? 1 : 2)});
}

StepIndex activated(Tape& tape, At at, StepIndex x, Activation activation) {
  tape.next_stage();
  return tape.apply(at, operation_of(activation), {x}, tape.axes(x));
}

namespace {

/// (up + 1) activation(gate), with the gate at most `limit` and the other factor within it.
Tensor limited(const Tensor& gate, const Tensor& up, const FeedForward& network) {
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  const Axes axes = {Axis::B, Axis::T, Axis::d_ff};
  Tensor out = gate.contiguous(), other = up.contiguous();
  const float most = network.limit;
  Tensor below = Tensor::uninitialised(out.sizes());
  std::ranges::transform(out.values(), below.values().begin(), [&](float x) { return std::min(x, most); });
  const Tensor opened =
      tape[activated(tape, {"activated"}, tape.input({"gate"}, below, axes), network.activation)];
  Tensor made = Tensor::uninitialised(out.sizes());
  std::ranges::transform(opened.values(), other.values(), made.values().begin(),
                         [&](float a, float b) { return a * (std::clamp(b, -most, most) + 1); });
  return made;
}

}  // namespace

Tensor applied(const FeedForward& network, const Tensor& x) {
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  const StepIndex in = tape.input({"x"}, x, {Axis::B, Axis::T, Axis::d_model});
  StepIndex hidden = tape.linear({"up"}, in, {{"wUp", network.w_up}, {"bUp", network.b_up}}, Axis::d_ff);
  if (!network.w_gate) {
    hidden = activated(tape, {"activated"}, hidden, network.activation);
  } else {
    const StepIndex gate =
        tape.linear({"gate"}, in, {{"wGate", network.w_gate}, {"bGate", network.b_gate}}, Axis::d_ff);
    if (network.limit > 0) {
      hidden = tape.input({"gated"}, limited(tape[gate], tape[hidden], network), tape.axes(hidden));
    } else {
      const StepIndex opened = activated(tape, {"activated"}, gate, network.activation);
      tape.next_stage();
      hidden = tape.apply({"gated"}, op::multiply, {opened, hidden}, tape.axes(hidden));
    }
  }
  tape.next_stage();
  return tape[tape.linear({"down"}, hidden, {{"wDown", network.w_down}, {"bDown", network.b_down}},
                          Axis::d_model)]
      .contiguous();
}

Block::Block(const BlockConfig& config) : config_(config) {
  config_.attention = resolve(config.attention);
  if (config.d_ff < 0)
    fail(ErrorCode::config, "not_a_whole_number", "{name} {value} is not a whole number of at least {least}",
         "d_ff", config.d_ff, 0);
  attention_ = {config_.attention, Weights::meta(config_.attention)};
}

void Block::set(BlockParam param, const Tensor& values) {
  const Dims expected = shape_of(param, config_);
  if (values.sizes() != expected) fail_shape(name_in(kBlockParams, param), values.sizes(), expected);
  parameters_[place_of(param)] = values;
}

NamedTensor Block::named(BlockParam param) const {
  return {name_in(kBlockParams, param), parameters_[place_of(param)]};
}

void Block::check() const {
  const auto require = [](bool is_there, std::string_view name) {
    if (!is_there)
      fail(ErrorCode::config, "block_without_parameter", "the block has no {name}; set it before a pass",
           name);
  };
  for (const LayerParam& param : kParams) {
    if (has(config_.attention, param)) require(attention_.weights[param].has_numbers(), param.name);
  }
  const auto require_one = [&](BlockParam param) {
    require(named(param).values.has_numbers(), named(param).name);
  };
  const auto require_norm = [&](BlockParam gain) {
    require_one(gain);
    if (config_.norm == NormKind::layer) require_one(partner_of(gain));
  };
  if (config_.order != Order::after) {
    if (config_.attention_norm) require_norm(BlockParam::attention_gain);
    if (config_.network) require_norm(BlockParam::mlp_gain);
  }
  if (has_norms_after()) {
    require_norm(BlockParam::after_attention_gain);
    if (config_.network) require_norm(BlockParam::after_mlp_gain);
  }
  if (config_.network && config_.d_ff > 0) {
    if (config_.gated) require_one(BlockParam::w_gate);
    for (BlockParam w : {BlockParam::w_up, BlockParam::w_down}) require_one(w);
  }
  if (config_.max_distance > 0) require_one(BlockParam::distances);
}

StepIndex Block::normed(Tape& tape, At at, StepIndex x, BlockParam gain) const {
  return mha::normed(tape, at, x, norm(gain));
}

Norm Block::norm(BlockParam gain) const {
  return {config_.norm, config_.eps, named(gain).values, named(partner_of(gain)).values};
}

bool Block::has_norm_before() const {
  return config_.attention_norm && config_.order != Order::post && config_.order != Order::after;
}

bool Block::has_norms_after() const {
  return config_.order == Order::sandwich || config_.order == Order::after;
}

StepIndex Block::linear(Tape& tape, At at, StepIndex x, BlockParam w, Axis axis) const {
  return tape.linear(at, x, {named(w), named(partner_of(w))}, axis);
}

StepIndex Block::hidden_step(Tape& tape, StepIndex x) const {
  if (!config_.gated) {
    const StepIndex up = linear(tape, {"up"}, x, BlockParam::w_up, Axis::d_ff);
    return activated(tape, {"activated"}, up, config_.activation);
  }
  const StepIndex gate = linear(tape, {"gate"}, x, BlockParam::w_gate, Axis::d_ff);
  const StepIndex up = linear(tape, {"up"}, x, BlockParam::w_up, Axis::d_ff);
  const StepIndex opened = activated(tape, {"activated"}, gate, config_.activation);
  tape.next_stage();
  return tape.apply({"gated"}, op::multiply, {opened, up}, tape.axes(up));
}

StepIndex Block::feed_forward(Tape& tape, StepIndex x) const {
  tape.next_stage();
  const StepIndex hidden = hidden_step(tape, x);
  tape.next_stage();
  return linear(tape, {"down"}, hidden, BlockParam::w_down, Axis::d_model);
}

Tensor Block::by_distance(const Tensor& x, const KeyValues& past) const {
  const Index most = config_.max_distance;
  if (most == 0) return {};
  check();
  const Config& c = config_.attention;
  if (x.shape().rank() != 3 || x.sizes() != Dims{1, x.size(1), c.d_model})
    fail_shape("what a block with distances reads", x.sizes(), "(1, T, d_model)");
  if (past &&
      (past.key.shape().rank() != 4 || past.key.sizes() != Dims{1, c.num_kv_heads, past.key.size(2), c.d_k}))
    fail_shape("past.key", past.key.sizes(), "(1, H_kv, T_past, d_k)");
  const Tensor vectors = unpacked(named(BlockParam::distances).values);  // (2 * most - 1, d_k)
  const Index tokens = x.size(1), first = past ? past.key.size(2) : 0, all = first + tokens;
  if (all > most) fail_shape("what positions by distance are for", Dims{all}, Dims{most});
  if (x.is_meta()) return Tensor::meta({1, c.num_heads, tokens, all});
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  StepIndex read = tape.input({"x"}, x, {Axis::B, Axis::T, Axis::d_model});
  if (has_norm_before()) read = normed(tape, {"normed"}, read, BlockParam::attention_gain);
  const Weights& w = attention_.weights;
  const StepIndex q = tape.linear({"q"}, read, {w.named(Param::wQ), w.named(Param::bQ)}, Axis::H_d_k);
  const Tensor queries = tape[q].contiguous();
  Tensor keys;
  if (config_.keys_meet_distances)
    keys =
        tape[tape.linear({"k"}, read, {w.named(Param::wK), w.named(Param::bK)}, Axis::H_kv_d_k)].contiguous();
  const Tensor old = past ? past.key.contiguous() : Tensor();  // (1, H_kv, T_past, d_k)
  const Size width = narrow(c.d_k);
  const auto key_at = [&](Index head, Index j) {
    return j < first ? old.data() + (head * first + j) * c.d_k
                     : keys.data() + ((j - first) * c.num_kv_heads + head) * c.d_k;
  };
  Tensor added = Tensor::uninitialised({1, c.num_heads, tokens, all});
  float* out = added.data();
  for (Index head = 0; head < c.num_heads; ++head) {
    for (Index i = 0; i < tokens; ++i) {
      const float* query = queries.data() + (i * c.num_heads + head) * c.d_k;
      for (Index j = 0; j < all; ++j) {
        const float* e = vectors.data() + (first + i - j + most - 1) * c.d_k;
        float score = dot(query, e, width);
        if (config_.keys_meet_distances) score += dot(key_at(head / c.group_size(), j), e, width);
        *out++ = score * score_scale(c);
      }
    }
  }
  return added;
}

BlockSteps Block::compose(Tape& tape, StepIndex x, const BlockInput& input) const {
  check();
  const Order order = config_.order;
  const StepIndex first = x + 1;
  BlockSteps out;
  out.read = has_norm_before() ? normed(tape, {"normed"}, x, BlockParam::attention_gain) : x;
  ForwardArgs args{.past = input.past,
                   .causal = config_.causal,
                   .key_padding_mask = input.key_padding_mask,
                   .head_scale = input.head_scale};
  const Tensor added = input.by_distance ? input.by_distance : by_distance(tape[x], input.past);
  if (added) args.attn_mask = {.values = added, .additive = true};
  if (input.memory) out.memory = tape.input({"memory"}, input.memory, {Axis::B, Axis::T_k, Axis::d_model});
  const StepIndex keys_of = out.memory.value_or(out.read);
  const Lanes lanes = {out.read, keys_of, keys_of};
  const Attended attended = attend(tape, lanes, attention_, std::move(args), PatchedPath(input.patches));
  out.weights = attended.weights;
  out.concat = attended.concat;
  out.attended = attended.output;
  out.keys = attended.keys;
  out.values = attended.values;
  out.head_values = attended.head_values;
  StepIndex y = attended.output;
  if (has_norms_after()) y = normed(tape, {"attention_normed"}, y, BlockParam::after_attention_gain);
  tape.next_stage();
  y = tape.add({"middle"}, x, y);
  if (order == Order::post) y = normed(tape, {"middle_normed"}, y, BlockParam::attention_gain);
  tape.release(first, {out.read, out.weights, out.keys, out.values, out.head_values, out.concat, y});
  out.network = out.output = out.made = y;
  if (!config_.network) return out;
  if (order != Order::post && order != Order::after)
    out.network = normed(tape, {"mlp_normed"}, order == Order::parallel ? x : y, BlockParam::mlp_gain);
  out.made = out.network;
  if (config_.d_ff == 0) return out;
  StepIndex made = out.made = feed_forward(tape, out.network);
  if (has_norms_after()) made = normed(tape, {"down_normed"}, made, BlockParam::after_mlp_gain);
  tape.next_stage();
  y = tape.add({"stream"}, y, made);
  if (order == Order::post) y = normed(tape, {"stream_normed"}, y, BlockParam::mlp_gain);
  tape.release(first,
               {out.read, out.weights, out.keys, out.values, out.head_values, out.concat, out.made, y});
  out.output = y;
  return out;
}

KeyValues BlockPass::present() const {
  const Tensor &key = (*this)[at.keys], &value = (*this)[at.values];
  if (key.shape().rank() == 4) return {key, value};
  return {key.unsqueeze(1), value.unsqueeze(1)};  // of latents, which all heads share
}

BlockPass begin(const Block& block, const Tensor& x, BlockInput input, Kept kept) {
  if (!input.by_distance) input.by_distance = block.by_distance(x, input.past);
  std::vector<Step> steps;
  Tape tape(steps);  // keeps inputs, such as the past
  const StepIndex from =
      tape.input({"x"}, Tensor::meta(x.sizes()), {Axis::B, Axis::T, Axis::d_model});  // computes nothing
  const Tensor memory = input.memory;
  if (memory) input.memory = Tensor::meta(memory.sizes());
  const BlockSteps at = block.compose(tape, from, input);
  steps[from].output = x;
  if (at.memory) steps[*at.memory].output = memory;
  std::vector<StepIndex> read = {at.weights, at.output};
  const bool ends_before_network = block.config().network && block.config().d_ff == 0;
  if (ends_before_network) read.push_back(at.network);
  if (kept.keys_and_values) read.insert(read.end(), {at.keys, at.values, at.head_values});
  if (kept.parts) read.insert(read.end(), {at.concat, at.made});
  if (kept.read) read.push_back(at.read);
  if (kept.attended) read.push_back(at.attended);
  std::vector<NamedStep> named;
  if (kept.steps) {
    const auto add = [&](StepIndex step) { named.push_back({steps[step].id, step}); };
    if (at.read != from) add(at.read);  // the norm before attention
    for (StepIndex step = at.attended; step <= std::max(at.output, at.network); ++step) add(step);
    for (const NamedStep& step : named) read.push_back(step.at);
  }
  return {
      at, input.by_distance, kept, ends_before_network, std::move(named), Piecewise(std::move(steps), read)};
}

}  // namespace mha
