#include "translator_batch.hpp"

#include <algorithm>

#include "batch.hpp"

namespace mha {

void TranslatorBatch::clear() {
  for (Rows* rows : {&source, &target}) {
    for (std::vector<Index>* each : {&rows->words, &rows->positions, &rows->places}) each->clear();
    rows->starts.assign(1, 0);
  }
  cross_places.clear();
  answers.clear();
}

void TranslatorBatch::reserve(Index sentences) {
  const auto count = static_cast<std::size_t>(sentences), most = count * static_cast<std::size_t>(kMostWords);
  for (Rows* rows : {&source, &target}) {
    rows->words.reserve(most);
    rows->positions.reserve(most);
    rows->places.reserve(3 * most);
    rows->starts.reserve(count + 1);
  }
  cross_places.reserve(3 * most);
  answers.reserve(most);
}

const std::vector<Index>& TranslatorBatch::places(AttentionKind kind) const {
  if (kind == AttentionKind::cross) return cross_places;
  return kind == AttentionKind::encoder ? source.places : target.places;
}

void TranslatorBatch::add(const SentencePair& pair, Index start) {
  const auto words = static_cast<Index>(pair.source.size()),
             answered = static_cast<Index>(pair.target.size());
  const Index first = source.starts.back(), first_target = target.starts.back();
  const auto add_place = [](std::vector<Index>& places, Index key, Index keys, Index position) {
    for (Index each : {key, keys, position}) places.push_back(each);
  };
  for (Index position = 0; position < words; ++position) {
    source.words.push_back(pair.source[static_cast<std::size_t>(position)]);
    source.positions.push_back(position);
    add_place(source.places, first, words, position);
  }
  for (Index position = 0; position < answered; ++position) {
    const auto at = static_cast<std::size_t>(position);
    target.words.push_back(position == 0 ? start : pair.target[at - 1].word);
    target.positions.push_back(position);
    add_place(target.places, first_target, position + 1, position);  // causal: no keys after the query
    add_place(cross_places, first, words, position);
    answers.push_back(pair.target[at].word);
  }
  source.starts.push_back(first + words);
  target.starts.push_back(first_target + answered);
}

void check(const TranslatorBatch& batch, const TranslatorConfig& config, Index sentences) {
  Index longest = 0, shortest = kMostWords;
  for (const TranslatorBatch::Rows* rows : {&batch.source, &batch.target}) {
    for (std::size_t i = 1; i < rows->starts.size(); ++i) {
      longest = std::max(longest, rows->starts[i] - rows->starts[i - 1]);
      shortest = std::min(shortest, rows->starts[i] - rows->starts[i - 1]);
    }
  }
  if (batch.sentences() > sentences || longest > kMostWords)
    fail(ErrorCode::shape, "batch_too_large",
         "a batch of {sentences} sentences of up to {words} words; expected at most {most_sentences} of "
         "{most_words}",
         batch.sentences(), longest, sentences, kMostWords);
  if (batch.sentences() < 1 || shortest < 1)
    fail(ErrorCode::shape, "no_words", "no words to read; expected 1 to {most}", kMostWords);
  check_words(batch.source.words, config.source_words);
  check_words(batch.target.words, config.target_words);
  check_words(batch.answers, config.target_words);
}

}  // namespace mha
