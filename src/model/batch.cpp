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
  const auto before = blanks.size();
  task.find_blanks(sentence, blanks);
  add_rows(sentence, before);
}

void Batch::add(std::span<const Index> sentence, std::span<const Blank> its_blanks) {
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
  const float* const first = head_scale.data() + layer * config.num_heads;
  return {first, first + config.num_heads};
}

}  // namespace mha
