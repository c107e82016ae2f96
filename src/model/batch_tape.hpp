#pragma once

#include <vector>

#include "../tape/replay.hpp"
#include "composition.hpp"

namespace mha {

/// A model on a tape that the kernels recompute for each batch.
/// Thread safety: each thread needs an object of its own.
class BatchTape {
 public:
  /// For batches of at most this many sentences. The layout must outlive the tape. The values of the
  /// parameters may change between passes.
  BatchTape(const ModelConfig& config, const ParameterLayout& layout, const Tensor& parameters,
            Index sentences);
  BatchTape(const BatchTape&) = delete;  // copies would share the parameters
  BatchTape& operator=(const BatchTape&) = delete;

  /// The mean cross-entropy of the blanks with a known answer, in nats; 0 without such blanks. Errors as of
  /// check() in batch.hpp.
  double forward(const Batch& batch, const Removal& removal = {});
  /// After a forward() without removals: writes the gradients of the loss with respect to all parameters, in
  /// the order of the layout.
  void backward(Tensor& gradients);

  /// The probabilities of the last batch, (1, blanks, vocabulary).
  Tensor probabilities() const;
  /// The weight that the query of a blank puts on a position in one head. `batch` is the batch of the last
  /// forward().
  float weight(const Batch& batch, Index layer, Index head, Index blank, Index position) const;

 private:
  /// The steps for a small batch.
  std::vector<Step> record();
  /// Sets the attributes of all steps for a batch.
  void set(const Batch& batch, const Removal& removal);
  /// The mask of the queries of a layer; null if they see all keys.
  const Mask* blocked(const Batch& batch, const Removal& removal, Index layer);

  ModelConfig config_;
  Index sentences_;  // at most, in a batch
  const ParameterLayout& layout_;
  Tensor parameters_;
  Composed composed_;
  std::vector<Mask> blocked_;  // of each layer, (rows, kMostTokens)
  Replay replay_;
};

}  // namespace mha
