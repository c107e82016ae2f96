#include "task.hpp"

namespace mha {
namespace {

/// Lower case, without final punctuation, with one form of apostrophe.
std::string plain(const std::string& written) {
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

}  // namespace

Sentence Task::read(std::span<const std::string> words) const {
  Sentence sentence;
  for (const std::string& word : words) {
    if (const std::string known = plain(word); !known.empty()) add_word(known, sentence);
  }
  const auto tokens = static_cast<Index>(sentence.size());
  if (tokens == 0) fail(ErrorCode::shape, "no_words", "no words to read; expected 1 to {most}", kMostTokens);
  if (tokens > kMostTokens)
    fail(ErrorCode::shape, "too_many_words",
         "{words} words, as the model reads them, are more than the {most} that it has positions for", tokens,
         kMostTokens);
  std::vector<Blank> blanks;
  find_blanks(sentence, blanks);
  if (blanks.empty())
    fail(ErrorCode::shape, "no_blank",
         "the sentence has no blank, so that nothing is asked; expected {blanks}", expected_blanks());
  return sentence;
}

std::shared_ptr<const Task> task_of(TaskName name) {
  return name == TaskName::reference ? reference_task() : induction_task();
}

}  // namespace mha
