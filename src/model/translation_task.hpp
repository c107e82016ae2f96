#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../base/named_value.hpp"
#include "../base/rng.hpp"
#include "task.hpp"
#include "vocabulary.hpp"

namespace mha {

/// Largest number of words of a sentence in one language, with its end.
inline constexpr Index kMostWords = 16;

/// Parts of speech of French words.
enum class SpeechPart { determiner, adjective, noun, verb, pronoun, negation, end };
inline constexpr std::array kSpeechParts = {NamedValue{SpeechPart::determiner, "determiner"},
                                            NamedValue{SpeechPart::adjective, "adjective"},
                                            NamedValue{SpeechPart::noun, "noun"},
                                            NamedValue{SpeechPart::verb, "verb"},
                                            NamedValue{SpeechPart::pronoun, "pronoun"},
                                            NamedValue{SpeechPart::negation, "negation"},
                                            NamedValue{SpeechPart::end, "end"}};
static_assert(is_in_order(kSpeechParts) && kSpeechParts.back() == SpeechPart::end);

/// A French word, and the English words that it comes from, as positions in the English sentence.
struct TargetWord {
  Index word = 0;
  SpeechPart part = SpeechPart::end;
  Index source = 0;   // the word that it translates; for "ne" and "pas", the word "not"
  Index agrees = -1;  // the noun that determines its form, or -1

  bool operator==(const TargetWord&) const = default;
  bool is_content() const {
    return part == SpeechPart::adjective || part == SpeechPart::noun || part == SpeechPart::verb;
  }
};

/// An English sentence and its translation. Both end with the end.
struct SentencePair {
  Sentence source;
  std::vector<TargetWord> target;
};

/// A small grammar of English and French (translation_words.hpp). A sentence has a subject and a verb, and an
/// object, an object pronoun or neither. A noun phrase is a determiner, up to two adjectives and a noun.
/// Thread safety: a task never changes, so threads may use one at the same time.
class TranslationTask {
 public:
  TranslationTask();

  const Vocabulary& source() const { return source_; }
  const Vocabulary& target() const { return target_; }
  Index source_end() const { return 0; }
  Index target_start() const { return 0; }
  Index target_end() const { return 1; }
  /// The dictionary form of a French word, as an index of the vocabulary: "le" for "l'".
  Index lemma(Index target) const { return lemmas_[static_cast<std::size_t>(target)]; }

  /// Draws a sentence. Held-out sentences are never drawn for training. Allocates nothing if `pair` has had
  /// the capacity of kMostWords before.
  void draw(Rng& rng, bool held_out, SentencePair& pair) const;
  /// The translation of a sentence, which ends with the end; nothing if the grammar does not have the
  /// sentence.
  std::optional<SentencePair> translate(std::span<const Index> source) const;
  /// Converts the words of a reader to a sentence, and adds the end. Ignores case and final punctuation, and
  /// joins "looks for". Error "shape" for no words, or more than kMostWords - 1; "config" for unknown words.
  Sentence read(std::span<const std::string> words) const;

 private:
  struct NounPhrase {
    Index determiner = 0, noun = 0;
    Index before = -1, after = -1;  // adjectives by their places in French, or -1
    bool plural = false;
  };
  struct Clause {
    NounPhrase subject;
    bool negated = false;
    Index verb = 0, pronoun = -1;
    std::optional<NounPhrase> object;
  };
  class Parser;
  class Writer;

  Clause draw(Rng& rng) const;
  NounPhrase draw_noun_phrase(Rng& rng) const;
  void write(const Clause& clause, SentencePair& pair) const;
  bool is_held_out(std::span<const Index> source) const;

  /// The indices of the words of the tables, in the same order.
  struct Noun {
    std::array<Index, 2> english, french;  // singular and plural
    bool feminine, vowel;
  };
  struct Determiner {
    std::array<Index, 2> english;
    std::array<Index, 4> french;
    std::array<Index, 2> vowel;
  };
  struct Adjective {
    Index english;
    std::array<Index, 4> french;
    bool before;
  };
  struct Pronoun {
    Index english, french, vowel;
  };
  struct Verb {
    std::array<Index, 2> english, french;
    bool transitive, vowel;
  };

  Vocabulary source_, target_;
  std::vector<Index> lemmas_;
  std::vector<Noun> nouns_;
  std::vector<Determiner> determiners_;
  std::vector<Adjective> adjectives_;
  std::vector<Pronoun> pronouns_;
  std::vector<Verb> verbs_;
  std::vector<Index> adjectives_before_, adjectives_after_, transitive_, intransitive_;
  Index do_ = 0, does_ = 0, not_ = 0, ne_ = 0, n_ = 0, pas_ = 0;
};

}  // namespace mha
