#include <algorithm>

#include "task.hpp"

namespace mha {
namespace {

constexpr Index kShortest = 5, kLongest = kMostTokens / 2;  // number of letters before the repetition

std::vector<std::string> letters() {
  std::vector<std::string> all;
  for (char letter = 'a'; letter <= 'z'; ++letter) all.emplace_back(1, letter);
  return all;
}

/// A random sequence of distinct letters, repeated once. In the repetition, the answer at each letter is the
/// letter that followed its first occurrence.
class InductionTask final : public Task {
 public:
  InductionTask() : Task(Vocabulary(letters())) {}

  std::span<const std::string_view> kinds() const override {
    static constexpr std::array<std::string_view, 1> kKinds = {"repeat"};
    return kKinds;
  }

  void draw(Rng& rng, bool held_out, Sentence& sentence) const override {
    do {
      const Index length = kShortest + below(rng, kLongest - kShortest + 1);
      sentence.clear();
      while (static_cast<Index>(sentence.size()) < length) {
        const Index letter = below(rng, vocabulary().size());
        if (std::ranges::find(sentence, letter) == sentence.end()) sentence.push_back(letter);
      }
    } while (is_held_out(sentence) != held_out);
    for (Index i = 0, length = static_cast<Index>(sentence.size()); i < length; ++i)
      sentence.push_back(sentence[static_cast<std::size_t>(i)]);
  }

  void find_blanks(std::span<const Index> sentence, std::vector<Blank>& blanks) const override {
    for (std::size_t at = 1; at < sentence.size(); ++at) {
      const auto before = std::ranges::find(sentence.first(at), sentence[at]);
      const auto next = static_cast<std::size_t>(before - sentence.begin()) + 1;
      if (next > at) continue;
      const auto follows = static_cast<Index>(next);
      blanks.push_back({static_cast<Index>(at), 0, sentence[next], 0, follows, follows});
    }
  }

 private:
  static Index below(Rng& rng, Index count) {
    return static_cast<Index>(rng.uniform() * static_cast<double>(count));
  }

  /// Decided by the first three letters.
  bool is_held_out(const Sentence& sentence) const {
    std::array<char, 3> first{};
    for (std::size_t i = 0; i < first.size(); ++i) first[i] = vocabulary()[sentence[i]][0];
    return hash({first.data(), first.size()}) % 10 == 0;
  }

  void add_word(const std::string& word, Sentence& sentence) const override {
    sentence.push_back(vocabulary().at(word));
  }

  Notice expected_blanks() const override {
    return notice("induction_blanks", "a letter that stood before, as the second a in: a b c a");
  }
};

}  // namespace

std::shared_ptr<const Task> induction_task() {
  return std::make_shared<InductionTask>();
}

}  // namespace mha
