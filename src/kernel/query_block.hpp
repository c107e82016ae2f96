#pragma once

#include <algorithm>
#include <limits>

#include "attend.hpp"
#include "rows.hpp"

namespace mha {

constexpr Size kQueryBlock = 64;  // rows, for which a block of keys stays in the cache

/// Queries [first, first + rows) of a head, side by side in memory, and where their results go.
struct QueryBlock {
  const HeadTask& head;
  Size first, rows;
  Rows q, context;

  QueryBlock(const HeadTask& task, Size first_query, float* memory)
      : head(task),
        first(first_query),
        rows(std::min(kQueryBlock, task.q.rows() - first_query)),
        q{memory, task.q.cols()},
        context{task.context[first], task.context.stride} {
    const float* from = task.q.data() + first * task.q.rowStride();
    for (Size i = 0; i < rows; ++i, from += task.q.rowStride()) copy_row(from, task.q.cols(), q[i]);
  }
  Size visible(Size i) const { return head.visible[first + i]; }
  Size seen() const { return visible(rows - 1); }  // by any of them

  /// scores = q k_t of keys [from, from + count).
  void score(Size from, Size count, Rows scores) const {
    multiply(q.const_map(rows, head.q.cols()), head.k_t.middle_columns(from, count), scores.map(rows, count),
             false);
  }
  /// context = weights v, of the same keys; all but the first are added.
  void mix(Rows weights, Size from, Size count) const {
    multiply(weights.const_map(rows, count), head.v.middle_rows(from, count),
             context.map(rows, head.v.columns), from > 0);
  }
  void scale_context() const {
    for (Size i = 0; i < rows && head.context_scale != 1.0f; ++i)
      scale_row(context[i], head.v.columns, head.context_scale);
  }
};

inline void apply(const ScoreMask& mask, Size query, const std::int32_t* key_index, Size first_key, Size keys,
                  float* row) {
  const float* values = mask.values + query * mask.query_stride;
  for (Size j = 0; j < keys; ++j) {
    const float value = values[(key_index ? key_index[first_key + j] : first_key + j) * mask.key_stride];
    row[j] = mask.additive   ? row[j] + value
             : value != 0.0f ? -std::numeric_limits<float>::infinity()
                             : row[j];
  }
}

/// Makes scores of one query's products with keys [first_key, first_key + keys); the largest of them, but for
/// NaN.
inline float finish_scores(const QueryBlock& block, Size i, Size first_key, Size keys, float* row) {
  float largest = scale_row(row, keys, block.head.scale);
  for (const ScoreMask& mask : block.head.masks) {
    if (mask.values == nullptr) continue;
    apply(mask, block.first + i, block.head.key_index, first_key, keys, row);
    largest = scale_row(row, keys, 1.0f);
  }
  return largest;
}

inline bool is_empty(const float* row, Size keys, float largest) {
  return largest == -std::numeric_limits<float>::infinity() && is_all_minus_infinity(row, keys);
}

/// Calls f with one block of queries after the other; whether it was ever true.
template <class F>
bool any_block(const HeadTask& head, float* memory, F f) {
  bool any = false;
  for (Size first = 0; first < head.q.rows(); first += kQueryBlock) {
    const QueryBlock block(head, first, memory);
    any |= f(block);
    block.scale_context();
  }
  return any;
}

}  // namespace mha
