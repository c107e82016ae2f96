#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../tape/replay.hpp"
#include "optimizer.hpp"

namespace mha {

/// Heads that gradient steps find for attention that somebody wants: each has a W_Q and a W_K that are free,
/// and a row of all their maps together should be as the row that is wanted. A head's row sums to 1, so one
/// head has a weight of 1 to spend in each row, and two have 2.
///
///   A_h = softmax(x W_Q,h (x W_K,h)^T / sqrt(d_k))
///   loss = mean over the rows i where anything is wanted of sum_j (sum_h A_h,ij - wanted_ij)^2
///
/// The same seed gives the same bits on every machine.
class HeadFit {
 public:
  /// x (1, T, d_model), wanted (T, T): of rows that are 0 nothing is asked. Error "shape" for other shapes,
  /// and where nothing is wanted at all; "config" for less than one head or feature, or more than kMostHeads
  /// or kMostFeatures.
  HeadFit(const Tensor& x, const Tensor& wanted, Index heads, Index d_k, std::uint64_t seed);

  static constexpr Index kMostHeads = 16, kMostFeatures = 512;

  /// Takes so many steps of Adam (Kingma and Ba 2015); the loss after them. Error "config" for less than one.
  double train(Index steps);
  Index step() const { return step_; }
  double loss() const;

  /// (1, heads, T, T), as they are after the last step.
  Tensor maps() const;
  /// (d_model, heads d_k), the head's index the slower one, as a layer has them (weights.hpp).
  Tensor w_q() const { return side_by_side_of(0); }
  Tensor w_k() const { return side_by_side_of(1); }

  /// W_Q and W_K of the first head, (d_model, d_k) each, then those of the next.
  std::span<const float> parameters() const { return parameters_.values(); }
  /// The gradient of the loss by them.
  std::span<const float> gradients();
  /// Takes others in their place, as before the first step.
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
