#pragma once

#include <array>
#include <cstdint>

#include "infinity.hpp"
#include "product.hpp"
#include "rows.hpp"

namespace mha {

/// The mask's number for query i and key j is added to the score, or blocks where it is not 0.
struct ScoreMask {
  const float* values = nullptr;  // null if there is no mask
  Size query_stride = 0, key_stride = 0;
  bool additive = false;
};

/// What is done to the scaled scores of one head before the softmax, in this order.
struct HeadModifiers {
  float cap = 0;            // c: a score s becomes c tanh(s / c); 0 if there is none
  float slope = 0;          // times the distance of query and key, subtracted
  Size first_position = 0;  // of query 0 among the keys
  std::array<ScoreMask, 2> masks;
  float sink =
      kMinusInfinity;  // one more score in each row's softmax, without a weight; -inf if there is none

  bool has_sink() const { return sink != kMinusInfinity; }
  bool change_scores() const {
    return cap != 0 || slope != 0 || masks[0].values != nullptr || masks[1].values != nullptr;
  }
};

/// The queries of one head, and the keys and values that any of them may attend to.
struct HeadTask {
  ConstMatrixMap q;               // (T_q, d_k), rows read along their numbers
  MatrixMap context;              // (T_q, d_v): the result; may have the memory of the queries
  Panels k_t;                     // (d_k, keys)
  Panels v;                       // (keys, d_v)
  const VisibleKeys* visible;     // (T_q): neither end is below that of the query before
  const std::int32_t* key_index;  // (keys): the index of each among all T_k keys; null if all keys are here
  HeadModifiers modifiers;
  float scale;          // of the scores: 1 / sqrt(d_k)
  float context_scale;  // of the result
  float of_empty_row;   // 0 or NaN: the weights of a query without any key
};

/// The scratch memory of attend() and attend_streaming(), in floats.
std::int64_t attend_scratch(std::int64_t queries, std::int64_t keys);
std::int64_t streaming_scratch(std::int64_t queries, std::int64_t d_k, std::int64_t keys);

/// id,jd->ij and ij,jd->id: weights (T_q, T_k) = softmax(scale Q K^T), and context = weights V. Returns
/// whether a query has neither a key nor a sink.
bool attend(const HeadTask& head, float* scratch, MatrixMap weights);

/// The same context to within rounding, without ever having more than a block of weights: what one block of
/// keys gives is added to what those before it gave, both with the largest score so far taken off (Milakov &
/// Gimelshein 2018; Dao et al. 2022, FlashAttention, algorithm 1). With m that largest and l the sum of
/// exponentials, a block of scores S makes
///
///   m' = max(m, max S)    l' = e^(m - m') l + sum e^(S - m')    context' = e^(m - m') context + e^(S - m') V
///
/// and context / l is the result in the end: finite as long as the largest value times the number of keys is.
bool attend_streaming(const HeadTask& head, float* scratch);

}  // namespace mha
