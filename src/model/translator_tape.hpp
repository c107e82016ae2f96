#pragma once

#include "../tape/replay.hpp"
#include "translator_composition.hpp"

namespace mha {

/// A translator on a tape that the kernels recompute for each batch.
/// Thread safety: each thread needs an object of its own.
class TranslatorTape {
 public:
  /// For batches of at most this many sentences. The layout must outlive the tape. The values of the
  /// parameters may change between passes.
  TranslatorTape(const TranslatorConfig& config, const TranslatorLayout& layout, const Tensor& parameters,
                 Index sentences);
  TranslatorTape(const TranslatorTape&) = delete;  // copies would share the parameters
  TranslatorTape& operator=(const TranslatorTape&) = delete;

  /// The mean cross-entropy of all French words, in nats. Errors as of check() in translator_batch.hpp.
  double forward(const TranslatorBatch& batch, const HeadFactors& factors = {});
  /// After a forward() without factors: writes the gradients of the loss with respect to all parameters, in
  /// the order of the layout.
  void backward(Tensor& gradients);

  /// Of the last batch: the logits of each French word, (1, words, vocabulary), and the weights of a layer,
  /// (1, words, H, kMostWords), by position of the key in its sentence.
  const Tensor& logits() const { return output(composed_.logits); }
  const Tensor& weights(AttentionKind kind, Index layer) const {
    return output(composed_.weights[kind][static_cast<std::size_t>(layer)]);
  }

 private:
  /// The steps for a small batch.
  std::vector<Step> record();
  void set(const TranslatorBatch& batch, const HeadFactors& factors);
  const Tensor& output(StepIndex step) const { return replay_.steps()[step].output; }

  TranslatorConfig config_;
  Index sentences_;  // at most, in a batch
  const TranslatorLayout& layout_;
  Tensor parameters_;
  ComposedTranslator composed_;
  Replay replay_;
};

}  // namespace mha
