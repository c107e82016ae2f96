// Tasks: sentences and their blanks.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <headscope/model.hpp>
#include <set>

#include "fixture.hpp"

using namespace mha;
using Catch::Matchers::Message;

namespace {

std::vector<Blank> blanks_in(const Task& task, const std::string& text) {
  std::vector<Blank> blanks;
  task.find_blanks(task.read(split(text)), blanks);
  return blanks;
}

std::string words_of(const Task& task, const Sentence& sentence) {
  std::string text;
  for (Index word : sentence) text.append(text.empty() ? "" : " ") += task.vocabulary()[word];
  return text;
}

}  // namespace

TEST_CASE("every blank of the reference task has an answer that the sentence determines", "[task]") {
  const auto task = reference_task();
  CHECK(task->vocabulary().size() == 114);
  std::array<int, 3> kinds{};
  Rng rng(1);
  Sentence sentence;
  for (int i = 0; i < 2000; ++i) {
    task->draw(rng, i % 2 == 0, sentence);
    CAPTURE(words_of(*task, sentence));
    REQUIRE(sentence.size() <= 16);
    std::vector<Blank> blanks;
    task->find_blanks(sentence, blanks);
    REQUIRE((blanks.size() == 1 || blanks.size() == 3));
    for (const Blank& blank : blanks) {
      ++kinds[static_cast<std::size_t>(blank.kind)];
      REQUIRE(blank.answer >= 0);
      REQUIRE(blank.noun >= 0);
      REQUIRE(blank.tells >= 0);
      if (blank.kind == 2) CHECK(sentence[static_cast<std::size_t>(blank.noun)] == blank.answer);
    }
  }
  CHECK(kinds[0] == 2 * kinds[1]);
  CHECK(kinds[2] > 900);
}

TEST_CASE("held-out sentences are never drawn for training", "[task]") {
  for (TaskName name : {TaskName::reference, TaskName::induction}) {
    const auto task = task_of(name);
    Rng rng(7);
    Sentence sentence;
    std::set<std::string> trained;
    for (int i = 0; i < 20000; ++i) {
      task->draw(rng, false, sentence);
      trained.insert(words_of(*task, sentence));
    }
    for (int i = 0; i < 2000; ++i) {
      task->draw(rng, true, sentence);
      CHECK_FALSE(trained.contains(words_of(*task, sentence)));
    }
  }
}

TEST_CASE("the ending of the sentence determines the noun of *it*", "[task]") {
  const auto task = reference_task();
  const std::string begin = "The animal didn't cross the street because it was too ";
  const Blank tired = blanks_in(*task, begin + "tired.").at(0), wide = blanks_in(*task, begin + "WIDE").at(0);
  CHECK(task->vocabulary()[tired.answer] == "animal");
  CHECK(task->vocabulary()[wide.answer] == "street");
  CHECK(tired.noun == 1);
  CHECK(wide.noun == 6);
  CHECK(wide.tells == 11);
  CHECK(tired.group != wide.group);
  CHECK(blanks_in(*task, begin + "salty").at(0).answer == -1);  // fits neither noun
}

TEST_CASE("typed text is converted to words of the task", "[task]") {
  const auto task = reference_task();
  const auto read = [&](const std::string& text) { return words_of(*task, task->read(split(text))); };
  CHECK(read("These old foxes near this box were too shy!") ==
        "this/these old foxes near this/these box was/were too shy");
  CHECK(read("it was too icy") == "it was too icy");
  CHECK(read("the dog didn\u2019t want it") == "the dog did not want it");
  CHECK(blanks_in(*task, "These old foxes near this box were too shy").size() == 3);
  CHECK_THROWS_MATCHES(task->read({}), Error, Message("no words to read; expected 1 to 20"));
  CHECK_THROWS_MATCHES(
      task->read(split("the cat")), Error,
      Message("the sentence has no blank, so that nothing is asked; expected it, this/these or was/were"));
  CHECK_THROWS_AS(task->read(std::vector<std::string>(21, "it")), Error);
  try {
    task->read(split("the zebra it"));
    FAIL("zebra is read");
  } catch (const Error& error) {
    CHECK(std::string(error.what())
              .starts_with("the model does not know the word zebra; it knows animal animals"));
  }
}

TEST_CASE("in the induction task, the letter after a repeated letter is the answer", "[task]") {
  const auto task = induction_task();
  const std::vector<Blank> blanks = blanks_in(*task, "d b a d b");
  REQUIRE(blanks.size() == 2);
  CHECK(task->vocabulary()[blanks[0].answer] == "b");
  CHECK(blanks[0].noun == 1);
  CHECK(task->vocabulary()[blanks[1].answer] == "a");
  CHECK_THROWS_AS(task->read(split("a b c")), Error);
}
