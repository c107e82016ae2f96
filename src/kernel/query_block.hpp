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
  /// The same block with a copy of its queries, for streaming: it reads the queries after it begins to write
  /// the context, which may share their memory.
  QueryBlock with_copied_queries(float* memory) const {
    for (Size i = 0; i < rows; ++i) copy_row(q.data() + i * q.rowStride(), q.cols(), memory + i * q.cols());
    return {head, first, memory, q.cols()};
  }
  /// Keys that query i sees among keys [from, from + count), counted from `from`.
  KeyRange visible(Size i, Size from, Size count) const {
    const auto within = [&](std::int64_t key) { return std::clamp<Size>(narrow(key) - from, 0, count); };
    const KeyRange keys = head.visible[first + i];
    return {within(keys.first), within(keys.end)};
  }
  /// The first key that any query of the block sees, and the end of the keys that any query sees.
  Size first_seen() const { return narrow(head.visible[first].first); }
  Size seen() const { return narrow(head.visible[first + rows - 1].end); }

  /// Computes scores of keys [from, from + count), and returns a factor: factor * scores = scale q k_t, with
  /// modifiers. The exponential multiplies by the factor. With modifiers, the scores are scaled here, and the
  /// factor is 1.
  float score(Size from, Size count, MatrixMap scores) const {
    const Size columns = scores_width(count);
    multiply(q, head.k_t.middle_columns(from, columns),
             map(scores.data(), rows, columns, scores.outerStride()), false);
    if (!head.modifiers.change_scores()) return head.scale;
    for (Size i = 0; i < rows; ++i) {
      const KeyRange keys = visible(i, from, count);
      modify_row(i, from + narrow(keys.first), narrow(keys.end - keys.first), row_of(scores, i) + keys.first);
    }
    return 1.0f;
  }
  /// context = weights v for keys [from, from + count), or added to the context of earlier keys.
  void mix(const MatrixMap& weights, Size from, Size count, bool add) const {
    multiply({weights.data(), rows, count, {weights.outerStride(), 1}}, head.v.middle_rows(from, count),
             context, add);
  }
  /// The context of queries that see no key.
  void fill_context(float value) const {
    for (Size i = 0; i < rows; ++i) fill_row(row_of(context, i), head.v.columns, value);
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
  void modify_row(Size i, Size first_key, Size keys, float* row) const {
    const HeadModifiers& modifiers = head.modifiers;
    scale_row(row, keys, head.scale);
    if (modifiers.cap != 0) cap_row(row, keys, modifiers.cap);
    if (modifiers.slope != 0) subtract_distances(first + i, first_key, keys, row);
    for (const ScoreMask& mask : modifiers.masks) {
      if (mask.values) apply(mask, first + i, first_key, keys, row);
    }
  }
  /// The index of a key among all T_k keys.
  Size place_of(Size key) const { return head.key_index ? head.key_index[key] : key; }
  void subtract_distances(Size query, Size first_key, Size keys, float* row) const {
    const Size position = head.modifiers.first_position + query;
    for (Size j = 0; j < keys; ++j) {
      const Size apart = position - place_of(first_key + j);
      row[j] -= head.modifiers.slope * static_cast<float>(apart < 0 ? -apart : apart);
    }
  }
  void apply(const ScoreMask& mask, Size query, Size first_key, Size keys, float* row) const {
    const float* values = mask.values + query * mask.query_stride;
    for (Size j = 0; j < keys; ++j) {
      const float value = values[place_of(first_key + j) * mask.key_stride];
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
