#pragma once

#include "../layer/attention.hpp"
#include "translator_batch.hpp"

namespace mha {

/// The steps of an encoder and a decoder on a tape.
struct ComposedTranslator {
  StepIndex source_words = 0, source_positions = 0, target_words = 0, target_positions = 0;
  OfKinds<std::vector<StepIndex>> queries, sources;   // of each layer: the input of queries, and that of keys
                                                      // and values
  OfKinds<std::vector<StepIndex>> weights, contexts;  // of each layer; contexts only for a batch
  StepIndex memory = 0;                               // the encoder's output
  StepIndex logits = 0, loss = 0;                     // loss only for a batch
};

/// The model of a batch, with the mean cross-entropy of its answers. Queries attend to the keys of their own
/// sentence, so that no padding is needed.
ComposedTranslator compose(Tape& tape, const TranslatorConfig& config, const TranslatorLayout& layout,
                           const Tensor& parameters, const TranslatorBatch& batch);

/// The model of one sentence, by attend(), up to the logits of all words that the decoder reads.
ComposedTranslator compose(Tape& tape, const TranslatorConfig& config, const TranslatorLayout& layout,
                           const Tensor& parameters, const Sentence& source, const Sentence& read,
                           const HeadFactors& factors = {});

/// Translates word by word. The keys and values of the words before are kept. All arguments but the source
/// must outlive the object.
class Decoding {
 public:
  Decoding(const TranslatorConfig& config, const TranslatorLayout& layout, const Tensor& parameters,
           const Sentence& source, const HeadFactors& factors);

  /// The decoder reads the next word. Returns the logits of the word after it, (1, 1, words).
  Tensor read(Index word);

 private:
  const TranslatorConfig& config_;
  const TranslatorLayout& layout_;
  const Tensor& parameters_;
  const HeadFactors& factors_;
  Tensor memory_;                 // (1, T_k, d_model)
  std::vector<KeyValues> cache_;  // of each layer of the decoder
  Index position_ = 0;
};

}  // namespace mha
