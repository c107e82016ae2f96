#include "reference_words.hpp"

#include <algorithm>

namespace mha {
namespace {

constexpr std::string_view kOthers = "the did not because it too . this these was were";

template <class F>
void for_each_word(std::string_view words, F f) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    f(std::string(words.substr(0, end)));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

std::string plural_of(const std::string& noun) {
  return noun + (noun.back() == 'x' ? "es" : "s");
}

}  // namespace

std::vector<Entry> reference_entries() {
  std::vector<Entry> entries;
  const auto add = [&](std::string_view words, Part part, Topic topic) {
    for_each_word(words, [&](const std::string& word) { entries.push_back({word, part, topic}); });
  };
  for (std::size_t i = 0; i < kTopics.size(); ++i) {
    const auto topic = static_cast<Topic>(i + 1);
    for_each_word(kTopics[i].nouns, [&](const std::string& noun) {
      entries.push_back({noun, Part::noun, topic});
      entries.push_back({plural_of(noun), Part::plural, topic});
    });
    add(kTopics[i].adjectives, Part::adjective, topic);
    add(kTopics[i].verbs, Part::other, topic);
  }
  for (std::string_view words : {kBegin, kBefore, kBetween, kOthers, kDemonstrative, kVerb})
    add(words, Part::other, Topic::none);
  return entries;
}

std::vector<std::string> words_of(const std::vector<Entry>& entries) {
  std::vector<std::string> words;
  words.reserve(entries.size());
  for (const Entry& entry : entries) words.push_back(entry.word);
  return words;
}

}  // namespace mha
