#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../tensor/named_value.hpp"
#include "../tensor/rng.hpp"
#include "vocabulary.hpp"

namespace mha {

/// Sentences of so many tokens at most.
inline constexpr Index kMostTokens = 20;

/// Words by their numbers in a vocabulary.
using Sentence = std::vector<Index>;

/// A position at which the model says a word: a blank. What is not known of it is -1.
struct Blank {
  Index position = 0;
  int kind = 0;       // by its place in Task::kinds()
  Index answer = -1;  // the right word
  int group = 0;      // answers are of two kinds (singular and plural, animal and other): 0 or 1
  Index noun = -1;    // position of the word that the answer is about
  Index tells = -1;   // position of the word that tells which answer it is; often the same
};

/// What is to be learned: words, sentences of them, and what is asked of each. Sentences are drawn; whatever
/// the seed, those held out for tests are never drawn for training.
class Task {
 public:
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  virtual ~Task() = default;

  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// The kinds of blanks, by the name that JavaScript has.
  virtual std::span<const std::string_view> kinds() const = 0;
  /// Of at most kMostTokens words. Allocates nothing where `sentence` has had that many before.
  virtual void draw(Rng& rng, bool held_out, Sentence& sentence) const = 0;
  /// Its blanks, and what can be known of each, by the rules that sentences are drawn by; added to `blanks`.
  virtual void find_blanks(std::span<const Index> sentence, std::vector<Blank>& blanks) const = 0;
  /// What somebody wrote, read as a sentence: case, a final stop and short forms are taken. Error "shape" for
  /// no words, more than kMostTokens, or none that is a blank, "config" for words that are unknown.
  Sentence read(std::span<const std::string> words) const;

 protected:
  explicit Task(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}

 private:
  /// A word as it is written, to words of the vocabulary.
  virtual void add_word(const std::string& word, Sentence& sentence) const = 0;
  /// What would have been a blank.
  virtual Notice expected_blanks() const = 0;

  Vocabulary vocabulary_;
};

enum class TaskName { reference, induction };
inline constexpr std::array kTasks = {NamedValue{TaskName::reference, "reference"},
                                      NamedValue{TaskName::induction, "induction"}};
static_assert(is_in_order(kTasks) && kTasks.back() == TaskName::induction);

/// *it*, *this/these* and *was/were*: which noun does each refer to?
std::shared_ptr<const Task> reference_task();
/// A sequence of letters, and again: what comes next? (Olsson et al. 2022)
std::shared_ptr<const Task> induction_task();
std::shared_ptr<const Task> task_of(TaskName name);

}  // namespace mha
