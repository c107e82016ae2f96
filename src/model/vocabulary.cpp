#include "vocabulary.hpp"

#include <algorithm>

namespace mha {

std::string plain_word(const std::string& written) {
  constexpr std::string_view kCurly = "\u2019", kStops = ".,!?";
  std::string word;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const char c = written[i];
    const bool is_curly = std::string_view(written).substr(i).starts_with(kCurly);
    if (is_curly) i += kCurly.size() - 1;
    word += is_curly ? '\'' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  while (!word.empty() && kStops.find(word.back()) != std::string_view::npos) word.pop_back();
  return word;
}

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
