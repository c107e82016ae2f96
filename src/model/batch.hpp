#pragma once

#include <vector>

#include "model_config.hpp"

namespace mha {

/// One query: its row among the words of all sentences, the index of its sentence, its position in the
/// sentence, and the index of its blank (-1 for none).
struct QueryRow {
  Index row = 0, sentence = 0, position = 0, blank = -1;
};

/// Sentences stored one after another, without padding.
struct Batch {
  /// The queries of a layer. `rows` and `places` hold the same facts in the form that operations take.
  struct Queries {
    std::vector<QueryRow> all;
    std::vector<Index> rows;    // the row of each query
    std::vector<Index> places;  // as Segments::places (kernel/segments.hpp)
  };

  std::vector<Index> words;         // of all sentences
  std::vector<Index> positions;     // of each word in its sentence
  std::vector<Index> starts = {0};  // first row of each sentence, then the end of the last
  Queries word_queries, blank_queries;
  std::vector<Blank> blanks;
  std::vector<Index> answers;  // of the blanks

  void clear();
  /// Reserves memory for this many sentences of any length.
  void reserve(Index sentences);
  /// Adds a sentence, with its blanks by the rules of the task. Error "config" for a word that the task does
  /// not know.
  void add(const Task& task, std::span<const Index> sentence);
  /// Adds a sentence with these blanks. Error "config" for a blank at a position that the sentence does not
  /// have.
  void add(std::span<const Index> sentence, std::span<const Blank> its_blanks);

  /// The queries of a layer whose output is used.
  const Queries& queries(const ModelConfig& config, Index layer) const {
    return config.reads_blanks_only(layer) ? blank_queries : word_queries;
  }
  Index sentences() const { return static_cast<Index>(starts.size()) - 1; }
  Index words_of(Index sentence) const {
    const auto at = static_cast<std::size_t>(sentence);
    return starts[at + 1] - starts[at];
  }

 private:
  void add_rows(std::span<const Index> sentence, std::size_t first_blank);
};

/// Error "config" unless each word is one of a vocabulary of `known` words.
void check_words(std::span<const Index> words, Index known);
/// Error "config" for a word or an answer that the model does not have; "shape" for a sentence of more than
/// kMostTokens words, for no blank, or for more sentences or blanks than a tape of so many sentences has room
/// for.
void check(const Batch& batch, const ModelConfig& config, Index sentences);

/// The word that a cut hides from the query of a blank, in every head of a layer.
enum class CutTo { noun, tells, position };
inline constexpr std::array kCutTos = {NamedValue{CutTo::noun, "noun"}, NamedValue{CutTo::tells, "tells"},
                                       NamedValue{CutTo::position, "position"}};
static_assert(is_in_order(kCutTos) && kCutTos.back() == CutTo::position);
struct Cut {
  Index layer = 0;
  int kind = 0;  // of the blanks
  CutTo to = CutTo::noun;
  Index position = 0;

  bool operator==(const Cut&) const = default;
  bool hides(Index in_layer, const Blank& blank, Index key) const;
};

/// Removed parts of a model, for one evaluation or prediction.
struct Removal {
  std::vector<float> head_scale;  // (layers, H), or empty
  std::vector<Cut> cuts;

  bool operator==(const Removal&) const = default;
  bool hides(Index layer, const Blank& blank, Index key) const;
  /// The factors of a layer's heads; empty if no head is scaled. Error "shape" for another number of factors
  /// than the model has heads.
  std::vector<float> head_scale_of(const ModelConfig& config, Index layer) const;
};

}  // namespace mha
