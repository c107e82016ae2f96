#include "attend.hpp"

#include "query_block.hpp"

namespace mha {
namespace {

/// The weights of a query that sees no key. If there is a sink, the sink takes the whole weight.
float of_no_key(const HeadTask& head) {
  return head.modifiers.has_sink() ? 0.0f : head.of_empty_row;
}

/// Moves the weights of the remaining keys to their indices among all T_k keys. The weights of other keys are
/// 0, or NaN in a row of NaN.
void scatter(const float* row, const HeadTask& head, float* to, Size t_k) {
  const Size keys = head.v.rows;
  fill_row(to, t_k, keys > 0 ? 0.0f * row[0] : of_no_key(head));
  for (Size j = 0; j < keys; ++j) to[head.key_index[j]] = row[j];
}

/// If keys are left out, the weights of the remaining keys first overwrite the scores.
bool attend_block(const QueryBlock& block, float* memory, const MatrixMap& weights) {
  const HeadTask& head = block.head;
  const Size keys = head.v.rows, seen = block.seen();
  const MatrixMap scores = map(memory, block.rows, scores_width(keys));
  const bool scatters = head.key_index != nullptr;
  const MatrixMap dense = scatters ? map(memory, block.rows, keys, scores.outerStride()) : weights;
  const float factor = seen > 0 ? block.score(0, seen, scores) : 1.0f;
  const bool any_empty = softmax_rows(
      {scores, dense, head.visible + block.first, factor, head.of_empty_row, head.modifiers.sink});
  for (Size i = 0; scatters && i < block.rows; ++i)
    scatter(row_of(dense, i), head, row_of(weights, i), weights.cols());
  if (seen > 0) {
    block.mix(dense, 0, seen, false);
  } else {
    block.fill_context(of_no_key(head));
  }
  return any_empty;
}

}  // namespace

std::int64_t attend_scratch(std::int64_t queries, std::int64_t keys) {
  return std::min<std::int64_t>(kQueryBlock, queries) * whole_panels(keys);
}

bool attend(const HeadTask& head, float* scratch, MatrixMap weights) {
  return any_block(head, [&](const QueryBlock& block) {
    return attend_block(block, scratch, rows_from(weights, block.first, block.rows));
  });
}

}  // namespace mha
