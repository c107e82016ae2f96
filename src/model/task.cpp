#include "task.hpp"

namespace mha {

Sentence Task::read(std::span<const std::string> words) const {
  Sentence sentence;
  for (const std::string& word : words) {
    if (const std::string known = plain_word(word); !known.empty()) add_word(known, sentence);
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

void check_has_blanks(TaskName name) {
  if (name == TaskName::translation)
    fail(ErrorCode::config, "task_without_blanks",
         "the task {task} has no blanks; make a Translator, or a model of the task {other}",
         name_in(kTasks, name), name_in(kTasks, TaskName::reference));
}

std::shared_ptr<const Task> task_of(TaskName name) {
  check_has_blanks(name);
  return name == TaskName::reference ? reference_task() : induction_task();
}

}  // namespace mha
