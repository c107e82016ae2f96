#pragma once

#include "../layer/attention.hpp"

namespace mha {

// Positions of a head's queries and keys as the scores compare them: after norms and rope, if any, and
// with the keys of the past. Batch item 0 only.
// Errors: "config" for a run without a trace, a run refused before the heads, or a head that does not exist;
// "shape" for a query or a key that does not exist.

/// All queries and keys of a head as arrows from the origin, projected onto the plane that keeps most of
/// their squared lengths: the first two principal components of both together. Not centred, because a score
/// is measured from the origin. Each axis points so that its largest component is positive. With d_k <= 2,
/// the plane is the space itself.
struct Plane {
  Tensor queries;        // (T_q, 2)
  Tensor keys;           // (T_k, 2)
  Tensor query_lengths;  // (T_q), in all d_k dimensions
  Tensor key_lengths;    // (T_k)
  Tensor kept;           // (1): fraction of all squared lengths within the plane
};
Plane plane(const Run& run, Index head);

/// A query compared with the keys of its head.
struct Meeting {
  Tensor products;  // (d_k): q_c k_c with one key; they sum to the score
  Tensor angles;    // (T_k): angle with every key, in radians; NaN if either vector is 0
};
Meeting meeting(const Run& run, Index head, Index query, Index key);

}  // namespace mha
