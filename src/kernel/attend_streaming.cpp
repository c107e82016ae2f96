#include "exp.hpp"
#include "infinity.hpp"
#include "query_block.hpp"

namespace mha {
namespace {

constexpr Size kKeyBlock = 256;  // keys; their scores for a block of queries stay in the cache

/// Keys [first, first + count) of a block of queries.
struct KeyBlock {
  Size first, count;
  float factor;   // of their scores
  bool is_later;  // whether the context already holds values of earlier keys
};

/// The largest score and the sum of exponentials so far, for each query of a block. If there is a sink, both
/// begin with its score.
struct Running {
  std::array<float, kQueryBlock> largest = {}, sum = {};

  /// A sink is there from the start.
  explicit Running(const HeadModifiers& modifiers) {
    largest.fill(modifiers.sink);
    sum.fill(modifiers.has_sink() ? 1.0f : 0.0f);
  }

  /// Replaces the products of one query with a block of keys by their exponentials.
  void take(const QueryBlock& block, Size i, const KeyBlock& keys, float* row) {
    const auto at = static_cast<std::size_t>(i);
    const KeyRange range = block.visible(i, keys.first, keys.count);
    const Size begin = narrow(range.first), end = narrow(range.end), here = end - begin;
    float* const seen = row + begin;
    const float most = std::max(largest[at], largest_in_row(seen, here) * keys.factor);
    fill_row(row, begin, 0.0f);
    fill_row(row + end, keys.count - end, 0.0f);
    if (most == kMinusInfinity && is_all_minus_infinity(seen, here)) {
      fill_row(seen, here, 0.0f);
      return;
    }
    if (most > largest[at]) {
      const float earlier = exp(splat(largest[at] - most))[0];
      sum[at] *= earlier;
      if (keys.is_later) scale_row(row_of(block.context, i), block.head.v.columns, earlier);
    }
    largest[at] = most;
    sum[at] += exp_row(seen, here, most, keys.factor);
  }
};

bool attend_block_streaming(const QueryBlock& block, float* scores) {
  const MatrixMap rows = map(scores, block.rows, scores_width(std::min(kKeyBlock, block.head.v.rows)));
  const Size width = block.head.v.columns, seen = block.seen(),
             begin = block.first_seen() / kKeyBlock * kKeyBlock;
  Running running(block.head.modifiers);
  if (begin >= seen) block.fill_context(0.0f);
  for (Size first = begin; first < seen; first += kKeyBlock) {
    const Size count = std::min(kKeyBlock, seen - first);
    const KeyBlock keys{first, count, block.score(first, count, rows), first > begin};
    for (Size i = 0; i < block.rows; ++i) running.take(block, i, keys, row_of(rows, i));
    block.mix(rows, first, count, keys.is_later);
  }
  bool any_empty = false;
  for (Size i = 0; i < block.rows; ++i) {
    const float sum = running.sum[static_cast<std::size_t>(i)];
    if (sum == 0.0f) {
      any_empty = true;
      fill_row(row_of(block.context, i), width, block.head.of_empty_row);
    } else {
      scale_row(row_of(block.context, i), width, 1.0f / sum);
    }
  }
  return any_empty;
}

}  // namespace

std::int64_t streaming_scratch(std::int64_t queries, std::int64_t d_k, std::int64_t keys) {
  return std::min<std::int64_t>(kQueryBlock, queries) *
         (d_k + whole_panels(std::min<std::int64_t>(kKeyBlock, keys)));
}

bool attend_streaming(const HeadTask& head, float* scratch) {
  float* const scores = scratch + std::min(kQueryBlock, head.q.rows()) * head.q.cols();
  return any_block(head, [&](const QueryBlock& block) {
    return attend_block_streaming(block.with_copied_queries(scratch), scores);
  });
}

}  // namespace mha
