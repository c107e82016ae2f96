#pragma once

#include <span>
#include <vector>

#include "translator_config.hpp"

namespace mha {

/// Pairs of sentences. The words of all English sentences are stored one after another, without padding, and
/// so are the words of all French sentences. Each French word is predicted from the words before it, so the
/// decoder reads the start and all French words but the last.
struct TranslatorBatch {
  /// Rows of one language. `places`: what its self-attention sees, as Segments::places (kernel/segments.hpp).
  struct Rows {
    std::vector<Index> words, positions, places;
    std::vector<Index> starts = {0};  // first row of each sentence, then the end of the last
  };

  Rows source, target;
  std::vector<Index> cross_places;  // what each row of the target sees of the source
  std::vector<Index> answers;       // the word that each row of the target predicts

  Index sentences() const { return static_cast<Index>(source.starts.size()) - 1; }
  /// What the queries of a kind of attention see.
  const std::vector<Index>& places(AttentionKind kind) const;
  void clear();
  /// Reserves memory for this many sentences of any length.
  void reserve(Index sentences);
  /// Adds a pair of sentences. The decoder reads the word `start` first.
  void add(const SentencePair& pair, Index start);
};

/// Throws an error "config" if the model lacks a word; "shape" if the batch has no sentence, more than
/// `sentences` of them, an empty one, or one of more than kMostWords words.
void check(const TranslatorBatch& batch, const TranslatorConfig& config, Index sentences);

}  // namespace mha
