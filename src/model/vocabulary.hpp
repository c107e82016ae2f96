#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../tensor/shape.hpp"

namespace mha {

/// A word as a vocabulary has it: in lower case, without final punctuation, with one form of apostrophe.
std::string plain_word(const std::string& written);

/// The words that a model knows. Each has an index.
/// Thread safety: a vocabulary never changes, so threads may use one at the same time.
class Vocabulary {
 public:
  Vocabulary() = default;
  explicit Vocabulary(std::vector<std::string> words) : words_(std::move(words)) {}

  Index size() const { return static_cast<Index>(words_.size()); }
  const std::string& operator[](Index word) const { return words_[static_cast<std::size_t>(word)]; }
  const std::vector<std::string>& words() const { return words_; }
  std::optional<Index> find(std::string_view word) const;
  /// The index of a word. Error "config", with a list of known words, for an unknown word.
  Index at(std::string_view word) const;

 private:
  std::vector<std::string> words_;
};

}  // namespace mha
