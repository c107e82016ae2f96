#pragma once

#include <vector>

#include "../base/named_value.hpp"
#include "../tensor/tensor.hpp"

namespace mha {

/// Measures of a head; the columns of HeadMeasures.summary. Each is a mean over the batch and over the
/// queries for which the measured keys exist. Queries that attend to no key do not count. a_ij is the weight
/// of query i on key j:
enum class Measure {
  entropy,    // - sum_j a_ij ln a_ij, in nats: 0 for one key, ln T_k for equal weights
  diagonal,   // a_ii
  previous,   // a_i,i-1
  next,       // a_i,i+1
  first,      // a_i0
  near,       // sum of a_ij over keys at a distance of at most kNear from i, including i
  same_word,  // sum of a_ij over keys with the word of i, for queries whose word has other positions, too
  elsewhere,  // the same without a_ii
  positions,  // sum of a_ij over the given keys, without duplicates
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
  Tensor queries;      // (H, kMeasures): the number of queries in each mean
  Tensor row_entropy;  // (B, H, T_q), nats
  Tensor row_sum;      // (B, H, T_q): 1 if the row is a distribution, 0 if the query attends to no key
  Tensor column_sum;   // (B, H, T_k): sum of a key's weights over all queries
  Tensor similarity;   // (H, H), if requested: mean over rows of sum_j min(a_ij, b_ij), the share of weight
                       // that two heads put on the same keys; 1 if they are equal. A query that attends to no
                       // key in both heads does not count
};

struct MeasureOptions {
  std::vector<Index> positions;               // keys; duplicates count once
  std::vector<Index> query_words, key_words;  // (T_q) and (T_k): a number for each word; empty if unknown
  bool similarity = true;  // computes HeadMeasures.similarity, which takes most of the time if heads are many
};

/// Measures attention weights (B, H, T_q, T_k). Error "shape" for a position outside [0, T_k), and if the
/// number of words is not the number of tokens.
HeadMeasures measure(const Tensor& attention, const MeasureOptions& options = {});

/// bhij,h->bij: the sum of all heads' weights, each times its factor. Error "shape" unless there are H
/// factors.
Tensor blend(const Tensor& attention, const Tensor& factors);

/// The keys of a row, sorted from the largest weight. Equal weights keep their order; NaN comes last.
struct Ranking {
  Tensor order;  // (T_k)
  Tensor held;   // (T_k): cumulative weight
};
/// Ranks the weights of one query.
Ranking rank(const Tensor& row);

}  // namespace mha
