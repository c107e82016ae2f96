#include "attend.hpp"

#include "query_block.hpp"

namespace mha {
namespace {

struct Finished {
  bool empty;   // no key at all
  float blank;  // the weight of a key that is not seen: 0, or NaN in a row of NaN
};

/// Softmax of one query's products with the keys it sees; `width` numbers are written.
Finished finish_weights(const QueryBlock& block, Size i, float* row, Size width) {
  const Size keys = block.visible(i);
  const float largest = finish_scores(block, i, 0, keys, row);
  if (is_empty(row, keys, largest)) {
    fill_row(row, width, block.head.of_empty_row);
    return {true, block.head.of_empty_row};
  }
  const float factor = 1.0f / exp_row(row, keys, largest);
  scale_row(row, keys, factor);
  fill_row(row + keys, width - keys, 0.0f * factor);
  return {false, 0.0f * factor};
}

/// Weights of the keys that are there, to where those stand among all T_k.
void scatter(const float* row, const std::int32_t* key_index, Size keys, float blank, float* to, Size t_k) {
  fill_row(to, t_k, blank);
  for (Size j = 0; j < keys; ++j) to[key_index[j]] = row[j];
}

/// Where keys are missing, the weights of those that are there are computed in `scores`.
bool attend_block(const QueryBlock& block, float* scores, const Rows& weights, Size t_k) {
  const HeadTask& head = block.head;
  const Size keys = head.v.rows, seen = block.seen();
  const bool scatters = head.key_index != nullptr;
  const Rows rows = scatters ? Rows{scores, keys} : weights;
  bool any_empty = false;
  if (seen > 0) block.score(0, seen, rows);
  for (Size i = 0; i < block.rows; ++i) {
    const Finished finished = finish_weights(block, i, rows[i], scatters ? keys : t_k);
    if (scatters) scatter(rows[i], head.key_index, keys, finished.blank, weights[i], t_k);
    any_empty |= finished.empty;
  }
  if (seen > 0) {
    block.mix(rows, 0, seen);
  } else {
    for (Size i = 0; i < block.rows; ++i) fill_row(block.context[i], head.v.columns, head.of_empty_row);
  }
  return any_empty;
}

}  // namespace

std::int64_t attend_scratch(std::int64_t queries, std::int64_t d_k, std::int64_t scattered) {
  return std::min<std::int64_t>(kQueryBlock, queries) * (d_k + scattered);
}

bool attend(const HeadTask& head, float* scratch, const Rows& weights, Size t_k) {
  float* const scores = scratch + std::min(kQueryBlock, head.q.rows()) * head.q.cols();
  return any_block(head, scratch, [&](const QueryBlock& block) {
    return attend_block(block, scores, {weights[block.first], weights.stride}, t_k);
  });
}

}  // namespace mha
