#include "faults.hpp"

#include <array>
#include <limits>
#include <memory>

#include "fault_reasons.hpp"

namespace mha {
namespace {

struct ViewWithoutTranspose : Path {
  Lanes to_heads(Tape& tape, const Config& c, const Lanes& x) const override {
    const auto view = [&](At at, StepIndex value, Index heads, Axis width) {
      const Tensor& t = tape[value];
      const Axis heads_axis = heads == c.num_heads ? Axis::H : Axis::H_kv;
      return tape.view(at, value, {t.size(0), heads, t.size(1), t.size(2) / heads},
                       {Axis::B, heads_axis, tape.axes(value)[1], width});
    };
    const StepIndex q = view({"q_heads", Lane::q}, x.q, c.num_heads, Axis::d_k);
    if (!tape[q]) return {q, q, q};  // refused, as for the slices of a fused layer
    return {q, view({"k_heads", Lane::k}, x.k, c.num_kv_heads, Axis::d_k),
            view({"v_heads", Lane::v}, x.v, c.num_kv_heads, Axis::d_v)};
  }
};

StepIndex view_as_concat(Tape& tape, const Config& c, StepIndex x, Axis t_q) {
  const Index elements = tape[x].elements(), batch = tape[x].size(0), width = c.num_heads * c.d_v;
  const Dims sizes = {batch, elements / (batch * width), width};
  return tape.view({"concat"}, x, sizes, {Axis::B, t_q, width_axis(c, width, Axis::H_d_v)});
}

struct MergeWithoutTranspose : Path {
  StepIndex merge(Tape& tape, const Config& c, StepIndex context) const override {
    return view_as_concat(tape, c, context, tape.axes(context)[2]);
  }
};

struct ViewWithoutContiguous : Path {
  StepIndex merge(Tape& tape, const Config& c, StepIndex context) const override {
    const StepIndex transposed = tape.transpose({"context_t"}, context, 1, 2);
    tape.next_stage();
    return view_as_concat(tape, c, transposed, tape.axes(transposed)[1]);
  }
};

struct NoScale : Path {
  StepIndex scale(Tape&, const Config&, StepIndex scores) const override { return scores; }
};

struct RawInputs : Path {
  Lanes project(Tape& tape, const Layer& layer, const Lanes& inputs) const override {
    const Config& c = layer.config;
    check(tape, inputs.q, "query", c.num_heads * c.d_k);
    check(tape, inputs.k, "key", c.num_kv_heads * c.d_k);
    check(tape, inputs.v, "value", c.num_kv_heads * c.d_v);
    return inputs;
  }
  static void check(const Tape& tape, StepIndex input, const char* what, Index width) {
    const Index given = tape[input].size(2);
    if (given == width) return;
    fail(ErrorCode::config, "inputs_of_other_widths",
         "raw_inputs needs inputs as wide as their projections: {input} has {features} features, its "
         "projection {width}",
         what, given, width);
  }
};

struct SoftmaxAxis : Path {
  StepIndex softmax(Tape& tape, At at, StepIndex scores, EmptyRow empty_row) const override {
    return tape.softmax(at, scores, empty_row, -2);
  }
};

/// Inverts a boolean mask.
Mask reversed(const Mask& mask) {
  Mask out{mask.values.like(mask.values.sizes()), false};
  if (out.values.is_meta()) return out;
  copy(mask.values, out.values);
  for (float& value : out.values.values()) value = value == 0.0f ? 1.0f : 0.0f;
  return out;
}

struct MaskReversed : Path {
  Notice change(std::vector<Mask>& masks, const ForwardArgs&) const override {
    for (Mask& mask : masks) {
      if (!mask.additive) mask = reversed(mask);
    }
    return {};
  }
};

/// The mask of mask.repeat(H, 1, 1): row r of B*H holds item r mod B instead of item r / H.
Mask repeated(const Mask& mask) {
  const Index batch = mask.values.size(0), heads = mask.values.size(1);
  Mask out{mask.values.like(mask.values.sizes()), mask.additive};
  for (Index r = 0; r < batch * heads && !out.values.is_meta(); ++r) {
    copy(mask.values.slice(0, r % batch, 1).slice(1, 0, 1),
         out.values.slice(0, r / heads, 1).slice(1, r % heads, 1));
  }
  return out;
}

struct MaskRepeatOrder : Path {
  Notice change(std::vector<Mask>& masks, const ForwardArgs&) const override {
    for (Mask& mask : masks) {
      // Only a mask with a row for each batch item, shared by its heads, needs repetition.
      const Shape& shape = mask.values.shape();
      if (shape.size(0) > 1 && shape.stride(0) != 0 && shape.stride(1) == 0) mask = repeated(mask);
    }
    return {};
  }
};

struct MaskAsSquare : Path {
  Notice change(std::vector<Mask>& masks, const ForwardArgs& args) const override {
    if (!args.key_padding_mask) return {};
    const std::size_t given_last = args.attn_mask ? 2 : 1;  // the given masks come last (score_modifiers.cpp)
    Mask& right = masks[masks.size() - given_last];
    const Dims scores = right.values.sizes();
    const Tensor& given = args.key_padding_mask->values;
    const Index batch = given.size(0), queries = scores[2];
    if (batch != 1 && batch != queries) {
      return notice(
          "mask_as_square_shape",
          "mask {mask} on scores {scores}: The size of tensor a ({a}) must match the size of tensor b "
          "({b}) at non-singleton dimension 2. Sizes are matched from the last, so that B = {batch} "
          "meets T_q = {queries}; give the mask as (B, 1, 1, T_k)",
          given.sizes(), scores, queries, batch, batch, queries);
    }
    right = broadcast({given, right.additive}, scores, "key padding mask");
    return {};
  }
};

struct DroppedAttention : Path {
  StepIndex returned(StepIndex, StepIndex dropped) const override { return dropped; }
};

/// Sets W_Q of pruned heads to 0, and W_K if no other head reads the key/value head. Every score of such a
/// head is 0, so it attends to all keys alike.
struct PrunedQueries : Path {
  explicit PrunedQueries(const std::vector<float>& head_scale) : head_scale_(head_scale) {}

  Lanes project(Tape& tape, const Layer& layer, const Lanes& inputs) const override {
    Layer pruned = layer;
    const Index d_q = layer.config.score_width(), d_k = layer.config.d_k, group = layer.config.group_size();
    for (std::size_t h = 0; h < head_scale_.size(); ++h) {
      if (head_scale_[h] != 0.0f) continue;
      for (Param param : {Param::wQ, Param::bQ}) zero(pruned, param, static_cast<Index>(h) * d_q, d_q);
      for (Param param : {Param::wK, Param::bK}) {
        if (group == 1) zero(pruned, param, static_cast<Index>(h) * d_k, d_k);
      }
    }
    return Path::project(tape, pruned, inputs);
  }

  std::vector<float> head_scale(const ForwardArgs& args) const override {
    std::vector<float> others = args.head_scale;
    for (float& scale : others) scale = scale == 0.0f ? 1.0f : scale;
    return others;
  }

 private:
  static void zero(Layer& layer, Param param, Index first, Index count) {
    const Tensor& given = layer.weights[param];
    if (!given) return;
    Tensor values = given.like(given.sizes());
    if (values.is_meta()) return;
    copy(given, values);
    const Tensor columns = values.slice(-1, first, count);
    copy(Tensor::zeros(columns.sizes()), columns);
    layer.weights.set(layer.config, param, values);
  }

  const std::vector<float>& head_scale_;
};

struct RopeStyleSwapped : Path {
  Config options(const Config& config) const override {
    Config out = config;
    if (config.rope)
      out.rope.style = config.rope.style == RopeStyle::half ? RopeStyle::interleaved : RopeStyle::half;
    return out;
  }
};

struct PositionsRestart : Path {
  Index first_new(const ForwardArgs&) const override { return 0; }
};

struct AlibiSign : Path {
  float slope(Index head, Index num_heads) const override { return -alibi_slope(head, num_heads); }
};

struct WindowOffByOne : Path {
  Config options(const Config& config) const override {
    Config out = config;
    Index& side = out.window.*widened(config.window);
    if (!config.window.sees_all() && side < std::numeric_limits<Index>::max()) side += 1;
    return out;
  }
};

std::unique_ptr<Path> path_of(Fault fault, const ForwardArgs& args) {
  switch (fault) {
    case Fault::view_without_transpose:
      return std::make_unique<ViewWithoutTranspose>();
    case Fault::merge_without_transpose:
      return std::make_unique<MergeWithoutTranspose>();
    case Fault::view_without_contiguous:
      return std::make_unique<ViewWithoutContiguous>();
    case Fault::no_scale:
      return std::make_unique<NoScale>();
    case Fault::raw_inputs:
      return std::make_unique<RawInputs>();
    case Fault::softmax_axis:
      return std::make_unique<SoftmaxAxis>();
    case Fault::mask_reversed:
      return std::make_unique<MaskReversed>();
    case Fault::mask_repeat_order:
      return std::make_unique<MaskRepeatOrder>();
    case Fault::mask_as_square:
      return std::make_unique<MaskAsSquare>();
    case Fault::dropped_attention:
      return std::make_unique<DroppedAttention>();
    case Fault::pruned_queries:
      return std::make_unique<PrunedQueries>(args.head_scale);
    case Fault::rope_style:
      return std::make_unique<RopeStyleSwapped>();
    case Fault::positions_restart:
      return std::make_unique<PositionsRestart>();
    case Fault::alibi_sign:
      return std::make_unique<AlibiSign>();
    case Fault::window_off_by_one:
      return std::make_unique<WindowOffByOne>();
    case Fault::none:
      break;
  }
  return std::make_unique<Path>();
}

}  // namespace

Run forward_with_fault(const Layer& layer, const ForwardArgs& args, Fault fault) {
  Run run;
  const std::unique_ptr<Path> path = path_of(fault, args);
  forward(layer, args, *path, run);
  if (fault != Fault::none) run.fault = name(fault);
  const Notice reason = reason_for_none(fault, layer.config, args);
  if (!reason.empty())
    run.warnings.push_back(
        notice("no_difference", "{path} makes no difference here: {reason}", name(fault), reason));
  return run;
}

}  // namespace mha
