#pragma once

#include <vector>

#include "../tape/replay.hpp"
#include "composition.hpp"

namespace mha {

/// A model of batches on a tape that is computed again for each, by the kernels.
class BatchTape {
 public:
  /// For so many sentences at most. The layout is there for longer; the numbers of the parameters may change.
  BatchTape(const ModelConfig& config, const ParameterLayout& layout, const Tensor& parameters,
            Index sentences);

  /// The mean cross-entropy of the blanks whose answer is known, in nats; 0 where none is.
  double forward(const Batch& batch, const Removal& removal = {});
  /// After a forward() without removals: its gradient by all parameters, as they lie in one tensor.
  void backward(Tensor& gradients);

  /// (1, blanks, vocabulary) of the last forward.
  Tensor probabilities() const;
  /// The weight of a blank's query on a position in one head, in the last forward of this batch.
  float weight(const Batch& batch, Index layer, Index head, Index blank, Index position) const;

 private:
  /// The steps of a small batch.
  std::vector<Step> record();
  void set(const Batch& batch, const Removal& removal);
  /// Which keys the queries of a layer do not see; null where they see all.
  const Mask* blocked(const Batch& batch, const Removal& removal, Index layer);

  ModelConfig config_;
  const ParameterLayout& layout_;
  Tensor parameters_;
  Composed composed_;
  std::vector<Mask> blocked_;  // of each layer, (rows, kMostTokens)
  Replay replay_;
};

}  // namespace mha
