#pragma once

#include "../layer/attention.hpp"

namespace mha {

// Where a head's queries and keys lie, as the scores compare them: after rope, if any. Of batch item 0.
// Errors "config" for a run without trace or one that does not come to the heads, and for a head that does
// not exist; "shape" for a query or a key that does not.

/// All queries and keys of a head as arrows from the origin, in the plane that keeps most of their squared
/// lengths: the two principal components of both together, not centred, since a score is taken from the
/// origin. Each axis points so that its largest component is positive. With d_k <= 2 it is the space itself.
struct Plane {
  Tensor queries;        // (T_q, 2)
  Tensor keys;           // (T_k, 2)
  Tensor query_lengths;  // (T_q), in all d_k dimensions
  Tensor key_lengths;    // (T_k)
  Tensor kept;           // (1): the share of all squared lengths that lies in the plane
};
Plane plane(const Run& run, Index head);

/// How a query meets the keys of its head.
struct Meeting {
  Tensor products;  // (d_k): q_c k_c with one key, whose sum is the score
  Tensor angles;    // (T_k): with every key, in radians; NaN where one of the two is 0
};
Meeting meeting(const Run& run, Index head, Index query, Index key);

}  // namespace mha
