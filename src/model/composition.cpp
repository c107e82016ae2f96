#include "composition.hpp"

#include "../kernel/infinity.hpp"
#include "operations.hpp"

namespace mha {
namespace {

/// A parameter of the layout, under its name without the scope of its layer.
class Named {
 public:
  Named(const ParameterLayout& layout, std::span<const float> parameters)
      : layout_(layout), parameters_(parameters) {}

  Tensor operator[](Index place) const { return layout_.tensor(parameters_, place); }
  std::string_view name(Index place) const {
    const std::string_view whole = layout_[place].name;
    return whole.starts_with("layer") ? whole.substr(whole.find('.') + 1) : whole;
  }

 private:
  const ParameterLayout& layout_;
  std::span<const float> parameters_;
};

/// As the field has it, but that scores are given what was learned of distances.
class WithDistances final : public Path {
 public:
  explicit WithDistances(const Tensor& distances) : distances_(distances) {}

  StepIndex scale(Tape& tape, const Config& config, StepIndex scores) const override {
    const StepIndex scaled = Path::scale(tape, config, scores);
    if (!distances_) return scaled;
    tape.next_stage();
    const NamedTensor named[] = {{"distances", distances_}};
    return tape.apply({"with_distances"}, op::add_distances, {scaled}, tape.axes(scaled),
                      {.parameters = named});
  }

 private:
  const Tensor& distances_;
};

StepIndex normed(Tape& tape, At at, StepIndex x, const Named& named, Index gain, Index shift) {
  if (gain < 0) return x;
  const Tensor gains = named[gain], shifts = named[shift];
  const NamedTensor parameters[] = {{named.name(gain), gains}, {named.name(shift), shifts}};
  tape.next_stage();
  return tape.apply(at, op::norm, {x}, tape.axes(x), {.parameters = parameters});
}

StepIndex looked_up(Tape& tape, At at, const Named& named, Index place, const std::vector<Index>& indices) {
  const Tensor table = named[place];
  const NamedTensor parameters[] = {{named.name(place), table}};
  return tape.apply(at, op::lookup, {}, {Axis::B, Axis::T, Axis::d_model},
                    {.indices = &indices, .parameters = parameters});
}

StepIndex embedded(Tape& tape, const Named& named, const ParameterLayout& layout,
                   std::span<const Index> sentence) {
  const std::vector<Index> words(sentence.begin(), sentence.end());
  const StepIndex embedding = looked_up(tape, {"embedding"}, named, layout.embedding(), words);
  if (layout.positions() < 0) return embedding;
  std::vector<Index> positions;
  while (positions.size() < words.size()) positions.push_back(static_cast<Index>(positions.size()));
  const StepIndex position = looked_up(tape, {"positions"}, named, layout.positions(), positions);
  tape.next_stage();
  return tape.add({"x"}, embedding, position);
}

StepIndex add_mlp(Tape& tape, StepIndex stream, const Named& named, const LayerPlaces& at) {
  const StepIndex read = normed(tape, {"mlp_normed"}, stream, named, at.mlp_gain, at.mlp_shift);
  const Tensor w_up = named[at.w_up], b_up = named[at.b_up], w_down = named[at.w_down],
               b_down = named[at.b_down];
  tape.next_stage();
  const StepIndex up =
      tape.linear({"up"}, read, {{named.name(at.w_up), w_up}, {named.name(at.b_up), b_up}}, Axis::d_model);
  tape.next_stage();
  const StepIndex hidden = tape.apply({"relu"}, op::relu, {up}, tape.axes(up));
  tape.next_stage();
  const StepIndex down = tape.linear(
      {"down"}, hidden, {{named.name(at.w_down), w_down}, {named.name(at.b_down), b_down}}, Axis::d_model);
  tape.next_stage();
  return tape.add({"stream"}, stream, down);
}

/// Where a removal cuts, -inf.
void cut(Mask& mask, const Removal& removal, Index layer, std::span<const Blank> blanks) {
  const Index heads = mask.values.size(1), words = mask.values.size(-1);
  for (const Blank& blank : blanks) {
    for (Index j = 0; j < words; ++j) {
      if (!removal.hides(layer, blank, j)) continue;
      for (Index h = 0; h < heads; ++h)
        mask.values.data()[(h * words + blank.position) * words + j] = kMinusInfinity;
    }
  }
}

std::vector<float> scale_in(const Removal& removal, const ModelConfig& config, Index layer) {
  std::vector<float> scale;
  for (Index h = 0; h < config.num_heads && !removal.head_scale.empty(); ++h)
    scale.push_back(removal.scale(config, layer, h));
  return scale;
}

}  // namespace

Composed compose(Tape& tape, const ModelConfig& config, const ParameterLayout& layout,
                 std::span<const float> parameters, std::span<const Index> sentence,
                 std::span<const Blank> blanks, const Removal& removal) {
  const Named named(layout, parameters);
  const StepIndex words = embedded(tape, named, layout, sentence);
  const auto count = static_cast<Index>(sentence.size());
  Composed out;
  StepIndex stream = words;
  for (Index i = 0; i < config.layers; ++i) {
    const LayerPlaces& at = layout.layer(i);
    const Tape::Scope scope(tape, text("layer{}", i + 1));
    const StepIndex query = normed(tape, {"normed"}, stream, named, at.norm_gain, at.norm_shift);
    const StepIndex source = config.keys_from == KeysFrom::stream || i == 0
                                 ? query
                                 : normed(tape, {"normed_words"}, words, named, at.norm_gain, at.norm_shift);
    Mask mask = additive_mask(config, layout, {}, i, count);
    cut(mask, removal, i, blanks);
    const Tensor distances = at.distances < 0 ? Tensor() : named[at.distances];
    const Attended attended =
        attend(tape, {query, source, source}, layer_of(config, layout, parameters, i),
               {.attn_mask = mask, .head_scale = scale_in(removal, config, i)}, WithDistances(distances));
    tape.next_stage();
    stream = tape.add({config.mlp ? "middle" : "stream"}, stream, attended.output);
    if (config.mlp) stream = add_mlp(tape, stream, named, at);
    out.queries.push_back(query);
    out.sources.push_back(source);
    out.weights.push_back(attended.weights);
  }
  std::vector<Index> positions, answers;
  for (const Blank& blank : blanks) {
    positions.push_back(blank.position);
    if (blank.answer >= 0) answers.push_back(blank.answer);
  }
  tape.next_stage();
  const StepIndex read =
      tape.apply({"blanks"}, op::select, {stream}, tape.axes(stream), {.indices = &positions});
  const Tensor w = named[layout.unembedding()], b = named[layout.unembedding_bias()];
  tape.next_stage();
  out.logits = out.loss = tape.linear(
      {"logits"}, read, {{named.name(layout.unembedding()), w}, {named.name(layout.unembedding_bias()), b}},
      Axis::d_model);
  if (answers.size() < blanks.size()) return out;
  tape.next_stage();
  out.loss = tape.apply({"loss"}, op::cross_entropy, {out.logits}, {Axis::B}, {.indices = &answers});
  return out;
}

Layer layer_of(const ModelConfig& config, const ParameterLayout& layout, std::span<const float> parameters,
               Index layer) {
  if (layer < 0 || layer >= config.layers)
    fail(ErrorCode::config, "no_layer", "there is no layer {layer}; there are {layers}, counted from 0",
         layer, config.layers);
  const Config of = resolve({.d_model = config.d_model, .num_heads = config.num_heads});
  const LayerPlaces& at = layout.layer(layer);
  Layer made{of, Weights::zeros(of)};
  made.weights.set(of, Param::wQ, layout.tensor(parameters, at.w_q));
  made.weights.set(of, Param::wK, layout.tensor(parameters, at.w_k));
  made.weights.set(of, Param::wV, layout.tensor(parameters, at.w_v));
  made.weights.set(of, Param::wO, layout.tensor(parameters, at.w_o));
  return made;
}

Mask additive_mask(const ModelConfig& config, const ParameterLayout& layout,
                   std::span<const float> parameters, Index layer, Index words) {
  const Window& window = config.windows[static_cast<std::size_t>(layer)];
  const Index place = parameters.empty() ? -1 : layout.layer(layer).distances;
  const Tensor distances = place < 0 ? Tensor() : layout.tensor(parameters, place);
  Tensor added = Tensor::zeros({1, config.num_heads, words, words});
  float* to = added.data();
  for (Index h = 0; h < config.num_heads; ++h) {
    for (Index i = 0; i < words; ++i) {
      for (Index j = 0; j < words; ++j, ++to) {
        if (distances) *to = distances({h, j - i + kMostTokens - 1});
        if (!window.holds(i, j)) *to = kMinusInfinity;
      }
    }
  }
  return {added, true};
}

}  // namespace mha
