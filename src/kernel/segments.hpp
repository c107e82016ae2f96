#pragma once

#include <cstdint>

#include "size.hpp"

namespace mha {

/// Attention over sentences stored one after another, without padding. Each query attends to the keys of its
/// own sentence.
struct Segments {
  /// (queries, 3): the index of the first key of the query's sentence, its number of keys, and the position
  /// of the query in it.
  const std::int64_t* places;
  Size queries;
  Size heads, width;  // width: features of a head
  Size most;          // largest number of keys in any sentence
};

// Matrices are row-major without gaps: q and context (queries, H d); k and v (keys, H d); weights (queries,
// H, most), 0 after the last key; distances (H, 2 most - 1), by key minus query from -(most - 1) on, or null;
// blocked (queries, most), not 0 where a query does not see a key, or null; factors (H) of the context, or
// null.

/// qd,kd->qk in each head: products times `scale`, plus distances, then the softmax of each row.
void segment_weights(const Segments& segments, const float* q, const float* k, const float* distances,
                     const float* blocked, float scale, float* weights);
/// Writes dq and dk, and adds to ddistances unless it is null.
void segment_weights_backward(const Segments& segments, const float* q, const float* k, const float* weights,
                              const float* dweights, float scale, Size keys, float* dq, float* dk,
                              float* ddistances);

/// qk,kd->qd in each head, times its factor.
void segment_mix(const Segments& segments, const float* weights, const float* v, const float* factors,
                 float* context);
/// Sets the gradient of a weight of 0, as of a blocked key, to 0: the softmax passes no gradient to its
/// score.
void segment_mix_backward(const Segments& segments, const float* weights, const float* v,
                          const float* factors, const float* dcontext, Size keys, float* dweights, float* dv);

}  // namespace mha
