#pragma once

#include <cstdint>
#include <vector>

#include "../base/named_value.hpp"
#include "../tensor/tensor.hpp"

namespace mha {

/// Measures of a head in one sentence. Weights are means over the queries that have such keys. The first
/// token is a key of `first`, `same`, `small_values`, and of the measures of whole rows only, because heads
/// rest on it; it is no query if the model is causal.
enum class SentenceMeasure {
  previous,        // the token before
  first,           // the first token, from any other
  same,            // the query itself
  next,            // the next token; a causal model has none
  two_before,      // the token two before
  same_word,       // earlier tokens of the query's word
  same_piece,      // other tokens with the query's piece; earlier ones in a causal model
  induction,       // the token after an earlier token with the query's piece
  induction_pair,  // the same, if the token before it has the piece of the token before the query, too
  separators,      // tokens of TokenKind::separator that the query may see, with itself
  colons,          // the same for the other kinds
  sentence_start,  // the first token of the query's sentence, from later ones
  last_noun,       // tokens of the last word before the query's word that has TokenKind::noun
  mask,
  entropy,       // -sum_j a_ij ln a_ij, in nats
  distance,      // sum_j a_ij |i - j|, in tokens
  far,           // weight on keys at a distance beyond kFar
  small_values,  // weight on keys whose value vector has less than kSmall of the mean norm in the sentence
  value_norm,    // sum_j a_ij |v_j|, over the mean norm: 1 for equal norms
  function_words,
};
inline constexpr Index kFar = 10;
inline constexpr double kSmall = 0.5;
inline constexpr std::array kSentenceMeasures = {
    NamedValue{SentenceMeasure::previous, "previous"},
    NamedValue{SentenceMeasure::first, "first"},
    NamedValue{SentenceMeasure::same, "same"},
    NamedValue{SentenceMeasure::next, "next"},
    NamedValue{SentenceMeasure::two_before, "twoBefore"},
    NamedValue{SentenceMeasure::same_word, "sameWord"},
    NamedValue{SentenceMeasure::same_piece, "samePiece"},
    NamedValue{SentenceMeasure::induction, "induction"},
    NamedValue{SentenceMeasure::induction_pair, "inductionPair"},
    NamedValue{SentenceMeasure::separators, "separators"},
    NamedValue{SentenceMeasure::colons, "colons"},
    NamedValue{SentenceMeasure::sentence_start, "sentenceStart"},
    NamedValue{SentenceMeasure::last_noun, "lastNoun"},
    NamedValue{SentenceMeasure::mask, "mask"},
    NamedValue{SentenceMeasure::entropy, "entropy"},
    NamedValue{SentenceMeasure::distance, "distance"},
    NamedValue{SentenceMeasure::far, "far"},
    NamedValue{SentenceMeasure::small_values, "smallValues"},
    NamedValue{SentenceMeasure::value_norm, "valueNorm"},
    NamedValue{SentenceMeasure::function_words, "functionWords"},
};
static_assert(is_in_order(kSentenceMeasures) && kSentenceMeasures.back() == SentenceMeasure::function_words);

/// What a token is; a token has the sum of its kinds.
enum class TokenKind : std::uint8_t { separator = 1, colon = 2, noun = 4, mask = 8, function_word = 16 };

/// What is known of the tokens of a sentence; the first four have a number for each token.
struct SentenceTokens {
  std::vector<Index> pieces;     // equal for equal pieces
  std::vector<Index> words;      // ascending: the word that a token belongs to
  std::vector<Index> sentences;  // ascending: the sentence of the text
  std::vector<Index> kinds;      // sums of TokenKind
  bool is_causal = true;
};

/// The keys that measures name in a sentence; they are the same for all heads.
class SentenceKeys {
 public:
  /// Error "shape" unless each token has all four numbers.
  explicit SentenceKeys(SentenceTokens tokens);

  Index tokens() const { return static_cast<Index>(tokens_.pieces.size()); }

  /// Measures of each head, (H, kSentenceMeasures); NaN where no query has such keys. `attention`: (H, T, T);
  /// `values`: (H_kv, T, d_v), or no tensor. Queries that attend to no key do not count. Error "shape" if
  /// sizes do not fit.
  Tensor measure(const Tensor& attention, const Tensor& values = {}) const;

 private:
  struct Named {
    SentenceMeasure measure;
    Index query;
    std::vector<Index> keys;  // not empty
  };

  void name(SentenceMeasure measure, Index query, std::vector<Index> keys);
  void name_places(Index query);
  void name_pieces(Index query);
  void name_words(Index query);
  void name_kinds(Index query);
  Index last_key(Index query) const { return tokens_.is_causal ? query : tokens() - 1; }

  SentenceTokens tokens_;
  std::vector<Named> named_;  // in the order of queries
};

/// The key with the largest weight of each query, (H, T); the first of equal ones.
Tensor strongest_keys(const Tensor& attention);

}  // namespace mha
