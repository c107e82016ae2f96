#include "translator_tape.hpp"

#include "../kernel/rows.hpp"

namespace mha {
namespace {

/// A batch of this many pairs of sentences with the same number of words.
TranslatorBatch batch_of(Index sentences, Index words) {
  TranslatorBatch batch;
  const auto count = static_cast<std::size_t>(words);
  const SentencePair pair{Sentence(count, 0), std::vector<TargetWord>(count)};
  for (Index i = 0; i < sentences; ++i) batch.add(pair, 0);
  return batch;
}

}  // namespace

TranslatorTape::TranslatorTape(const TranslatorConfig& config, const TranslatorLayout& layout,
                               const Tensor& parameters, Index sentences)
    : config_(config), sentences_(sentences), layout_(layout), parameters_(parameters), replay_(record()) {
  // Trains once on the largest batch, so that later batches need no more memory.
  forward(batch_of(sentences, kMostWords));
  Tensor gradients = Tensor::zeros({layout_.elements()});
  backward(gradients);
  replay_.clear();
}

std::vector<Step> TranslatorTape::record() {
  std::vector<Step> steps;
  Tape tape(steps);
  composed_ = compose(tape, config_, layout_, parameters_, batch_of(1, 1));
  return steps;
}

void TranslatorTape::set(const TranslatorBatch& batch, const HeadFactors& factors) {
  const auto attributes = [&](StepIndex step) -> Attributes& { return replay_.steps()[step].attributes; };
  attributes(composed_.source_words).indices = batch.source.words;
  attributes(composed_.source_positions).indices = batch.source.positions;
  attributes(composed_.target_words).indices = batch.target.words;
  attributes(composed_.target_positions).indices = batch.target.positions;
  attributes(composed_.loss).indices = batch.answers;
  for (AttentionKind kind : kAttentionKinds) {
    for (Index layer = 0; layer < config_.layers; ++layer) {
      const auto at = static_cast<std::size_t>(layer);
      Attributes &weights = attributes(composed_.weights[kind][at]),
                 &context = attributes(composed_.contexts[kind][at]);
      weights.indices = context.indices = batch.places(kind);
      context.factors = factors.of(kind, layer, config_.num_heads);
    }
  }
}

double TranslatorTape::forward(const TranslatorBatch& batch, const HeadFactors& factors) {
  check(batch, config_, sentences_);
  check(factors, config_);
  set(batch, factors);
  replay_.forward();
  return static_cast<double>(*output(composed_.loss).data());
}

void TranslatorTape::backward(Tensor& gradients) {
  fill_row(gradients.data(), narrow(gradients.elements()), 0.0f);
  replay_.backward(composed_.loss, gradients);
}

}  // namespace mha
