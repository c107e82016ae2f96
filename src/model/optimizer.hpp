#pragma once

#include <span>
#include <vector>

#include "model_config.hpp"
#include "parameters.hpp"

namespace mha {

/// AdamW (Loshchilov and Hutter 2019), decay on matrices alone, of gradients that are clipped at a norm.
class Optimizer {
 public:
  Optimizer(const TrainingConfig& training, Index elements)
      : training_(training), mean_(static_cast<std::size_t>(elements)), square_(mean_) {}

  /// `step`, from 0 on, decides the rate; the places are those of all parameters.
  void step(Index step, std::span<const ParameterPlace> places, std::span<float> parameters,
            std::span<const float> gradients);

 private:
  TrainingConfig training_;
  std::vector<float> mean_, square_;  // of the gradients, as they decay
  Index taken_ = 0;                   // steps, since these began as 0
};

}  // namespace mha
