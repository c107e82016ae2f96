#include "batch.hpp"

#include <algorithm>

namespace mha {

void Batch::clear() {
  words.clear();
  rows.clear();
  blank_rows.clear();
  blanks.clear();
  starts.assign(1, 0);
}

void Batch::reserve(Index sentences) {
  const auto most = static_cast<std::size_t>(sentences * kMostTokens);
  words.reserve(most);
  rows.reserve(most);
  blank_rows.reserve(most);
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
  const Index start = starts.back(), number = sentences();
  for (Index word : sentence) {
    const auto row = static_cast<Index>(words.size());
    rows.push_back({row, number, row - start});
    words.push_back(word);
  }
  starts.push_back(static_cast<Index>(words.size()));
  for (std::size_t i = first_blank; i < blanks.size(); ++i) {
    QueryRow& row = rows[static_cast<std::size_t>(start + blanks[i].position)];
    row.blank = static_cast<Index>(i);
    blank_rows.push_back(row);
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

float Removal::scale(const ModelConfig& config, Index layer, Index head) const {
  return head_scale.empty() ? 1.0f : head_scale[static_cast<std::size_t>(layer * config.num_heads + head)];
}

}  // namespace mha
