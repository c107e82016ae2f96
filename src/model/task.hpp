#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../base/named_value.hpp"
#include "../base/rng.hpp"
#include "vocabulary.hpp"

namespace mha {

/// Largest number of tokens in a sentence.
inline constexpr Index kMostTokens = 20;

/// Indices of words in a vocabulary.
using Sentence = std::vector<Index>;

/// A position at which the model predicts a word. Unknown fields are -1.
struct Blank {
  Index position = 0;
  int kind = 0;       // index in Task::kinds()
  Index answer = -1;  // the correct word
  int group = 0;      // 0 or 1: singular and plural, or animal and other
  Index noun = -1;    // position of the noun that the answer is about
  Index tells = -1;   // position of the word that determines the answer; often equal to `noun`
};

/// A task: a vocabulary, random sentences, and the blanks of each sentence. With any seed, held-out sentences
/// are never drawn for training.
/// Thread safety: a task never changes, so threads may use one at the same time.
class Task {
 public:
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  virtual ~Task() = default;

  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// The names of the kinds of blanks, also used in JavaScript.
  virtual std::span<const std::string_view> kinds() const = 0;
  /// Draws a sentence of at most kMostTokens words. Allocates nothing if `sentence` has had that capacity
  /// before.
  virtual void draw(Rng& rng, bool held_out, Sentence& sentence) const = 0;
  /// Adds the blanks of a sentence to `blanks`, with the fields that the rules of the task determine.
  virtual void find_blanks(std::span<const Index> sentence, std::vector<Blank>& blanks) const = 0;
  /// Converts the words of a reader to a sentence. Ignores case and final punctuation, and expands short
  /// forms. Error "shape" for no words, more than kMostTokens words, or a sentence without a blank; "config"
  /// for unknown words.
  Sentence read(std::span<const std::string> words) const;

 protected:
  explicit Task(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}

 private:
  /// Adds a word to a sentence, as one or more words of the vocabulary.
  virtual void add_word(const std::string& word, Sentence& sentence) const = 0;
  /// The words that would make a blank, for error messages.
  virtual Notice expected_blanks() const = 0;

  Vocabulary vocabulary_;
};

/// `translation` is no Task: a Translator learns it (translator.hpp).
enum class TaskName { reference, induction, translation };
inline constexpr std::array kTasks = {NamedValue{TaskName::reference, "reference"},
                                      NamedValue{TaskName::induction, "induction"},
                                      NamedValue{TaskName::translation, "translation"}};
static_assert(is_in_order(kTasks) && kTasks.back() == TaskName::translation);

/// Predict *it*, *this/these* and *was/were*: which noun does each refer to?
std::shared_ptr<const Task> reference_task();
/// Predict the next letter of a repeated sequence (Olsson et al. 2022).
std::shared_ptr<const Task> induction_task();
/// Error "config" for `translation`.
std::shared_ptr<const Task> task_of(TaskName name);
void check_has_blanks(TaskName name);

}  // namespace mha
