#include "attention.hpp"

#include "fast_forward.hpp"
#include "head_steps.hpp"
#include "latent.hpp"
#include "score_modifiers.hpp"

namespace mha {
namespace {

Lanes input_steps(Tape& tape, const Config& config, const ForwardArgs& args) {
  if (!args.key && !args.value) {
    const StepIndex x = tape.input({"x"}, args.query, {Axis::B, Axis::T, Axis::d_model});
    return {x, x, x};
  }
  const Tensor &key = args.key_or_query(), &value = args.value_or_key();
  return {
      tape.input({"query", Lane::q}, args.query, {Axis::B, Axis::T_q, Axis::d_model}),
      tape.input({"key", Lane::k}, key, {Axis::B, Axis::T_k, width_axis(config, config.d_key, Axis::d_key)}),
      tape.input({"value", Lane::v}, value,
                 {Axis::B, Axis::T_k, width_axis(config, config.d_value, Axis::d_value)})};
}

/// (B, T, heads*d) -> (B, T, heads, d)
StepIndex split(Tape& tape, At at, StepIndex x, Index heads, Axis heads_axis, Axis head_width_axis) {
  const Dims sizes = {tape[x].size(0), tape[x].size(1), heads, tape[x].size(2) / heads};
  return tape.view(at, x, sizes, {tape.axes(x)[0], tape.axes(x)[1], heads_axis, head_width_axis});
}

Axis kv_axis(const Config& config) {
  return config.group_size() == 1 ? Axis::H : Axis::H_kv;
}

struct HeadProducts {
  StepIndex scores, values;  // scores (B, H, T_q, T_k), and V in the form that the context product reads
};

/// bhid,bhjd->bhij: each query with each key of its head. Grouped heads do not copy K or V: Q is viewed as
/// (B, H_kv, G, T_q, d_k), K and V are expanded over G with stride 0, and the scores are viewed back.
HeadProducts score(Tape& tape, const Config& config, Lanes heads) {
  const Axes axes = {Axis::B, Axis::H, Axis::T_q, Axis::T_k};
  const Index groups = config.num_kv_heads, size = config.group_size();
  const Dims q_sizes = tape[heads.q].sizes();
  const bool grouped = size > 1;
  if (grouped) {
    const Axis t_q = tape.axes(heads.q)[2];
    heads.q = tape.view({"q_groups", Lane::q}, heads.q, {q_sizes[0], groups, size, q_sizes[2], q_sizes[3]},
                        {Axis::B, Axis::H_kv, Axis::G, t_q, Axis::d_k});
    heads.k = tape.expand_groups({"k_groups", Lane::k}, heads.k, size);
    heads.v = tape.expand_groups({"v_groups", Lane::v}, heads.v, size);
  }
  tape.next_stage();
  const StepIndex k_t = tape.transpose({"k_t", Lane::k}, heads.k, -2, -1);
  if (!grouped) return {tape.matmul({"scores"}, heads.q, k_t, axes), heads.v};
  const StepIndex scores =
      tape.matmul({"scores_groups"}, heads.q, k_t, {Axis::B, Axis::H_kv, Axis::G, Axis::T_q, Axis::T_k});
  return {tape.view({"scores"}, scores, {q_sizes[0], q_sizes[1], q_sizes[2], tape[scores].size(-1)}, axes),
          heads.v};
}

/// bhij,bhjd->bhid: means of the values, weighted by attention.
StepIndex mix(Tape& tape, const Config& config, StepIndex weights, StepIndex values, Axis t_q) {
  const Axes axes = {Axis::B, Axis::H, t_q, Axis::d_v};
  if (config.group_size() == 1) return tape.matmul({"context"}, weights, values, axes);
  const Dims sizes = tape[weights].sizes();
  const Dims grouped = {sizes[0], config.num_kv_heads, config.group_size(), sizes[2], sizes[3]};
  const StepIndex in_groups =
      tape.view({"weights_groups"}, weights, grouped, {Axis::B, Axis::H_kv, Axis::G, Axis::T_q, Axis::T_k});
  const StepIndex context =
      tape.matmul({"context_groups"}, in_groups, values, {Axis::B, Axis::H_kv, Axis::G, t_q, Axis::d_v});
  return tape.view({"context"}, context, {sizes[0], sizes[1], sizes[2], config.d_v}, axes);
}

}  // namespace

const Step* Run::find(std::string_view id) const {
  for (const Step& step : steps) {
    if (step.id == id) return &step;
  }
  return nullptr;
}

const Tensor& Run::tensor(std::string_view id) const {
  const Step* step = find(id);
  if (step == nullptr || !step->output) {
    if (steps.empty()) {
      fail(ErrorCode::config, "no_tensor_untraced", "this run has no tensor {id}; it was made without trace",
           id);
    }
    fail(ErrorCode::config, "no_tensor", "this run has no tensor {id}", id);
  }
  return step->output;
}

Axis width_axis(const Config& config, Index width, Axis otherwise) {
  return width == config.d_model ? Axis::d_model : otherwise;
}

Lanes Path::project(Tape& tape, const Layer& layer, const Lanes& inputs) const {
  const Config& c = layer.config;
  const Weights& w = layer.weights;
  const Axis q_axis = c.latent ? Axis::H_d_k_d_r : width_axis(c, c.num_heads * c.d_k, Axis::H_d_k);
  const Axis k_axis =
      width_axis(c, c.num_kv_heads * c.d_k, c.group_size() == 1 ? Axis::H_d_k : Axis::H_kv_d_k);
  const Axis v_axis =
      width_axis(c, c.num_kv_heads * c.d_v, c.group_size() == 1 ? Axis::H_d_v : Axis::H_kv_d_v);
  const At q{"q", Lane::q}, k{"k", Lane::k}, v{"v", Lane::v};
  const NamedTensor w_q = w.named(Param::wQ), b_q = w.named(Param::bQ), w_k = w.named(Param::wK),
                    b_k = w.named(Param::bK), w_v = w.named(Param::wV), b_v = w.named(Param::bV);
  if (!c.fused) {
    return {tape.linear(q, inputs.q, {w_q, b_q}, q_axis), tape.linear(k, inputs.k, {w_k, b_k}, k_axis),
            tape.linear(v, inputs.v, {w_v, b_v}, v_axis)};
  }
  const StepIndex qkv = tape.linear({"qkv"}, inputs.q, {w_q, w_k, w_v, b_q, b_k, b_v}, Axis::qkv);
  const Index q_width = w_q.values.size(1), k_width = w_k.values.size(1), v_width = w_v.values.size(1);
  return {tape.slice(q, qkv, 0, q_width, q_axis), tape.slice(k, qkv, q_width, k_width, k_axis),
          tape.slice(v, qkv, q_width + k_width, v_width, v_axis)};
}

Lanes Path::to_heads(Tape& tape, const Config& config, const Lanes& x) const {
  const Lanes splits = {
      split(tape, {"q_split", Lane::q}, x.q, config.num_heads, Axis::H,
            config.latent ? Axis::d_k_d_r : Axis::d_k),
      split(tape, {"k_split", Lane::k}, x.k, config.num_kv_heads, kv_axis(config), Axis::d_k),
      split(tape, {"v_split", Lane::v}, x.v, config.num_kv_heads, kv_axis(config), Axis::d_v)};
  tape.next_stage();
  return {tape.transpose({"q_heads", Lane::q}, splits.q, 1, 2),
          tape.transpose({"k_heads", Lane::k}, splits.k, 1, 2),
          tape.transpose({"v_heads", Lane::v}, splits.v, 1, 2)};
}

StepIndex Path::scale(Tape& tape, const Config& config, StepIndex scores) const {
  tape.next_stage();
  return tape.scale({"scaled"}, scores, score_scale(config));
}

StepIndex Path::softmax(Tape& tape, At at, StepIndex scores, EmptyRow empty_row) const {
  return tape.softmax(at, scores, empty_row);
}

StepIndex Path::merge(Tape& tape, const Config& config, StepIndex context) const {
  const StepIndex transposed = tape.transpose({"context_t"}, context, 1, 2);
  tape.next_stage();
  const StepIndex copied = tape.contiguous({"context_c"}, transposed);
  tape.next_stage();
  const Index width = config.num_heads * config.d_v;
  return tape.view({"concat"}, copied, {tape[copied].size(0), tape[copied].size(1), width},
                   {tape.axes(copied)[0], tape.axes(copied)[1], width_axis(config, width, Axis::H_d_v)});
}

namespace {

/// The caller has checked `args`. `inputs` holds the tensors of `args` as steps.
Attended attend_by(const Path& path, Tape& tape, const Lanes& inputs, const Layer& layer,
                   const ForwardArgs& args) {
  const Config config = path.options(layer.config);
  Lanes made_of = inputs;
  StepIndex rotary = inputs.q;
  if (config.latent) {
    tape.next_stage();
    const Latents latents = compress(tape, layer, args, inputs.q);
    made_of = {latents.queries, latents.tokens, latents.tokens};
    rotary = latents.rotary;
  }
  tape.next_stage();
  Lanes projected = path.project(tape, layer, made_of);  // (B, T, H*d_k)
  if (config.qk_norm && config.qk_norm_whole)
    projected = norm_queries_and_keys(tape, config.qk_norm_eps, layer.weights, projected);
  tape.next_stage();
  Lanes heads = path.to_heads(tape, config, projected);  // (B, H, T, d_k)
  Attended out{heads.q, heads.q, heads.q, heads.k, heads.v, heads.v, {}};
  if (!tape[heads.q]) return out;  // refused
  const RotaryPositions positions(path, layer.weights, args);
  if (config.latent) {
    const Rotated rotated = join_rotary(tape, config, positions, args.past, heads, rotary);
    heads = rotated.heads;
    out.keys = made_of.k;
    out.values = rotated.rotary;
  } else {
    heads = prepare_heads(tape, config, layer.weights, positions, args.past, heads);
    out.keys = heads.k;
    out.values = heads.v;
  }
  out.head_values = heads.v;
  const auto [scores, values] = score(tape, config, heads);  // (B, H, T_q, T_k)
  ScoreModifiers modifiers(config, args, layer.weights[Param::sinks]);
  modifiers.is_meta = positions.is_meta;
  StepIndex weights = path.scale(tape, config, scores);
  weights = modifiers.cap_and_bias(tape, path, weights);

  std::vector<Mask> masks = modifiers.masks();
  Notice refusal = path.change(masks, args);
  if (!masks.empty()) {
    tape.next_stage();
    weights = tape.mask({"masked"}, weights, masks, args.mask_fill, std::move(refusal));
    out.weights = out.concat = out.output = weights;
    if (!tape[weights]) return out;  // refused
    if (!args.query.is_meta()) out.warnings = modifiers.warnings(args, {masks, {}, modifiers.scores});
  }
  out.weights = weights = modifiers.softmax(tape, path, weights, args.empty_row);
  if (args.dropout > 0) {
    tape.next_stage();
    weights = tape.dropout({"dropped"}, weights, args.dropout, args.dropout_seed);
    out.weights = path.returned(out.weights, weights);
  }

  tape.next_stage();
  StepIndex context = mix(tape, config, weights, values, tape.axes(inputs.q)[1]);  // (B, H, T_q, d_v)
  const std::vector<float> head_scale = path.head_scale(args);
  if (!head_scale.empty()) context = tape.scale_heads({"context_scaled"}, context, head_scale);
  tape.next_stage();
  out.concat = out.output = path.merge(tape, config, context);  // (B, T_q, H*d_v)
  if (!tape[out.output]) return out;                            // refused
  tape.next_stage();
  out.output = tape.linear({"output"}, out.concat,
                           {layer.weights.named(Param::wO), layer.weights.named(Param::bO)}, Axis::d_model);
  return out;
}

}  // namespace

Attended attend(Tape& tape, const Lanes& inputs, const Layer& layer, ForwardArgs args, const Path& path) {
  if (tape.holds("output"))
    fail(ErrorCode::config, "scope_has_attention",
         "attention stands in this scope of the tape already; open a Tape::Scope for each layer");
  for (StepIndex input : {inputs.q, inputs.k, inputs.v}) {
    if (tape.axes(input).size() != 3)
      fail(ErrorCode::shape, "axes_of_input",
           "an input of attention has {axes} axes, expected 3, as (B, T, d_model)", tape.axes(input).size());
  }
  args.query = tape[inputs.q];
  args.key = inputs.k == inputs.q ? Tensor() : tape[inputs.k];
  args.value = inputs.v == inputs.k ? Tensor() : tape[inputs.v];
  check(layer, args);
  return attend_by(path, tape, inputs, layer, args);
}

void forward(const Layer& layer, const ForwardArgs& args, const Path& path, Run& run) {
  check(layer, args);
  run.layer = layer;
  run.args = args;
  run.steps.reserve(32);
  Tape tape(run.steps, args.trace ? Trace::on : Trace::off);
  Attended attended = attend_by(path, tape, input_steps(tape, layer.config, args), layer, args);
  run.attention = tape[attended.weights];
  if (run.attention.has_numbers()) run.attention = run.attention.contiguous();  // of a slice without its sink
  run.output = tape[attended.output];
  run.present = {tape[attended.keys], tape[attended.values]};
  if (layer.config.latent) run.present = {run.present.key.unsqueeze(1), run.present.value.unsqueeze(1)};
  run.warnings = std::move(attended.warnings);
  if (!run.output) run.refusal = run.steps.back().error;
  if (!args.trace) run.steps.clear();
}

Run forward(const Layer& layer, const ForwardArgs& args) {
  Run run;
  if (args.trace || !FastForward::takes(layer.config, args)) {
    forward(layer, args, Path{}, run);
    return run;
  }
  FastForward fast;
  fast.run(layer, args);
  run.layer = layer;
  run.args = args;
  run.output = fast.output();
  run.attention = fast.attention();
  run.present = fast.present();
  run.warnings = fast.warnings();
  return run;
}

}  // namespace mha
