#include "batch.hpp"

#include <algorithm>

namespace mha {

void Batch::clear() {
  for (std::vector<Index>* each : {&words, &positions, &answers}) each->clear();
  for (Queries* queries : {&word_queries, &blank_queries}) {
    queries->all.clear();
    queries->rows.clear();
    queries->places.clear();
  }
  blanks.clear();
  starts.assign(1, 0);
}

void Batch::reserve(Index sentences) {
  const auto most = static_cast<std::size_t>(sentences * kMostTokens);
  for (std::vector<Index>* each : {&words, &positions, &answers}) each->reserve(most);
  for (Queries* queries : {&word_queries, &blank_queries}) {
    queries->all.reserve(most);
    queries->rows.reserve(most);
    queries->places.reserve(3 * most);
  }
  blanks.reserve(most);
  starts.reserve(static_cast<std::size_t>(sentences) + 1);
}

void Batch::add(const Task& task, std::span<const Index> sentence) {
  check_words(sentence, task.vocabulary().size());
  const auto before = blanks.size();
  task.find_blanks(sentence, blanks);
  add_rows(sentence, before);
}

void Batch::add(std::span<const Index> sentence, std::span<const Blank> its_blanks) {
  const auto count = static_cast<Index>(sentence.size());
  for (const Blank& blank : its_blanks) {
    if (blank.position < 0 || blank.position >= count)
      fail(ErrorCode::config, "no_position_of_blank",
           "there is no position {position} for a blank; the sentence has {words} words, counted from 0",
           blank.position, count);
  }
  const auto before = blanks.size();
  blanks.insert(blanks.end(), its_blanks.begin(), its_blanks.end());
  add_rows(sentence, before);
}

void Batch::add_rows(std::span<const Index> sentence, std::size_t first_blank) {
  const Index start = starts.back(), number = sentences(), count = static_cast<Index>(sentence.size());
  const auto add_query = [&](Queries& to, Index position, Index blank) {
    to.all.push_back({start + position, number, position, blank});
    to.rows.push_back(start + position);
    for (Index place : {start, count, position}) to.places.push_back(place);
  };
  for (Index position = 0; position < count; ++position) {
    words.push_back(sentence[static_cast<std::size_t>(position)]);
    positions.push_back(position);
    add_query(word_queries, position, -1);
  }
  starts.push_back(start + count);
  for (std::size_t i = first_blank; i < blanks.size(); ++i) {
    const auto blank = static_cast<Index>(i);
    word_queries.all[static_cast<std::size_t>(start + blanks[i].position)].blank = blank;
    add_query(blank_queries, blanks[i].position, blank);
    answers.push_back(blanks[i].answer);
  }
}

void check_words(std::span<const Index> words, Index known) {
  for (Index word : words) {
    if (word < 0 || word >= known)
      fail(ErrorCode::config, "no_word", "there is no word {word}; there are {words}, counted from 0", word,
           known);
  }
}

void check(const Batch& batch, const ModelConfig& config, Index sentences) {
  Index longest = 0;
  for (Index i = 0; i < batch.sentences(); ++i) longest = std::max(longest, batch.words_of(i));
  if (batch.sentences() > sentences || longest > kMostTokens)
    fail(ErrorCode::shape, "batch_too_large",
         "a batch of {sentences} sentences of up to {words} words; expected at most {most_sentences} of "
         "{most_words}",
         batch.sentences(), longest, sentences, kMostTokens);
  if (batch.blanks.empty())
    fail(ErrorCode::shape, "no_blanks_in_batch",
         "a batch of {sentences} sentences has no blank; add one that has", batch.sentences());
  if (const auto blanks = static_cast<Index>(batch.blanks.size()); blanks > sentences * kMostTokens)
    fail(ErrorCode::shape, "too_many_blanks", "a batch of {blanks} blanks; expected at most {most}", blanks,
         sentences * kMostTokens);
  check_words(batch.words, config.vocabulary);
  for (Index answer : batch.answers) {
    if (answer != -1) check_words({&answer, 1}, config.vocabulary);
  }
}

bool Cut::hides(Index in_layer, const Blank& blank, Index key) const {
  if (in_layer != layer || blank.kind != kind) return false;
  switch (to) {
    case CutTo::noun:
      return key == blank.noun;
    case CutTo::tells:
      return key == blank.tells;
    default:
      return key == position;
  }
}

bool Removal::hides(Index layer, const Blank& blank, Index key) const {
  return std::ranges::any_of(cuts, [&](const Cut& cut) { return cut.hides(layer, blank, key); });
}

std::vector<float> Removal::head_scale_of(const ModelConfig& config, Index layer) const {
  if (head_scale.empty()) return {};
  if (const Index heads = config.layers * config.num_heads; static_cast<Index>(head_scale.size()) != heads)
    fail(ErrorCode::shape, "model_head_scale_count",
         "headScale has {count} numbers; expected one for each of {heads} heads", head_scale.size(), heads);
  const float* const first = head_scale.data() + layer * config.num_heads;
  return {first, first + config.num_heads};
}

}  // namespace mha
