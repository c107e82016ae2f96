#pragma once

#include <vector>

#include "../layer/attention.hpp"
#include "../tensor/named_value.hpp"

namespace mha {

/// What a head does, in numbers; the columns of HeadMeasures.summary. Each is a mean over the batch and over
/// the queries that have such a key; queries that attend to nothing count for none. Weights on j seen from i:
enum class Measure {
  entropy,    // - sum_j a_ij ln a_ij, in nats: 0 looks at one key, ln T_k at all alike
  diagonal,   // a_ii
  previous,   // a_i,i-1
  next,       // a_i,i+1
  first,      // a_i0
  positions,  // sum of a_ij over the given keys, each once
  distance,   // sum_j a_ij |i - j|, in tokens
};
inline constexpr std::array kMeasures = {
    NamedValue{Measure::entropy, "entropy"},   NamedValue{Measure::diagonal, "diagonal"},
    NamedValue{Measure::previous, "previous"}, NamedValue{Measure::next, "next"},
    NamedValue{Measure::first, "first"},       NamedValue{Measure::positions, "positions"},
    NamedValue{Measure::distance, "distance"},
};
static_assert(is_in_order(kMeasures) && kMeasures.back() == Measure::distance);

struct HeadMeasures {
  Tensor summary;      // (H, kMeasures)
  Tensor row_entropy;  // (B, H, T_q), nats
  Tensor row_sum;      // (B, H, T_q): 1 where a row is a distribution, 0 where it attends to nothing
  Tensor column_sum;   // (B, H, T_k): what a key gets from all queries together
  Tensor similarity;  // where asked for, (H, H): mean over rows of sum_j min(a_ij, b_ij), the share of weight
                      // two heads put on the same keys; 1 for equal. Rows that attend to nothing in both
                      // count for none
};

/// Of attention weights (B, H, T_q, T_k). `positions` are keys, each counted once; Error "shape" for one that
/// is not in [0, T_k). How alike any two heads are takes longer than all else where heads are many.
HeadMeasures measure(const Tensor& attention, const std::vector<Index>& positions = {},
                     bool with_similarity = true);

/// bhid,hdm->bhim: what each head adds to the output through its own rows of W_O, (B, H, T_q, d_model); their
/// sum over heads is the output without its bias. Error "config" for a run without trace, or on a wrong path.
Tensor contributions(const Run& run);

/// The layer without these heads: the same output as with each scaled by 0. Error "config" for a head that
/// does not exist, for all of them, and where heads that share a key/value head are not removed together.
Layer prune(const Layer& layer, const std::vector<Index>& heads);

}  // namespace mha
