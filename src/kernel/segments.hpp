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
  Size queries, keys;  // of all sentences
  Size heads, width;   // width: features of a head
  Size most;           // largest number of keys in any sentence
};

// Matrices are row-major without gaps: weights (queries, H, most), 0 after the last key; context (queries, H
// d). A gradient, such as dq, has the sizes of its matrix.

/// What the weights are computed from.
struct SegmentScores {
  const float *q, *k;      // (queries, H d) and (keys, H d)
  const float* distances;  // (H, 2 most - 1), by key minus query from -(most - 1) on; or null
  const float* blocked;    // (queries, most), not 0 where a query does not see a key; or null
  float scale;             // of the products
};
/// Gradients of the same: dq and dk are overwritten, ddistances is added to unless it is null.
struct SegmentScoreGradients {
  float *dq, *dk, *ddistances;
};
/// What the context is computed from.
struct SegmentMix {
  const float *weights, *v;  // v: (keys, H d)
  const float* factors;      // (H), of the context; or null
};

/// qd,kd->qk in each head: products times `scale`, plus distances, then the softmax of each row.
void segment_weights(const Segments& segments, const SegmentScores& of, float* weights);
void segment_weights_backward(const Segments& segments, const SegmentScores& of, const float* weights,
                              const float* dweights, const SegmentScoreGradients& to);

/// qk,kd->qd in each head, times its factor.
void segment_mix(const Segments& segments, const SegmentMix& of, float* context);
/// Overwrites dweights and dv. Sets the gradient of a weight of 0, as of a blocked key, to 0: the softmax
/// passes no gradient to its score.
void segment_mix_backward(const Segments& segments, const SegmentMix& of, const float* dcontext,
                          float* dweights, float* dv);

}  // namespace mha
