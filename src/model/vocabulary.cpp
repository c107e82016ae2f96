#include "vocabulary.hpp"

#include <algorithm>

namespace mha {

std::optional<Index> Vocabulary::find(std::string_view word) const {
  const auto at = std::ranges::find(words_, word);
  if (at == words_.end()) return std::nullopt;
  return at - words_.begin();
}

Index Vocabulary::at(std::string_view word) const {
  if (const auto known = find(word)) return *known;
  std::string all;
  for (const std::string& each : words_) all.append(all.empty() ? "" : " ") += each;
  fail(ErrorCode::config, "unknown_word", "the model does not know the word {word}; it knows {known}",
       first_bytes(word, 40), all);
}

}  // namespace mha
