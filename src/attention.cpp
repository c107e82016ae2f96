#include "attention.hpp"

#include <cmath>

#include "fast_forward.hpp"

namespace mha {
namespace {

InlineList<Param, 6> params(const Config& config, std::initializer_list<Param> weights) {
  InlineList<Param, 6> out;
  for (Param param : weights) {
    if (config.bias || !is_bias(param)) out.push_back(param);
  }
  return out;
}

Lanes input_steps(Trace& trace, const Config& config, const ForwardArgs& args) {
  if (!args.key && !args.value) {
    const Value x = trace.input({"x"}, args.query, {Axis::B, Axis::T, Axis::d_model});
    return {x, x, x};
  }
  const Tensor &key = args.key_or_query(), &value = args.value_or_key();
  return {
      trace.input({"query", Lane::q}, args.query, {Axis::B, Axis::T_q, Axis::d_model}),
      trace.input({"key", Lane::k}, key, {Axis::B, Axis::T_k, width_axis(config, config.d_key, Axis::d_key)}),
      trace.input({"value", Lane::v}, value,
                  {Axis::B, Axis::T_k, width_axis(config, config.d_value, Axis::d_value)})};
}

/// (B, T, heads*d) -> (B, T, heads, d)
Value split(Trace& trace, At at, Value x, Index heads, Axis heads_axis, Axis head_width_axis) {
  const Dims sizes = {trace[x].size(0), trace[x].size(1), heads, trace[x].size(2) / heads};
  return trace.view(at, x, sizes, {trace.axes(x)[0], trace.axes(x)[1], heads_axis, head_width_axis});
}

Axis kv_axis(const Config& config) {
  return config.group_size() == 1 ? Axis::H : Axis::H_kv;
}

struct HeadProducts {
  Value scores, values;  // (B, H, T_q, T_k), and V as the context product reads it
};

/// bhid,bhjd->bhij: every query with every key of its head. Grouped heads, without copying K or V: Q is
/// viewed as (B, H_kv, G, T_q, d_k), K and V are expanded over G with stride 0, and the scores are viewed
/// back.
HeadProducts score(Trace& trace, const Config& config, Lanes heads) {
  const Axes axes = {Axis::B, Axis::H, Axis::T_q, Axis::T_k};
  const Index groups = config.num_kv_heads, size = config.group_size();
  const Dims q_sizes = trace[heads.q].sizes();
  const bool grouped = size > 1;
  if (grouped) {
    const Axis t_q = trace.axes(heads.q)[2];
    heads.q = trace.view({"q_groups", Lane::q}, heads.q, {q_sizes[0], groups, size, q_sizes[2], q_sizes[3]},
                         {Axis::B, Axis::H_kv, Axis::G, t_q, Axis::d_k});
    heads.k = trace.expand_groups({"k_groups", Lane::k}, heads.k, size);
    heads.v = trace.expand_groups({"v_groups", Lane::v}, heads.v, size);
  }
  trace.next_stage();
  const Value k_t = trace.transpose({"k_t", Lane::k}, heads.k, -2, -1);
  if (!grouped) return {trace.matmul({"scores"}, heads.q, k_t, axes), heads.v};
  const Value scores =
      trace.matmul({"scores_groups"}, heads.q, k_t, {Axis::B, Axis::H_kv, Axis::G, Axis::T_q, Axis::T_k});
  return {trace.view({"scores"}, scores, {q_sizes[0], q_sizes[1], q_sizes[2], trace[scores].size(-1)}, axes),
          heads.v};
}

/// bhij,bhjd->bhid: the values, mixed in the proportions of the attention weights.
Value mix(Trace& trace, const Config& config, Value weights, Value values, Axis t_q) {
  const Axes axes = {Axis::B, Axis::H, t_q, Axis::d_v};
  if (config.group_size() == 1) return trace.matmul({"context"}, weights, values, axes);
  const Dims sizes = trace[weights].sizes();
  const Dims grouped = {sizes[0], config.num_kv_heads, config.group_size(), sizes[2], sizes[3]};
  const Value in_groups =
      trace.view({"weights_groups"}, weights, grouped, {Axis::B, Axis::H_kv, Axis::G, Axis::T_q, Axis::T_k});
  const Value context =
      trace.matmul({"context_groups"}, in_groups, values, {Axis::B, Axis::H_kv, Axis::G, t_q, Axis::d_v});
  return trace.view({"context"}, context, {sizes[0], sizes[1], sizes[2], config.d_v}, axes);
}

std::vector<Mask> masks_of(const ForwardArgs& args, const Dims& scores) {
  std::vector<Mask> masks;
  if (args.causal) {
    const Mask causal =
        args.query.is_meta() ? Mask{Tensor::meta({scores[2], scores[3]})} : causal_mask(scores[2], scores[3]);
    masks.push_back(broadcast(causal, scores, "causal mask"));
  }
  if (args.key_padding_mask) {
    masks.push_back(broadcast(key_padding_mask(*args.key_padding_mask, scores[0], scores[3]), scores,
                              "key padding mask"));
  }
  if (args.attn_mask) masks.push_back(broadcast(*args.attn_mask, scores, "attention mask"));
  return masks;
}

}  // namespace

std::string effect_on_filled_row(const ForwardArgs& args) {
  if (std::isinf(args.mask_fill)) return effect_on_empty_row(args);
  return text("so that its weights are spread over blocked keys (mask fill {})", args.mask_fill);
}

std::string effect_on_empty_row(const ForwardArgs& args) {
  return args.empty_row == EmptyRow::zero ? "so that its weights are 0" : "so that its weights are NaN";
}

const Step* Run::find(std::string_view id) const {
  for (const Step& step : steps) {
    if (step.id == id) return &step;
  }
  return nullptr;
}

const Tensor& Run::tensor(std::string_view id) const {
  const Step* step = find(id);
  if (step == nullptr || !step->output) {
    fail(ErrorCode::config, "this run has no tensor {}{}", id,
         steps.empty() ? "; it was made without trace" : "");
  }
  return step->output;
}

Axis width_axis(const Config& config, Index width, Axis otherwise) {
  return width == config.d_model ? Axis::d_model : otherwise;
}

Lanes Path::project(Trace& trace, const Layer& layer, const Lanes& inputs) const {
  const Config& c = layer.config;
  const Weights& w = layer.weights;
  const Axis q_axis = width_axis(c, c.num_heads * c.d_k, Axis::H_d_k);
  const Axis k_axis =
      width_axis(c, c.num_kv_heads * c.d_k, c.group_size() == 1 ? Axis::H_d_k : Axis::H_kv_d_k);
  const Axis v_axis =
      width_axis(c, c.num_kv_heads * c.d_v, c.group_size() == 1 ? Axis::H_d_v : Axis::H_kv_d_v);
  const At q{"q", Lane::q}, k{"k", Lane::k}, v{"v", Lane::v};
  if (!c.fused) {
    return {trace.linear(q, inputs.q, w[Param::wQ], w[Param::bQ], params(c, {Param::wQ, Param::bQ}), q_axis),
            trace.linear(k, inputs.k, w[Param::wK], w[Param::bK], params(c, {Param::wK, Param::bK}), k_axis),
            trace.linear(v, inputs.v, w[Param::wV], w[Param::bV], params(c, {Param::wV, Param::bV}), v_axis)};
  }
  const InlineList<Param, 6> all =
      params(c, {Param::wQ, Param::wK, Param::wV, Param::bQ, Param::bK, Param::bV});
  const Value qkv = trace.linear({"qkv"}, inputs.q, w.qkv(), w.qkv_bias(), all, Axis::qkv);
  const Index q_width = w[Param::wQ].size(1), k_width = w[Param::wK].size(1), v_width = w[Param::wV].size(1);
  return {trace.slice(q, qkv, 0, q_width, q_axis), trace.slice(k, qkv, q_width, k_width, k_axis),
          trace.slice(v, qkv, q_width + k_width, v_width, v_axis)};
}

Lanes Path::to_heads(Trace& trace, const Config& config, const Lanes& x) const {
  const Lanes splits = {
      split(trace, {"q_split", Lane::q}, x.q, config.num_heads, Axis::H, Axis::d_k),
      split(trace, {"k_split", Lane::k}, x.k, config.num_kv_heads, kv_axis(config), Axis::d_k),
      split(trace, {"v_split", Lane::v}, x.v, config.num_kv_heads, kv_axis(config), Axis::d_v)};
  trace.next_stage();
  return {trace.transpose({"q_heads", Lane::q}, splits.q, 1, 2),
          trace.transpose({"k_heads", Lane::k}, splits.k, 1, 2),
          trace.transpose({"v_heads", Lane::v}, splits.v, 1, 2)};
}

Value Path::scale(Trace& trace, const Config& config, Value scores) const {
  trace.next_stage();
  return trace.scale({"scaled"}, scores,
                     static_cast<float>(1.0 / std::sqrt(static_cast<double>(config.d_k))));
}

Value Path::softmax(Trace& trace, Value scores, EmptyRow empty_row) const {
  return trace.softmax({"weights"}, scores, empty_row);
}

Value Path::merge(Trace& trace, const Config& config, Value context) const {
  const Value transposed = trace.transpose({"context_t"}, context, 1, 2);
  trace.next_stage();
  const Value copied = trace.contiguous({"context_c"}, transposed);
  trace.next_stage();
  const Index width = config.num_heads * config.d_v;
  return trace.view({"concat"}, copied, {trace[copied].size(0), trace[copied].size(1), width},
                    {trace.axes(copied)[0], trace.axes(copied)[1], width_axis(config, width, Axis::H_d_v)});
}

void forward(const Layer& layer, const ForwardArgs& args, const Path& path, Run& run) {
  const Config& config = layer.config;
  check(config, args);
  run.layer = layer;
  run.args = args;
  run.steps.reserve(32);
  Trace trace(run.steps);

  const Lanes inputs = input_steps(trace, config, args);  // (B, T, d)
  trace.next_stage();
  const Lanes projected = path.project(trace, layer, inputs);  // (B, T, H*d_k)
  trace.next_stage();
  const Lanes heads = path.to_heads(trace, config, projected);  // (B, H, T, d_k)
  if (!trace[heads.q]) return;                                  // refused
  const auto [scores, values] = score(trace, config, heads);    // (B, H, T_q, T_k)
  Value weights = path.scale(trace, config, scores);

  run.masks = path.masks(masks_of(args, trace[weights].sizes()));
  if (!run.masks.empty()) {
    trace.next_stage();
    weights = trace.mask({"masked"}, weights, run.masks, args.mask_fill);
    if (!args.query.is_meta())
      run.warnings = describe_blocked_rows(run.masks, trace[weights].sizes(), effect_on_filled_row(args),
                                           effect_on_empty_row(args));
  }
  trace.next_stage();
  weights = path.softmax(trace, weights, args.empty_row);
  run.attention = trace[weights];
  if (args.dropout > 0) {
    trace.next_stage();
    weights = trace.dropout({"dropped"}, weights, args.dropout, args.dropout_seed);
  }

  trace.next_stage();
  Value context = mix(trace, config, weights, values, trace.axes(inputs.q)[1]);  // (B, H, T_q, d_v)
  if (!args.head_scale.empty()) context = trace.scale_heads({"context_scaled"}, context, args.head_scale);
  trace.next_stage();
  const Value concat = path.merge(trace, config, context);  // (B, T_q, H*d_v)
  if (!trace[concat]) return;                               // refused
  trace.next_stage();
  const InlineList<Param, 6> output_params = params(config, {Param::wO, Param::bO});
  run.output = trace[trace.linear({"output"}, concat, layer.weights[Param::wO], layer.weights[Param::bO],
                                  output_params, Axis::d_model)];
  if (!args.trace) run.steps.clear();
}

Run forward(const Layer& layer, const ForwardArgs& args) {
  Run run;
  if (args.trace || !FastForward::takes(args)) {
    forward(layer, args, Path{}, run);
    return run;
  }
  FastForward fast;
  fast.run(layer, args);
  run.layer = layer;
  run.args = args;
  run.output = fast.output();
  run.attention = fast.attention();
  run.warnings = fast.warnings();
  return run;
}

}  // namespace mha
