#pragma once

#include <span>

#include "batch.hpp"
#include "matrix.hpp"

namespace mha {

/// What the heads of a layer read and make, each query by itself over the words of its sentence.
struct HeadRows {
  const ModelConfig& config;
  const Batch& batch;
  std::span<const QueryRow> queries;
  Window window;
  Matrix q;                          // (queries, H d_k)
  Matrix k, v;                       // (words, H d_k)
  Matrix weights;                    // (queries H, kMostTokens); 0 for words that are not seen, or not there
  Matrix context;                    // (queries, H d_k)
  const float* distances = nullptr;  // (H, 2 kMostTokens - 1), or none
  const Removal* removal = nullptr;  // or none
  Index layer = 0;                   // of those that it names

  /// qd,kd->qk, softmax, qk,kd->qd in each head.
  void attend() const;
  /// The gradients of q, k and v, and of distances, from that of the context. Without a removal.
  void backward(const ConstMatrix& dcontext, const Matrix& dq, const Matrix& dk, const Matrix& dv,
                float* ddistances) const;
};

}  // namespace mha
