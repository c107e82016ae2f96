#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "learner.hpp"
#include "translator_tally.hpp"

namespace mha {

/// A translation by a translator.
struct Translation {
  Sentence source;                         // with the end
  Sentence words;                          // with the end, unless the translation is cut at kMostWords
  std::vector<float> probabilities;        // of the words
  OfKinds<std::vector<Tensor>> attention;  // of each layer, (1, H, T_q, T_k); the decoder's queries predict
                                           // the words
};

/// An encoder and a decoder that learn to translate. Thread safety: training and evaluation use one
/// workspace, so one thread at a time may use a translator.
class Translator final : public Learner {
 public:
  Translator(std::shared_ptr<const TranslationTask> task, const TranslatorConfig& config,
             const TrainingConfig& training, std::uint64_t seed);

  const TranslationTask& task() const { return *task_; }
  const TranslatorConfig& config() const { return config_; }
  const TranslatorLayout& layout() const { return static_cast<const TranslatorLayout&>(table()); }

  /// Takes one step on a batch, and returns the loss before the step. Errors as of check() in
  /// translator_batch.hpp, for TrainingConfig::batch sentences.
  double train_on(const TranslatorBatch& batch);

  /// Evaluates the model on this many held-out sentences, which are the same for every model. A later call
  /// for more sentences, with the same factors and no training in between, continues the count.
  TranslatorEvaluation evaluate(Index sentences, const HeadFactors& factors = {});
  /// Translates a sentence, which ends with the end, by the likeliest word at each place.
  Translation translate(const Sentence& source, const HeadFactors& factors = {}) const;
  /// The steps of a translation: the encoder, and the decoder for all words of the translation at once. The
  /// ids of a layer's steps begin with "encoder1.", "decoder1." or "cross1.".
  std::vector<Step> trace(const Sentence& source, const HeadFactors& factors = {}) const;

  /// layer() returns the attention of one layer, counted from 0. inputs() returns the input of that layer for
  /// a translation: query (1, T_q, d_model), key and value (1, T_k, d_model), and whether it is causal. Error
  /// "config" if the layer does not exist.
  Layer layer(AttentionKind kind, Index layer) const;
  ForwardArgs inputs(const Sentence& source, AttentionKind kind, Index layer) const;

 private:
  TranslatorTape& tape();
  double train_on_drawn(Rng& rng) override;
  void forget() override { tally_.reset(); }
  void draw(Rng& rng, bool held_out);
  void check(const Sentence& source, const HeadFactors& factors) const;
  void check(Index layer) const;
  /// The likeliest words, and their probabilities.
  void decode(Translation& translation, const HeadFactors& factors) const;
  /// Puts the steps of a translation on a tape.
  ComposedTranslator composed(Tape& tape, const Translation& translation, const HeadFactors& factors) const;

  std::shared_ptr<const TranslationTask> task_;
  TranslatorConfig config_;
  std::unique_ptr<TranslatorTape> tape_;  // empty before the first use
  std::optional<TranslatorTally> tally_;  // empty after the parameters have changed
  TranslatorBatch batch_;
  SentencePair drawn_;
};

}  // namespace mha
