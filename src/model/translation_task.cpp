#include "translation_task.hpp"

#include <algorithm>

#include "translation_words.hpp"

namespace mha {
namespace {

constexpr std::string_view kEnd = "<end>", kStart = "<start>";

bool begins_with_vowel(std::string_view word) {
  constexpr std::array<std::string_view, 6> kVowels = {"a", "e", "é", "i", "o", "u"};
  return std::ranges::any_of(kVowels, [&](std::string_view vowel) { return word.starts_with(vowel); });
}

/// The place of a word in a list, to which it is added if it is new.
Index placed(std::vector<std::string>& words, std::string_view word) {
  const auto known = std::ranges::find(words, word);
  if (known == words.end()) {
    words.emplace_back(word);
    return static_cast<Index>(words.size()) - 1;
  }
  return known - words.begin();
}

Index below(Rng& rng, Index count) {
  return static_cast<Index>(rng.uniform() * static_cast<double>(count));
}

template <class T>
Index one_of(Rng& rng, const std::vector<T>& rows) {
  return below(rng, static_cast<Index>(rows.size()));
}

/// The row of a table, by its index.
template <class T>
const T& at(const std::vector<T>& rows, Index index) {
  return rows[static_cast<std::size_t>(index)];
}

/// The place of a form by gender and number, as in Forms.
std::size_t form(bool feminine, bool plural) {
  return (feminine ? 1u : 0u) + (plural ? 2u : 0u);
}

}  // namespace

TranslationTask::TranslationTask() {
  std::vector<std::string> english = {std::string(kEnd)}, french = {std::string(kStart), std::string(kEnd)};
  lemmas_ = {0, 1};
  const auto add_english = [&](std::string_view word) { return placed(english, word); };
  // All forms of a row have the lemma of the first.
  const auto add_french = [&](std::string_view word, Index lemma = -1) {
    const Index index = placed(french, word);
    if (index == static_cast<Index>(lemmas_.size())) lemmas_.push_back(lemma < 0 ? index : lemma);
    return index;
  };
  const auto add_forms = [&](const Forms& forms) {
    std::array<Index, 4> indices{};
    for (std::size_t i = 0; i < 4; ++i) indices[i] = add_french(forms[i], i == 0 ? -1 : indices[0]);
    return indices;
  };
  for (const DeterminerWords& row : kDeterminerWords) {
    const std::array<Index, 4> forms = add_forms(row.french);
    determiners_.push_back({{add_english(row.english), add_english(row.english_plural)},
                            forms,
                            {add_french(row.vowel[0], forms[0]), add_french(row.vowel[1], forms[0])}});
  }
  for (const PronounWords& row : kPronounWords)
    pronouns_.push_back({add_english(row.english), add_french(row.french), add_french(row.vowel)});
  do_ = add_english("do");
  does_ = add_english("does");
  not_ = add_english("not");
  ne_ = add_french("ne");
  n_ = add_french("n'", ne_);
  pas_ = add_french("pas");
  for (const AdjectiveWords& row : kAdjectiveWords) {
    (row.before ? adjectives_before_ : adjectives_after_).push_back(static_cast<Index>(adjectives_.size()));
    adjectives_.push_back({add_english(row.english), add_forms(row.french), row.before});
  }
  for (const NounWords& row : kNounWords) {
    const Index singular = add_french(row.french);
    nouns_.push_back({{add_english(row.english), add_english(row.english_plural)},
                      {singular, add_french(row.french_plural, singular)},
                      row.feminine,
                      begins_with_vowel(row.french)});
  }
  for (const VerbWords& row : kVerbWords) {
    (row.transitive ? transitive_ : intransitive_).push_back(static_cast<Index>(verbs_.size()));
    const Index singular = add_french(row.french);
    verbs_.push_back({{add_english(row.third), add_english(row.base)},
                      {singular, add_french(row.french_plural, singular)},
                      row.transitive,
                      begins_with_vowel(row.french)});
  }
  source_ = Vocabulary(std::move(english));
  target_ = Vocabulary(std::move(french));
}

/// Writes a sentence in both languages.
class TranslationTask::Writer {
 public:
  Writer(const TranslationTask& task, SentencePair& pair) : task_(task), pair_(pair) {
    pair.source.clear();
    pair.target.clear();
  }

  /// Returns the place of the English noun.
  Index add(const NounPhrase& phrase) {
    const Determiner& determiner = at(task_.determiners_, phrase.determiner);
    const Noun& noun = at(task_.nouns_, phrase.noun);
    const Index first = next(),
                place = first + 1 + (phrase.before >= 0 ? 1 : 0) + (phrase.after >= 0 ? 1 : 0);
    const std::size_t number = phrase.plural ? 1 : 0;
    const bool elides = !phrase.plural && phrase.before < 0 && noun.vowel;
    const std::size_t gender = noun.feminine ? 1 : 0;
    add_source(determiner.english[number]);
    if (phrase.before >= 0) add_source(at(task_.adjectives_, phrase.before).english);
    if (phrase.after >= 0) add_source(at(task_.adjectives_, phrase.after).english);
    add_source(noun.english[number]);
    const std::size_t of = form(noun.feminine, phrase.plural);
    add_target(elides ? determiner.vowel[gender] : determiner.french[of], SpeechPart::determiner, first,
               place);
    const auto add_adjective = [&](Index adjective, Index source) {
      add_target(at(task_.adjectives_, adjective).french[of], SpeechPart::adjective, source, place);
    };
    if (phrase.before >= 0) add_adjective(phrase.before, first + 1);
    add_target(noun.french[number], SpeechPart::noun, place, place);
    if (phrase.after >= 0) add_adjective(phrase.after, place - 1);
    return place;
  }

  void add(const Clause& clause) {
    const Index subject = add(clause.subject);
    const Verb& verb = at(task_.verbs_, clause.verb);
    const bool plural = clause.subject.plural;
    Index negation = -1;
    if (clause.negated) {
      add_source(plural ? task_.do_ : task_.does_);
      negation = next();
      add_source(task_.not_);
    }
    const Index verb_place = next();
    add_source(verb.english[plural || clause.negated ? 1 : 0]);
    const Index pronoun_place = next();
    if (clause.pronoun >= 0) add_source(at(task_.pronouns_, clause.pronoun).english);
    if (clause.negated) {
      const bool elides = clause.pronoun < 0 && verb.vowel;
      add_target(elides ? task_.n_ : task_.ne_, SpeechPart::negation, negation);
    }
    if (clause.pronoun >= 0) {
      const Pronoun& pronoun = at(task_.pronouns_, clause.pronoun);
      add_target(verb.vowel ? pronoun.vowel : pronoun.french, SpeechPart::pronoun, pronoun_place);
    }
    add_target(verb.french[plural ? 1 : 0], SpeechPart::verb, verb_place, subject);
    if (clause.negated) add_target(task_.pas_, SpeechPart::negation, negation);
    if (clause.object) add(*clause.object);
    add_target(task_.target_end(), SpeechPart::end, next());
    add_source(task_.source_end());
  }

 private:
  Index next() const { return static_cast<Index>(pair_.source.size()); }
  void add_source(Index word) { pair_.source.push_back(word); }
  void add_target(Index word, SpeechPart part, Index source, Index agrees = -1) {
    pair_.target.push_back({word, part, source, agrees});
  }

  const TranslationTask& task_;
  SentencePair& pair_;
};

void TranslationTask::write(const Clause& clause, SentencePair& pair) const {
  Writer(*this, pair).add(clause);
}

TranslationTask::NounPhrase TranslationTask::draw_noun_phrase(Rng& rng) const {
  NounPhrase phrase{.determiner = one_of(rng, determiners_), .noun = one_of(rng, nouns_)};
  phrase.plural = rng.uniform() < 0.4;
  if (rng.uniform() < 0.3) phrase.before = at(adjectives_before_, one_of(rng, adjectives_before_));
  if (rng.uniform() < 0.45) phrase.after = at(adjectives_after_, one_of(rng, adjectives_after_));
  return phrase;
}

TranslationTask::Clause TranslationTask::draw(Rng& rng) const {
  Clause clause{.subject = draw_noun_phrase(rng)};
  clause.negated = rng.uniform() < 0.3;
  if (rng.uniform() < 0.3) {
    clause.verb = at(intransitive_, one_of(rng, intransitive_));
    return clause;
  }
  clause.verb = at(transitive_, one_of(rng, transitive_));
  if (rng.uniform() < 0.3) {
    clause.pronoun = one_of(rng, pronouns_);
  } else {
    clause.object = draw_noun_phrase(rng);
  }
  return clause;
}

void TranslationTask::draw(Rng& rng, bool held_out, SentencePair& pair) const {
  do {
    write(draw(rng), pair);
  } while (is_held_out(pair.source) != held_out);
}

/// Whether a sentence is for evaluation only: the hash of its English words selects one in ten.
bool TranslationTask::is_held_out(std::span<const Index> source) const {
  std::uint64_t mixed = 0;
  for (Index word : source) mixed = Rng(mixed, hash(source_[word])).next();
  return mixed % 10 == 0;
}

/// Reads an English sentence of the grammar.
class TranslationTask::Parser {
 public:
  Parser(const TranslationTask& task, std::span<const Index> words) : task_(task), words_(words) {}

  std::optional<Clause> clause() {
    Clause clause;
    if (!read(clause.subject)) return std::nullopt;
    const bool plural = clause.subject.plural;
    if (read(plural ? task_.do_ : task_.does_)) {
      clause.negated = true;
      if (!read(task_.not_)) return std::nullopt;
    }
    const std::size_t form = plural || clause.negated ? 1 : 0;
    clause.verb = row_of(task_.verbs_, [&](const Verb& verb) { return verb.english[form]; });
    if (clause.verb < 0) return std::nullopt;
    if (at(task_.verbs_, clause.verb).transitive) {
      clause.pronoun = row_of(task_.pronouns_, [](const Pronoun& pronoun) { return pronoun.english; });
      if (clause.pronoun < 0) {
        NounPhrase object;
        if (!read(object)) return std::nullopt;
        clause.object = object;
      }
    }
    if (!read(task_.source_end()) || at_ != words_.size()) return std::nullopt;
    return clause;
  }

 private:
  bool read(Index word) {
    const bool is_next = at_ < words_.size() && words_[at_] == word;
    if (is_next) ++at_;
    return is_next;
  }

  /// The first row whose word is the next one, or -1.
  template <class T, class WordOf>
  Index row_of(const std::vector<T>& rows, WordOf word_of) {
    const auto row = std::ranges::find_if(rows, [&](const T& each) { return read(word_of(each)); });
    return row == rows.end() ? -1 : row - rows.begin();
  }

  /// One adjective of a kind; -1 if there is none.
  Index read_adjective(bool before) {
    return row_of(task_.adjectives_,
                  [&](const Adjective& row) { return row.before == before ? row.english : Index{-1}; });
  }

  bool read(NounPhrase& phrase) {
    const std::size_t start = at_;
    for (bool plural : {false, true}) {
      at_ = start;
      phrase.plural = plural;
      const std::size_t number = plural ? 1 : 0;
      phrase.determiner =
          row_of(task_.determiners_, [&](const Determiner& row) { return row.english[number]; });
      if (phrase.determiner < 0) continue;
      phrase.before = read_adjective(true);
      phrase.after = read_adjective(false);
      phrase.noun = row_of(task_.nouns_, [&](const Noun& row) { return row.english[number]; });
      if (phrase.noun >= 0) return true;
    }
    return false;
  }

  const TranslationTask& task_;
  std::span<const Index> words_;
  std::size_t at_ = 0;
};

std::optional<SentencePair> TranslationTask::translate(std::span<const Index> source) const {
  const std::optional<Clause> clause = Parser(*this, source).clause();
  if (!clause) return std::nullopt;
  SentencePair pair;
  write(*clause, pair);
  return pair;
}

Sentence TranslationTask::read(std::span<const std::string> words) const {
  Sentence sentence;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string word = plain_word(words[i]);
    if (word.empty()) continue;
    const std::string joined = i + 1 < words.size() ? word + '-' + plain_word(words[i + 1]) : word;
    if (source_.find(joined)) {
      if (joined != word) ++i;
      word = joined;
    }
    const Index index = source_.at(word);
    if (index != source_end()) sentence.push_back(index);
  }
  const auto count = static_cast<Index>(sentence.size());
  if (count == 0)
    fail(ErrorCode::shape, "no_words", "no words to read; expected 1 to {most}", kMostWords - 1);
  if (count >= kMostWords)
    fail(ErrorCode::shape, "too_many_words",
         "{words} words, as the model reads them, are more than the {most} that it has positions for", count,
         kMostWords - 1);
  sentence.push_back(source_end());
  return sentence;
}

}  // namespace mha
