#pragma once

#include <string_view>
#include <vector>

#include "../base/rng.hpp"
#include "translator_tape.hpp"

namespace mha {

/// The results of a translator on held-out sentences.
struct TranslatorEvaluation {
  /// The results for French words of one part of speech. Shares are NaN without such words.
  struct Part {
    std::string_view name;
    Index words = 0;
    double meaning = 0;  // share of words with the right lemma
    double form = 0;     // share of these whose form is right, too
    /// (layers, H): share of words whose strongest cross-attention is on the English word that they
    /// translate; and on the noun that determines their form, of those that have one.
    Tensor source, agrees;
  };

  Index sentences = 0;
  double right = 0;         // share of sentences without a mistake
  double loss = 0;          // mean cross-entropy of a word, in nats
  std::vector<Part> parts;  // in the order of kSpeechParts
  /// (layers, H): share of adjectives, nouns and verbs whose strongest cross-attention is on the English word
  /// that they translate.
  Tensor content;
  /// (layers, H): share of English determiners whose strongest attention in the encoder is on their noun.
  Tensor determiners;
};

/// Counts over the French words of evaluated sentences. A later call can continue them.
class TranslatorTally {
 public:
  TranslatorTally(const TranslatorConfig& of, const HeadFactors& without, const Rng& from);

  /// Whether counting up to this many sentences can continue from here: all batches so far are complete, and
  /// the factors are the same.
  bool goes_on(Index to, const HeadFactors& without, Index batch) const;
  /// Counts the last batch of a tape. `truths`: the French words of each sentence; `loss`: mean of a word.
  void add(const TranslationTask& task, const TranslatorTape& tape, const TranslatorBatch& batch,
           const std::vector<std::vector<TargetWord>>& truths, double loss);
  TranslatorEvaluation evaluation() const;

  Rng rng;  // draws the next sentences
  Index sentences = 0;

 private:
  /// Counts of hits, (layers, H), and of tries.
  struct Hits {
    Index tries = 0;
    std::vector<Index> hits;
  };
  struct Part {
    Hits source, agrees;
    Index words = 0, meaning = 0, right = 0;
  };

  bool add(const TranslationTask& task, const TranslatorTape& tape, const TargetWord& truth, Index row,
           Index first);
  void count(const TranslatorTape& tape, AttentionKind kind, Index query, Index key, Hits& to) const;
  Tensor shares(const Hits& of) const;

  TranslatorConfig config_;
  HeadFactors factors_;
  std::vector<Part> parts_;  // in the order of kSpeechParts
  Hits content_, determiners_;
  Index right_ = 0, words_ = 0;  // sentences without a mistake; words of all sentences
  double loss_ = 0;
};

}  // namespace mha
