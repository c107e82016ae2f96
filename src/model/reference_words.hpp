#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace mha {

enum class Topic { none, animal, place, food, thing };
enum class Part { other, noun, plural, adjective };

/// The nouns of a topic, the adjectives that fit only these nouns, and the verbs that take them as object.
struct TopicWords {
  std::string_view nouns, adjectives, verbs;
};
/// Words by topic, beginning with Topic::animal.
inline constexpr std::array<TopicWords, 4> kTopics = {{
    {"animal dog cat horse owl fox bear rabbit", "tired hungry scared sleepy shy lazy",
     "tempt please suit worry"},
    {"street bridge river road tunnel field", "wide long narrow steep crowded icy",
     "cross enter leave reach"},
    {"soup pie cheese cake apple egg", "salty spicy sour stale sweet hot", "eat taste finish want"},
    {"box lamp clock stone chair ladder", "heavy fragile rusty wobbly sharp expensive",
     "carry lift move take"},
}};
inline constexpr std::string_view kBegin = "today yesterday sometimes", kBefore = "old little pretty",
                                  kBetween = "near behind beside";
/// Blanks of number (singular or plural) are words of the vocabulary.
inline constexpr std::string_view kDemonstrative = "this/these", kVerb = "was/were";

struct Entry {
  std::string word;
  Part part = Part::other;
  Topic topic = Topic::none;
};

/// All words of the reference task, in the order of the vocabulary.
std::vector<Entry> reference_entries();
std::vector<std::string> words_of(const std::vector<Entry>& entries);

}  // namespace mha
