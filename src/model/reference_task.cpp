#include <algorithm>

#include "reference_words.hpp"
#include "task.hpp"

namespace mha {
namespace {

constexpr int kThis = 0, kWas = 1, kIt = 2;  // kinds of blanks

/// Half of the sentences have the form: the N1 did not V the N2 because it was too ADJ. One noun is an
/// animal, and the adjective fits one of the two nouns. The other half: this/these N1 near this/these N2
/// was/were too ADJ.
class ReferenceTask final : public Task {
 public:
  explicit ReferenceTask(std::vector<Entry> entries)
      : Task(Vocabulary(words_of(entries))), entries_(std::move(entries)) {}

  std::span<const std::string_view> kinds() const override {
    static constexpr std::array<std::string_view, 3> kKinds = {"this", "was", "it"};
    return kKinds;
  }

  void draw(Rng& rng, bool held_out, Sentence& sentence) const override {
    Triple triple{};
    const bool asks_for_it = chance(rng, 2);
    do {
      triple = asks_for_it ? animal_and_other(rng) : any_two(rng);
    } while (is_held_out(triple) != held_out);
    sentence.clear();
    if (chance(rng, 2)) add_one_of(kBegin, rng, sentence);
    asks_for_it ? tell_of_it(triple, rng, sentence) : tell_of_number(triple, rng, sentence);
  }

  void find_blanks(std::span<const Index> sentence, std::vector<Blank>& blanks) const override {
    for (std::size_t at = 0; at < sentence.size(); ++at) {
      if (sentence[at] == it_) blanks.push_back(of_it(sentence, at));
      if (sentence[at] == demonstrative_) blanks.push_back(of_number(sentence, at, at + 1, kThis));
      if (sentence[at] == verb_) blanks.push_back(of_number(sentence, at, 0, kWas));
    }
  }

 private:
  struct Triple {
    Index first, second, adjective;
  };

  const Entry& operator[](Index word) const { return entries_[static_cast<std::size_t>(word)]; }
  static Index below(Rng& rng, Index count) {
    return static_cast<Index>(rng.uniform() * static_cast<double>(count));
  }
  static bool chance(Rng& rng, Index one_in) { return below(rng, one_in) == 0; }

  /// A random word that satisfies `fits`.
  template <class Fits>
  Index one_that(Rng& rng, Fits fits) const {
    Index count = 0;
    for (const Entry& entry : entries_) count += fits(entry) ? 1 : 0;
    Index rest = below(rng, count), word = 0;
    while (!fits((*this)[word]) || rest-- > 0) ++word;
    return word;
  }
  Index adjective_for(Rng& rng, Index noun) const {
    const Topic topic = (*this)[noun].topic;
    return one_that(rng, [&](const Entry& e) { return e.part == Part::adjective && e.topic == topic; });
  }

  Triple animal_and_other(Rng& rng) const {
    const auto singular = [](bool animal) {
      return
          [animal](const Entry& e) { return e.part == Part::noun && (e.topic == Topic::animal) == animal; };
    };
    const bool animal_first = chance(rng, 2);
    const Index first = one_that(rng, singular(animal_first));
    const Index second = one_that(rng, singular(!animal_first));
    return {first, second, adjective_for(rng, chance(rng, 2) ? first : second)};
  }

  Triple any_two(Rng& rng) const {
    const auto noun = [](const Entry& e) { return e.part == Part::noun || e.part == Part::plural; };
    const Index first = one_that(rng, noun);
    Index second = first;
    while (second == first) second = one_that(rng, noun);
    return {first, second, adjective_for(rng, first)};
  }

  /// Whether a sentence is for evaluation only: the hash of its words selects one in ten.
  bool is_held_out(const Triple& triple) const {
    std::uint64_t mixed = 0;
    for (Index word : {triple.first, triple.second, triple.adjective})
      mixed = Rng(mixed, hash((*this)[word].word)).next();
    return mixed % 10 == 0;
  }

  void add(std::string_view word, Sentence& sentence) const { sentence.push_back(vocabulary().at(word)); }
  void add_one_of(std::string_view words, Rng& rng, Sentence& sentence) const {
    auto rest = below(rng, 1 + std::ranges::count(words, ' '));
    while (rest-- > 0) words.remove_prefix(words.find(' ') + 1);
    add(words.substr(0, words.find(' ')), sentence);
  }
  void add_noun(Index noun, Rng& rng, Sentence& sentence) const {
    if (chance(rng, 3)) add_one_of(kBefore, rng, sentence);
    sentence.push_back(noun);
  }

  void tell_of_it(const Triple& triple, Rng& rng, Sentence& sentence) const {
    const Topic object = (*this)[triple.second].topic;
    add("the", sentence);
    add_noun(triple.first, rng, sentence);
    add("did", sentence);
    add("not", sentence);
    add_one_of(kTopics[static_cast<std::size_t>(object) - 1].verbs, rng, sentence);
    add("the", sentence);
    add_noun(triple.second, rng, sentence);
    for (std::string_view word : {"because", "it", "was", "too"}) add(word, sentence);
    sentence.push_back(triple.adjective);
  }

  void tell_of_number(const Triple& triple, Rng& rng, Sentence& sentence) const {
    sentence.push_back(demonstrative_);
    add_noun(triple.first, rng, sentence);
    add_one_of(kBetween, rng, sentence);
    sentence.push_back(demonstrative_);
    add_noun(triple.second, rng, sentence);
    sentence.push_back(verb_);
    add("too", sentence);
    sentence.push_back(triple.adjective);
  }

  bool is_noun(Index word) const {
    return (*this)[word].part == Part::noun || (*this)[word].part == Part::plural;
  }

  /// A blank of number agrees with the first noun at or after `from`.
  Blank of_number(std::span<const Index> sentence, std::size_t at, std::size_t from, int kind) const {
    Blank blank{.position = static_cast<Index>(at), .kind = kind};
    const std::size_t end = kind == kWas ? at : sentence.size();
    for (std::size_t i = from; i < end; ++i) {
      if (!is_noun(sentence[i])) continue;
      blank.noun = blank.tells = static_cast<Index>(i);
      blank.group = (*this)[sentence[i]].part == Part::plural ? 1 : 0;
      constexpr std::string_view kAnswers[2][2] = {{"this", "these"}, {"was", "were"}};
      blank.answer = vocabulary().at(kAnswers[kind][blank.group]);
      break;
    }
    return blank;
  }

  /// The pronoun refers to the noun before it that the adjective after it fits.
  Blank of_it(std::span<const Index> sentence, std::size_t at) const {
    Blank blank{.position = static_cast<Index>(at), .kind = kIt};
    for (std::size_t i = at + 1; i < sentence.size(); ++i) {
      if ((*this)[sentence[i]].part == Part::adjective) blank.tells = static_cast<Index>(i);
    }
    if (blank.tells < 0) return blank;
    const Topic topic = (*this)[sentence[static_cast<std::size_t>(blank.tells)]].topic;
    blank.group = topic == Topic::animal ? 0 : 1;
    for (std::size_t i = 0; i < at; ++i) {
      if (!is_noun(sentence[i]) || (*this)[sentence[i]].topic != topic) continue;
      if (blank.noun >= 0) return {.position = blank.position, .kind = kIt, .tells = blank.tells};
      blank.noun = static_cast<Index>(i);
      blank.answer = sentence[i];
    }
    return blank;
  }

  /// Reads *this*, *these*, and *was* or *were* (unless they follow *it*) as the blanks that they fill.
  void add_word(const std::string& word, Sentence& sentence) const override {
    const bool follows_it = !sentence.empty() && sentence.back() == it_;
    if (word == "didn't") {
      add("did", sentence);
      add("not", sentence);
    } else if (word == "this" || word == "these") {
      sentence.push_back(demonstrative_);
    } else if ((word == "was" || word == "were") && !follows_it) {
      sentence.push_back(verb_);
    } else {
      add(word, sentence);
    }
  }

  Notice expected_blanks() const override { return notice("reference_blanks", "it, this/these or was/were"); }

  std::vector<Entry> entries_;
  Index it_ = vocabulary().at("it");
  Index demonstrative_ = vocabulary().at(kDemonstrative);
  Index verb_ = vocabulary().at(kVerb);
};

}  // namespace

std::shared_ptr<const Task> reference_task() {
  return std::make_shared<ReferenceTask>(reference_entries());
}

}  // namespace mha
