#pragma once

#include <vector>

#include "../tensor/named_value.hpp"
#include "../tensor/tensor.hpp"

namespace mha {

/// What a head does, in numbers; the columns of HeadMeasures.summary. Each is a mean over the batch and over
/// the queries that have such a key; queries that attend to nothing count for none. Weights on j seen from i:
enum class Measure {
  entropy,    // - sum_j a_ij ln a_ij, in nats: 0 looks at one key, ln T_k at all alike
  diagonal,   // a_ii
  previous,   // a_i,i-1
  next,       // a_i,i+1
  first,      // a_i0
  near,       // sum of a_ij over the keys at most kNear from i, itself included
  same_word,  // sum of a_ij over the keys with i's word, of queries whose word is at another place too
  elsewhere,  // the same without a_ii
  positions,  // sum of a_ij over the given keys, each once
  distance,   // sum_j a_ij |i - j|, in tokens
};
inline constexpr Index kNear = 2;
inline constexpr std::array kMeasures = {
    NamedValue{Measure::entropy, "entropy"},     NamedValue{Measure::diagonal, "diagonal"},
    NamedValue{Measure::previous, "previous"},   NamedValue{Measure::next, "next"},
    NamedValue{Measure::first, "first"},         NamedValue{Measure::near, "near"},
    NamedValue{Measure::same_word, "sameWord"},  NamedValue{Measure::elsewhere, "elsewhere"},
    NamedValue{Measure::positions, "positions"}, NamedValue{Measure::distance, "distance"},
};
static_assert(is_in_order(kMeasures) && kMeasures.back() == Measure::distance);

struct HeadMeasures {
  Tensor summary;      // (H, kMeasures)
  Tensor queries;      // (H, kMeasures): over how many each is a mean
  Tensor row_entropy;  // (B, H, T_q), nats
  Tensor row_sum;      // (B, H, T_q): 1 where a row is a distribution, 0 where it attends to nothing
  Tensor column_sum;   // (B, H, T_k): what a key gets from all queries together
  Tensor similarity;   // where asked for, (H, H): mean over rows of sum_j min(a_ij, b_ij), the share of
                       // weight two heads put on the same keys; 1 for equal. Rows that attend to nothing in
                       // both count for none
};

struct MeasureOptions {
  std::vector<Index> positions;               // keys, each counted once
  std::vector<Index> query_words, key_words;  // (T_q) and (T_k), a number for each word; none for not known
  bool similarity = true;                     // where heads are many it takes longer than all else
};

/// Of attention weights (B, H, T_q, T_k). Error "shape" for a position that is not in [0, T_k), and for words
/// that are not as many as tokens.
HeadMeasures measure(const Tensor& attention, const MeasureOptions& options = {});

/// bhij,h->bij: the weights of all heads together, each times its factor. Error "shape" where these are not
/// H.
Tensor blend(const Tensor& attention, const Tensor& factors);

/// A row's keys, those with most weight first; of equal ones, and of NaN, the first first.
struct Ranking {
  Tensor order;  // (T_k)
  Tensor held;   // (T_k): what they hold together, up to each
};
/// Of the weights of one query.
Ranking rank(const Tensor& row);

}  // namespace mha
