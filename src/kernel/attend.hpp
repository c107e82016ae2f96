#pragma once

#include <array>
#include <cstdint>

#include "infinity.hpp"
#include "product.hpp"
#include "rows.hpp"

namespace mha {

/// A mask of scores. An additive mask is added to the score of query i and key j. Any other mask blocks the
/// score where its value is not 0.
struct ScoreMask {
  const float* values = nullptr;  // null if there is no mask
  Size query_stride = 0, key_stride = 0;
  bool additive = false;
};

/// Changes to the scaled scores of one head before the softmax, in this order.
struct HeadModifiers {
  float cap = 0;            // c: a score s becomes c tanh(s / c); 0 if there is none
  float slope = 0;          // times the distance of query and key; subtracted from the score
  Size first_position = 0;  // position of query 0 among the keys
  std::array<ScoreMask, 2> masks;
  float sink = kMinusInfinity;  // an additional score in each row's softmax that gives no weight; -inf if
                                // there is none

  bool has_sink() const { return sink != kMinusInfinity; }
  bool change_scores() const {
    return cap != 0 || slope != 0 || masks[0].values != nullptr || masks[1].values != nullptr;
  }
};

/// The queries of one head, and the keys and values that any of them may attend to.
struct HeadTask {
  ConstMatrixMap q;               // (T_q, d_k); elements of a row are adjacent
  MatrixMap context;              // (T_q, d_v): the result; may share the memory of the queries
  Panels k_t;                     // (d_k, keys)
  Panels v;                       // (keys, d_v)
  const KeyRange* visible;        // (T_q): both ends are nondecreasing from query to query
  const std::int32_t* key_index;  // (keys): index of each key among all T_k keys; null if no key is left out
  HeadModifiers modifiers;
  float scale;          // factor of the scores: 1 / sqrt(d_k)
  float context_scale;  // factor of the result
  float of_empty_row;   // 0 or NaN: the weights of a query without keys
};

/// Size of the scratch memory of attend() and attend_streaming(), in floats.
std::int64_t attend_scratch(std::int64_t queries, std::int64_t keys);
std::int64_t streaming_scratch(std::int64_t queries, std::int64_t d_k, std::int64_t keys);

/// id,jd->ij and ij,jd->id: weights (T_q, T_k) = softmax(scale Q K^T), and context = weights V. Returns
/// whether a query has neither a key nor a sink.
bool attend(const HeadTask& head, float* scratch, MatrixMap weights);

/// The same context to within rounding, with only one block of weights in memory at a time (Milakov and
/// Gimelshein 2018; FlashAttention, Dao et al. 2022, algorithm 1). Each block of keys adds to the running
/// context; both are kept relative to the largest score so far, m. With l the sum of exponentials, a block of
/// scores S gives
///
///   m' = max(m, max S)    l' = e^(m - m') l + sum e^(S - m')    context' = e^(m - m') context + e^(S - m') V
///
/// The result is context / l. It is finite if the largest value times the number of keys is finite.
bool attend_streaming(const HeadTask& head, float* scratch);

}  // namespace mha
