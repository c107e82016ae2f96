#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../tape/replay.hpp"
#include "optimizer.hpp"

namespace mha {

/// Fits heads to a target attention map by gradient descent. Each head has its own W_Q and W_K, and the sum
/// of the maps of all heads should equal the target. Each row of a head sums to 1, so one head can give a row
/// a total weight of 1, and two heads can give 2.
///
///   A_h = softmax(x W_Q,h (x W_K,h)^T / sqrt(d_k))
///   loss = mean over the fitted rows i of sum_j (sum_h A_h,ij - wanted_ij)^2
///
/// The same seed gives the same bits on every machine.
///
/// Thread safety: train() changes the object, so one thread at a time may use it.
class HeadFit {
 public:
  /// x (1, T, d_model), wanted (T, T); rows of 0 are not fitted. Error "shape" for other shapes, and if all
  /// rows are 0; "config" for fewer than one head or feature, or more than kMostHeads or kMostFeatures.
  HeadFit(const Tensor& x, const Tensor& wanted, Index heads, Index d_k, std::uint64_t seed);
  HeadFit(HeadFit&&) = default;  // not copyable: copies would share the parameters
  HeadFit& operator=(HeadFit&&) = default;

  static constexpr Index kMostHeads = 16, kMostFeatures = 512;

  /// Takes `steps` steps of Adam (Kingma and Ba 2015), and returns the loss after them. Error "config" for
  /// fewer than 1 step, or more than 100,000.
  double train(Index steps);
  Index step() const { return step_; }
  double loss() const;

  /// (1, heads, T, T), after the last step.
  Tensor maps() const;
  /// (d_model, heads d_k), as in a layer (weights.hpp): the head's index is the slower one.
  Tensor w_q() const { return side_by_side_of(0); }
  Tensor w_k() const { return side_by_side_of(1); }

  /// W_Q and W_K of the first head, (d_model, d_k) each, then those of the next head.
  std::span<const float> parameters() const { return parameters_.values(); }
  /// The gradient of the loss with respect to the parameters.
  std::span<const float> gradients();
  /// Replaces the parameters and resets the optimiser to step 0.
  void load(std::span<const float> parameters);

 private:
  void record(const Tensor& x, const Tensor& wanted);
  Tensor side_by_side_of(std::size_t which) const;

  Index tokens_, d_model_, heads_, d_k_;
  std::vector<ParameterPlace> places_;
  Tensor parameters_, gradients_;  // of one dimension
  Optimizer optimizer_;
  Index step_ = 0;
  std::optional<Replay> replay_;
  std::vector<StepIndex> maps_;  // of each head, (1, T, T)
  StepIndex loss_ = 0;
};

}  // namespace mha
