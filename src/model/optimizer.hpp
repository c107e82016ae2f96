#pragma once

#include <span>
#include <vector>

#include "model_config.hpp"
#include "parameters.hpp"

namespace mha {

/// AdamW (Loshchilov and Hutter 2019): weight decay of matrices only, and gradients clipped by norm.
/// Thread safety: a step changes the object, so one thread at a time may use it.
class Optimizer {
 public:
  Optimizer(const TrainingConfig& training, Index elements)
      : training_(training), mean_(static_cast<std::size_t>(elements)), square_(mean_) {}

  /// `step`, counted from 0, sets the rate. `places` are those of all parameters.
  void step(Index step, std::span<const ParameterPlace> places, std::span<float> parameters,
            std::span<const float> gradients);

 private:
  TrainingConfig training_;
  std::vector<float> mean_, square_;  // decaying means of the gradients and of their squares
  Index taken_ = 0;                   // number of steps since the means were 0
};

}  // namespace mha
