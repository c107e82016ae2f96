#include "composition.hpp"

#include <algorithm>
#include <numeric>

#include "../kernel/infinity.hpp"
#include "operations.hpp"
#include "parts.hpp"

namespace mha {
namespace {

/// The parts of a Model.
struct ModelParts : Parts {
  const ModelConfig& config;
  const ParameterLayout& layout;

  ModelParts(Tape& of, const ModelConfig& sizes, const ParameterLayout& places, const Tensor& all)
      : Parts{of, places, all}, config(sizes), layout(places) {}
};

/// The parts that differ between the model of a sentence and the model of a batch.
class Form {
 public:
  virtual ~Form() = default;
  virtual std::vector<Index> words() const = 0;
  virtual std::vector<Index> positions() const = 0;
  /// The rows of the stream `before` that a layer computes.
  virtual StepIndex stream(const ModelParts& parts, StepIndex before, Index layer) const = 0;
  /// The rows of the blanks.
  virtual StepIndex blanks(const ModelParts& parts, StepIndex stream) const = 0;
  virtual std::vector<Index> answers() const = 0;
  /// Adds the attention of a layer to the tape, and its weights (and the context of a batch) to `out`.
  /// Returns the output.
  virtual StepIndex attention(const ModelParts& parts, StepIndex query, StepIndex source, Index layer,
                              Composed& out) const = 0;
};

/// Attention that adds the learned numbers of distances to the scaled scores.
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

/// Sets the mask to -inf where a removal cuts.
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

/// Composes the model for one sentence. attend() computes all rows of each layer.
class OneSentence final : public Form {
 public:
  OneSentence(std::span<const Index> sentence, std::span<const Blank> blanks, const Removal& removal)
      : sentence_(sentence), blanks_(blanks), removal_(removal) {}

  std::vector<Index> words() const override { return {sentence_.begin(), sentence_.end()}; }
  std::vector<Index> positions() const override {
    std::vector<Index> all(sentence_.size());
    std::iota(all.begin(), all.end(), Index{0});
    return all;
  }
  StepIndex stream(const ModelParts&, StepIndex before, Index) const override { return before; }
  StepIndex blanks(const ModelParts& parts, StepIndex stream) const override {
    std::vector<Index> rows;
    for (const Blank& blank : blanks_) rows.push_back(blank.position);
    return parts.selected({"blanks"}, stream, rows);
  }
  std::vector<Index> answers() const override {
    std::vector<Index> all;
    for (const Blank& blank : blanks_) all.push_back(blank.answer);
    return all;
  }
  StepIndex attention(const ModelParts& parts, StepIndex query, StepIndex source, Index layer,
                      Composed& out) const override {
    const ModelConfig& config = parts.config;
    Mask mask = additive_mask(config, parts.layout, {}, layer, static_cast<Index>(sentence_.size()));
    cut(mask, removal_, layer, blanks_);
    const Index place = parts.layout.layer(layer).distances;
    const Tensor distances = place < 0 ? Tensor() : parts[place];
    const Attended attended = attend(
        parts.tape, {query, source, source}, layer_of(config, parts.layout, parts.parameters, layer),
        {.attn_mask = mask, .head_scale = removal_.head_scale_of(config, layer)}, WithDistances(distances));
    out.weights.push_back(attended.weights);
    return attended.output;
  }

 private:
  std::span<const Index> sentence_;
  std::span<const Blank> blanks_;
  const Removal& removal_;
};

/// The model of a batch: only rows that later steps read, by attention over segments. The order of steps
/// fixes the order in which the gradients of a shared input are summed, which is the reverse. Rows of queries
/// are selected first; then values, keys and queries are projected.
class Packed final : public Form {
 public:
  explicit Packed(const Batch& batch) : batch_(batch) {}

  std::vector<Index> words() const override { return batch_.words; }
  std::vector<Index> positions() const override { return batch_.positions; }
  StepIndex stream(const ModelParts& parts, StepIndex before, Index layer) const override {
    const bool has_blanks_already = layer > 0 && parts.config.reads_blanks_only(layer - 1);
    return has_blanks_already
               ? before
               : parts.selected({"stream_read"}, before, batch_.queries(parts.config, layer).rows);
  }
  StepIndex blanks(const ModelParts&, StepIndex stream) const override { return stream; }
  std::vector<Index> answers() const override { return batch_.answers; }
  StepIndex attention(const ModelParts& parts, StepIndex query, StepIndex source, Index layer,
                      Composed& out) const override {
    const ModelConfig& config = parts.config;
    const LayerPlaces& at = parts.layout.layer(layer);
    const std::vector<Index>& places = batch_.queries(config, layer).places;
    const SegmentAttention attended = attend_segments(
        parts, query, source, at, {.heads = config.num_heads, .most = kMostTokens, .places = &places});
    out.weights.push_back(attended.weights);
    out.contexts.push_back(attended.context);
    return attended.output;
  }

 private:
  const Batch& batch_;
};

StepIndex embedded(const ModelParts& parts, const Form& form, Composed& out) {
  out.words = parts.looked_up({"embedding"}, parts.layout.embedding(), form.words());
  if (parts.layout.positions() < 0) return out.words;
  out.positions = parts.looked_up({"positions"}, parts.layout.positions(), form.positions());
  parts.tape.next_stage();
  return parts.tape.add({"x"}, out.words, out.positions);
}

Composed compose(const ModelParts& parts, const Form& form) {
  const ModelConfig& config = parts.config;
  Tape& tape = parts.tape;
  Composed out;
  const StepIndex words = embedded(parts, form, out);
  StepIndex stream = words;
  for (Index i = 0; i < config.layers; ++i) {
    const LayerPlaces& at = parts.layout.layer(i);
    const Tape::Scope scope(tape, text("layer{}", i + 1));
    const StepIndex read = config.keys_from == KeysFrom::stream ? stream : words;
    stream = form.stream(parts, stream, i);
    const StepIndex query = parts.normed({"normed"}, stream, at.norm_gain, at.norm_shift);
    const StepIndex source =
        read == stream ? query : parts.normed({"normed_words"}, read, at.norm_gain, at.norm_shift);
    out.streams.push_back(stream);
    out.queries.push_back(query);
    out.sources.push_back(source);
    const StepIndex output = form.attention(parts, query, source, i, out);
    tape.next_stage();
    stream = tape.add({config.mlp ? "middle" : "stream"}, stream, output);
    if (config.mlp) stream = parts.add_mlp(stream, at);
  }
  const StepIndex read = form.blanks(parts, stream);
  tape.next_stage();
  out.logits = out.loss =
      parts.linear({"logits"}, read, parts.layout.unembedding(), parts.layout.unembedding_bias());
  const std::vector<Index> answers = form.answers();
  if (std::ranges::all_of(answers, [](Index answer) { return answer < 0; })) return out;
  tape.next_stage();
  out.loss = tape.apply({"loss"}, op::cross_entropy, {out.logits}, {Axis::B}, {.indices = &answers});
  return out;
}

}  // namespace

Composed compose(Tape& tape, const ModelConfig& config, const ParameterLayout& layout,
                 const Tensor& parameters, std::span<const Index> sentence, std::span<const Blank> blanks,
                 const Removal& removal) {
  return compose(ModelParts(tape, config, layout, parameters), OneSentence(sentence, blanks, removal));
}

Composed compose(Tape& tape, const ModelConfig& config, const ParameterLayout& layout,
                 const Tensor& parameters, const Batch& batch) {
  return compose(ModelParts(tape, config, layout, parameters), Packed(batch));
}

Layer layer_of(const ModelConfig& config, const ParameterLayout& layout, const Tensor& parameters,
               Index layer) {
  if (layer < 0 || layer >= config.layers)
    fail(ErrorCode::config, "no_layer", "there is no layer {layer}; there are {layers}, counted from 0",
         layer, config.layers);
  return attention_of(layout, parameters, layout.layer(layer),
                      {.d_model = config.d_model, .num_heads = config.num_heads});
}

Mask additive_mask(const ModelConfig& config, const ParameterLayout& layout, const Tensor& parameters,
                   Index layer, Index words) {
  const KeyWindow& window = config.windows[static_cast<std::size_t>(layer)];
  const Index place = !parameters ? -1 : layout.layer(layer).distances;
  const Tensor distances = place < 0 ? Tensor() : layout.copy(parameters, place);
  Tensor added = Tensor::zeros({1, config.num_heads, words, words});
  float* to = added.data();
  for (Index h = 0; h < config.num_heads; ++h) {
    for (Index i = 0; i < words; ++i) {
      for (Index j = 0; j < words; ++j, ++to) {
        if (distances) *to = distances({h, j - i + kMostTokens - 1});
        if (!window.sees(i, j)) *to = kMinusInfinity;
      }
    }
  }
  return {added, true};
}

}  // namespace mha
