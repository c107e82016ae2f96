#pragma once

#include <algorithm>

#include "attend.hpp"
#include "infinity.hpp"
#include "rows.hpp"

namespace mha {

constexpr Size kQueryBlock = 64;  // rows; their block of keys stays in the cache

/// The width of a row of scores of this many keys. A product of whole panels is faster.
inline Size scores_width(Size keys) {
  return static_cast<Size>(whole_panels(keys));
}

inline MatrixMap rows_from(MatrixMap m, Size first, Size count) {
  return map(m.data() + first * m.outerStride(), count, m.cols(), m.outerStride());
}

/// Queries [first, first + rows) of a head, and where their results go.
struct QueryBlock {
  const HeadTask& head;
  Size first, rows;
  ConstMatrixMap q;
  MatrixMap context;

  QueryBlock(const HeadTask& task, Size first_query)
      : QueryBlock(task, first_query, task.q.data() + first_query * task.q.rowStride(), task.q.rowStride()) {}
  /// The same block with a copy of its queries. Streaming reads the queries again after it has begun to write
  /// the context, which may overwrite them.
  QueryBlock with_copied_queries(float* memory) const {
    for (Size i = 0; i < rows; ++i) copy_row(q.data() + i * q.rowStride(), q.cols(), memory + i * q.cols());
    return {head, first, memory, q.cols()};
  }
  Size visible(Size i) const { return head.visible[first + i]; }
  Size seen() const { return visible(rows - 1); }  // by any of them

  /// Computes scores of keys [from, from + count), and returns a factor: factor * scores = scale q k_t, with
  /// masks. The exponential multiplies by the factor. With masks, the scores are scaled here, and the factor
  /// is 1.
  float score(Size from, Size count, MatrixMap scores) const {
    const Size columns = scores_width(count);
    multiply(q, head.k_t.middle_columns(from, columns),
             map(scores.data(), rows, columns, scores.outerStride()), false);
    if (!head.masks[0].values && !head.masks[1].values) return head.scale;
    for (Size i = 0; i < rows; ++i)
      mask_row(i, from, std::clamp<Size>(visible(i) - from, 0, count), row_of(scores, i));
    return 1.0f;
  }
  /// context = weights v for keys [from, from + count). All blocks of keys but the first are added.
  void mix(const MatrixMap& weights, Size from, Size count) const {
    multiply({weights.data(), rows, count, {weights.outerStride(), 1}}, head.v.middle_rows(from, count),
             context, from > 0);
  }
  void scale_context() const {
    for (Size i = 0; i < rows && head.context_scale != 1.0f; ++i)
      scale_row(row_of(context, i), head.v.columns, head.context_scale);
  }

 private:
  QueryBlock(const HeadTask& task, Size first_query, const float* queries, Size stride)
      : head(task),
        first(first_query),
        rows(std::min(kQueryBlock, task.q.rows() - first_query)),
        q(queries, rows, task.q.cols(), {stride, 1}),
        context(rows_from(task.context, first, rows)) {}
  void mask_row(Size i, Size first_key, Size keys, float* row) const {
    scale_row(row, keys, head.scale);
    for (const ScoreMask& mask : head.masks) {
      if (mask.values) apply(mask, first + i, first_key, keys, row);
    }
  }
  void apply(const ScoreMask& mask, Size query, Size first_key, Size keys, float* row) const {
    const float* values = mask.values + query * mask.query_stride;
    const std::int32_t* const index = head.key_index;
    for (Size j = 0; j < keys; ++j) {
      const float value = values[(index ? index[first_key + j] : first_key + j) * mask.key_stride];
      row[j] = mask.additive ? row[j] + value : value != 0.0f ? kMinusInfinity : row[j];
    }
  }
};

/// Calls f with each block of queries. Returns whether f was true for any block.
template <class F>
bool any_block(const HeadTask& head, F f) {
  bool any = false;
  for (Size first = 0; first < head.q.rows(); first += kQueryBlock) {
    const QueryBlock block(head, first);
    any |= f(block);
    block.scale_context();
  }
  return any;
}

}  // namespace mha
