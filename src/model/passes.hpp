#pragma once

#include <span>
#include <vector>

#include "batch.hpp"
#include "matrix.hpp"
#include "parameters.hpp"

namespace mha {

struct LayerPass;

/// Memory of the way back through a layer, used again for each.
struct LayerScratch {
  std::vector<float> dq, dk, dv, dcontext, dhidden;
  std::vector<float> product;  // what a projection gives to what it was made of
  std::vector<float> turned;   // a factor, transposed
};

/// Runs batches forward and back in memory that is taken once: what compose() puts on a tape
/// (composition.hpp), of many sentences at a time, without the rows that nobody reads.
class Passes {
 public:
  /// For so many sentences at most.
  Passes(const ModelConfig& config, const ParameterLayout& layout, Index sentences);

  /// The mean cross-entropy of the blanks whose answer is known, in nats.
  double forward(std::span<const float> parameters, const Batch& batch, const Removal& removal = {});
  /// Its gradient by all parameters, once after each forward() without removals, whose probabilities it uses
  /// up.
  void backward(std::span<const float> parameters, const Batch& batch, std::span<float> gradients);

  /// (blanks, vocabulary), after a forward().
  ConstMatrix probabilities(const Batch& batch) const;
  /// In the last forward, the weight of a blank's query on a position in one head.
  float weight(const Batch& batch, Index layer, Index head, Index blank, Index position) const;

 private:
  /// What one layer reads and makes.
  struct LayerMemory {
    std::vector<float> stream, normed_stream, normed_source;
    std::vector<float> q, k, v, weights, context;
    std::vector<float> middle, normed_middle, hidden;  // after attention; before and in the MLP
    std::vector<float> out;
  };

  /// The same as matrices, in one batch.
  LayerPass pass(Index layer, std::span<const float> parameters, const Batch& batch);
  double read_blanks(std::span<const float> parameters, const Batch& batch);
  /// From the gradient of the logits, which it overwrites, to that of the last stream.
  void unread_blanks(std::span<const float> parameters, const Batch& batch, std::span<float> gradients);
  void embed(std::span<const float> parameters, const Batch& batch);
  void unembed(const Batch& batch, std::span<float> gradients);

  ModelConfig config_;
  const ParameterLayout& layout_;
  std::vector<LayerMemory> layers_;
  std::vector<float> words_, dwords_;     // (words, d_model)
  std::vector<float> probabilities_;      // (blanks, vocabulary)
  std::vector<float> dstream_, dsource_;  // of the layer at hand, on the way back
  LayerScratch scratch_;
};

}  // namespace mha
