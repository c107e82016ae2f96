#pragma once

#include "contributions.hpp"

namespace mha {

// A score of a head as a sum over pairs: a part of the stream at the query, and a part of the stream at the
// key. A score is the product of query and key, so each pair adds one product. The scales of norms are
// constants, as in contributions.hpp.

/// The token that looks, or the token that is looked at.
enum class Side { query, key };
inline constexpr std::array kSides = {NamedValue{Side::query, "query"}, NamedValue{Side::key, "key"}};
static_assert(is_in_order(kSides) && kSides.back() == Side::key);

/// The d_k features of a head's query or key that the product of the scores reads: after biases, the norm of
/// queries and keys, and rotary positions. The readings are linear in the block's input x (1, 1, d_model) at
/// a position. Error "config" for latent attention.
Readings features_of(const Block& block, Side side, Index head, const Tensor& x, Index position);

/// What positions add to a score after the product: ALiBi, or learned vectors of distances. x: the block's
/// input, (1, T, d_model).
double score_of_distance(const Block& block, Index head, Index query, Index key, const Tensor& x);

/// What each part of a query (n, d_k) and each part of a key (m, d_k) add to their score together, (n, m).
/// `scale` is that of the scores. Error "shape" for other sizes.
Tensor score_pairs(const Tensor& queries, const Tensor& keys, double scale);

}  // namespace mha
