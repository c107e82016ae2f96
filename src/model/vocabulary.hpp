#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../tensor/shape.hpp"

namespace mha {

/// The words that a model knows, each under its number.
class Vocabulary {
 public:
  Vocabulary() = default;
  explicit Vocabulary(std::vector<std::string> words) : words_(std::move(words)) {}

  Index size() const { return static_cast<Index>(words_.size()); }
  const std::string& operator[](Index word) const { return words_[static_cast<std::size_t>(word)]; }
  const std::vector<std::string>& words() const { return words_; }
  std::optional<Index> find(std::string_view word) const;
  /// Error "config" for a word that it does not know, naming those that it does.
  Index at(std::string_view word) const;

 private:
  std::vector<std::string> words_;
};

}  // namespace mha
