#include "translator_composition.hpp"

#include <numeric>

#include "operations.hpp"
#include "parts.hpp"

namespace mha {
namespace {

std::vector<Index> counted(Index count, Index first = 0) {
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), first);
  return all;
}

/// One way to compute the attention of a layer.
class AttentionForm {
 public:
  virtual ~AttentionForm() = default;
  /// Adds the attention to the tape, and its steps to `out`. Returns the output.
  virtual StepIndex attention(const Parts& parts, AttentionKind kind, Index layer, StepIndex query,
                              StepIndex source, ComposedTranslator& out) = 0;
};

/// An encoder and a decoder on a tape.
class Composition {
 public:
  Composition(Tape& tape, const TranslatorConfig& config, const TranslatorLayout& layout,
              const Tensor& parameters, AttentionForm& form)
      : parts_{tape, layout, parameters}, config_(config), layout_(layout), form_(form) {}

  /// Returns the encoder's output.
  StepIndex encode(const std::vector<Index>& words, const std::vector<Index>& positions) {
    StepIndex stream = embedded(words, positions);
    for (Index i = 0; i < config_.layers; ++i) {
      const Tape::Scope scope(parts_.tape, text("encoder{}", i + 1));
      stream = attended(AttentionKind::encoder, i, stream, stream);
      stream = parts_.add_mlp(stream, layout_.layer(AttentionKind::encoder, i));
    }
    return out.memory = normed({"encoder.normed"}, stream, layout_.encoder());
  }

  void decode(StepIndex memory, const std::vector<Index>& words, const std::vector<Index>& positions) {
    const auto [table, x] = read(words, positions);
    StepIndex stream = x;
    for (Index i = 0; i < config_.layers; ++i) {
      {
        const Tape::Scope scope(parts_.tape, text("decoder{}", i + 1));
        stream = attended(AttentionKind::decoder, i, stream, stream);
      }
      {
        const Tape::Scope scope(parts_.tape, text("cross{}", i + 1));
        stream = attended(AttentionKind::cross, i, stream, memory);
      }
      const Tape::Scope scope(parts_.tape, text("decoder{}", i + 1));
      stream = parts_.add_mlp(stream, layout_.layer(AttentionKind::decoder, i));
    }
    const StepIndex last = normed({"decoder.normed"}, stream, layout_.decoder());
    parts_.tape.next_stage();
    const StepIndex turned = parts_.tape.transpose({"decoder.table_t"}, table, -2, -1);
    out.logits = parts_.tape.matmul({"logits"}, last, turned, parts_.tape.axes(last));
  }

  ComposedTranslator out;

 private:
  StepIndex embedded(const std::vector<Index>& words, const std::vector<Index>& positions) {
    out.source_words = parts_.looked_up({"encoder.embedding"}, layout_.encoder().embedding, words);
    out.source_positions = parts_.looked_up({"encoder.positions"}, layout_.encoder().positions, positions);
    return added({"encoder.x"}, out.source_words, out.source_positions);
  }

  struct Read {
    StepIndex table, x;
  };
  /// The whole embedding of the decoder, which is its output matrix, too, and the rows of the words.
  Read read(const std::vector<Index>& words, const std::vector<Index>& positions) {
    const StepIndex table =
        parts_.looked_up({"decoder.table"}, layout_.decoder().embedding, counted(config_.target_words));
    out.target_words = parts_.selected({"decoder.embedding"}, table, words);
    out.target_positions = parts_.looked_up({"decoder.positions"}, layout_.decoder().positions, positions);
    return {table, added({"decoder.x"}, out.target_words, out.target_positions)};
  }

  StepIndex added(At at, StepIndex a, StepIndex b) {
    parts_.tape.next_stage();
    return parts_.tape.add(at, a, b);
  }

  StepIndex normed(At at, StepIndex stream, const TranslatorLayout::Side& side) {
    return parts_.normed(at, stream, side.norm_gain, side.norm_shift);
  }

  /// stream + attention(norm(stream), source). Self-attention reads keys and values from the norm, too.
  StepIndex attended(AttentionKind kind, Index layer, StepIndex stream, StepIndex source) {
    const LayerPlaces& at = layout_.layer(kind, layer);
    const StepIndex query = parts_.normed({"normed"}, stream, at.norm_gain, at.norm_shift);
    const StepIndex keys = source == stream ? query : source;
    out.queries[kind].push_back(query);
    out.sources[kind].push_back(keys);
    return added({"middle"}, stream, form_.attention(parts_, kind, layer, query, keys, out));
  }

  Parts parts_;
  const TranslatorConfig& config_;
  const TranslatorLayout& layout_;
  AttentionForm& form_;
};

/// Attention over segments, for a batch.
class OfBatch final : public AttentionForm {
 public:
  OfBatch(const TranslatorConfig& config, const TranslatorLayout& layout, const TranslatorBatch& batch)
      : config_(config), layout_(layout), batch_(batch) {}

  StepIndex attention(const Parts& parts, AttentionKind kind, Index layer, StepIndex query, StepIndex source,
                      ComposedTranslator& out) override {
    const SegmentAttention attended =
        attend_segments(parts, query, source, layout_.layer(kind, layer),
                        {.heads = config_.num_heads, .most = kMostWords, .places = &batch_.places(kind)});
    out.weights[kind].push_back(attended.weights);
    out.contexts[kind].push_back(attended.context);
    return attended.output;
  }

 private:
  const TranslatorConfig& config_;
  const TranslatorLayout& layout_;
  const TranslatorBatch& batch_;
};

/// attend(), for one sentence. With a cache, the decoder's keys and values of the words before come from
/// there, and those of all words go there.
class OfSentence final : public AttentionForm {
 public:
  OfSentence(const TranslatorConfig& config, const TranslatorLayout& layout, const HeadFactors& factors,
             std::vector<KeyValues>* cache = nullptr)
      : config_(config), layout_(layout), factors_(factors), cache_(cache) {}

  StepIndex attention(const Parts& parts, AttentionKind kind, Index layer, StepIndex query, StepIndex source,
                      ComposedTranslator& out) override {
    const Layer made = attention_of(layout_, parts.parameters, layout_.layer(kind, layer),
                                    {.d_model = config_.d_model, .num_heads = config_.num_heads});
    const bool decodes = kind == AttentionKind::decoder;
    KeyValues* const kept = cache_ && decodes ? &(*cache_)[static_cast<std::size_t>(layer)] : nullptr;
    ForwardArgs args{.causal = decodes, .head_scale = factors_.of(kind, layer, config_.num_heads)};
    if (kept) args.past = *kept;
    const Attended attended = attend(parts.tape, {query, source, source}, made, std::move(args));
    if (kept) *kept = {parts.tape[attended.keys], parts.tape[attended.values]};
    out.weights[kind].push_back(attended.weights);
    return attended.output;
  }

 private:
  const TranslatorConfig& config_;
  const TranslatorLayout& layout_;
  const HeadFactors& factors_;
  std::vector<KeyValues>* cache_;
};

}  // namespace

ComposedTranslator compose(Tape& tape, const TranslatorConfig& config, const TranslatorLayout& layout,
                           const Tensor& parameters, const TranslatorBatch& batch) {
  OfBatch form(config, layout, batch);
  Composition composition(tape, config, layout, parameters, form);
  const StepIndex memory = composition.encode(batch.source.words, batch.source.positions);
  composition.decode(memory, batch.target.words, batch.target.positions);
  ComposedTranslator& out = composition.out;
  tape.next_stage();
  out.loss = tape.apply({"loss"}, op::cross_entropy, {out.logits}, {Axis::B}, {.indices = &batch.answers});
  return out;
}

ComposedTranslator compose(Tape& tape, const TranslatorConfig& config, const TranslatorLayout& layout,
                           const Tensor& parameters, const Sentence& source, const Sentence& read,
                           const HeadFactors& factors) {
  OfSentence form(config, layout, factors);
  Composition composition(tape, config, layout, parameters, form);
  const StepIndex memory = composition.encode(source, counted(static_cast<Index>(source.size())));
  composition.decode(memory, read, counted(static_cast<Index>(read.size())));
  return composition.out;
}

Decoding::Decoding(const TranslatorConfig& config, const TranslatorLayout& layout, const Tensor& parameters,
                   const Sentence& source, const HeadFactors& factors)
    : config_(config),
      layout_(layout),
      parameters_(parameters),
      factors_(factors),
      cache_(static_cast<std::size_t>(config.layers)) {
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  OfSentence form(config_, layout_, factors_);
  Composition composition(tape, config_, layout_, parameters_, form);
  memory_ = tape[composition.encode(source, counted(static_cast<Index>(source.size())))];
}

Tensor Decoding::read(Index word) {
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  OfSentence form(config_, layout_, factors_, &cache_);
  Composition composition(tape, config_, layout_, parameters_, form);
  const StepIndex memory = tape.input({"memory"}, memory_, {Axis::B, Axis::T, Axis::d_model});
  composition.decode(memory, {word}, {position_++});
  return tape[composition.out.logits];
}

}  // namespace mha
