#pragma once

#include <cstdint>

#include "size.hpp"

namespace mha {

/// Queries of sentences that lie one after the other, without padding: each attends to the keys of its own
/// sentence.
struct Segments {
  const std::int64_t* places;  // (queries, 3): its sentence's first key, how many keys, the query's position
  Size queries;
  Size heads, width;  // width: the features of a head
  Size most;          // keys that a sentence may have
};

// Matrices are row-major without gaps: q, context (queries, H d); k, v (keys, H d); weights (queries, H,
// most), 0 past the sentence; distances (H, 2 most - 1), by key minus query from -(most - 1) on, or none;
// blocked (queries, most), keys that are not seen where not 0, or none; factors (H) of the context, or none.

/// qd,kd->qk in each head, scaled, with distances added, and the softmax of each row.
void segment_weights(const Segments& segments, const float* q, const float* k, const float* distances,
                     const float* blocked, float scale, float* weights);
/// Writes dq and dk, and adds to ddistances, if any.
void segment_weights_backward(const Segments& segments, const float* q, const float* k, const float* weights,
                              const float* dweights, float scale, Size keys, float* dq, float* dk,
                              float* ddistances);

/// qk,kd->qd in each head, times its factor.
void segment_mix(const Segments& segments, const float* weights, const float* v, const float* factors,
                 float* context);
/// The gradient of a weight that is 0, of a key that is blocked, is left at 0: the softmax passes none on.
void segment_mix_backward(const Segments& segments, const float* weights, const float* v,
                          const float* factors, const float* dcontext, Size keys, float* dweights, float* dv);

}  // namespace mha
