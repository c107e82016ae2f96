#pragma once

#include <memory>
#include <vector>

#include "optimizer.hpp"

namespace mha {

/// Largest number of steps or sentences in one call, so that a call returns in reasonable time.
inline constexpr Index kMostAtOnce = 100000;
/// Seed of the held-out sentences; the same for all models.
inline constexpr std::uint64_t kTestSeed = 20170612;

/// The parameters of a model, and the state of their training. The same seed gives the same weights on every
/// machine, to the bit.
class Learner {
 public:
  Learner(const Learner&) = delete;  // copies would share the parameters
  Learner& operator=(const Learner&) = delete;
  Learner(Learner&&) = default;
  virtual ~Learner() = default;

  /// All parameters, in the order of the layout.
  std::span<const float> parameters() const { return parameters_.values(); }
  /// A view of one parameter, by its index in the layout.
  Tensor parameter(Index place) const { return table_->view(parameters_, place); }
  const std::vector<ParameterPlace>& places() const { return table_->places(); }
  Index step() const { return step_; }

  /// Takes this many steps, each on a new batch, and returns their mean loss. Allocates nothing after the
  /// first step. Error "config" for fewer than 1 step, or more than kMostAtOnce.
  double train(Index steps);

  /// checkpoint() saves the parameters, the optimiser's moments and the step until the model is destroyed,
  /// three floats for each parameter. It returns a number for restore(). Error "config" for any other number.
  Index checkpoint();
  void restore(Index checkpoint);
  /// Replaces the parameters by those of the given step. The optimiser's moments begin at 0.
  void load(std::span<const float> parameters, Index step);

 protected:
  Learner(std::unique_ptr<const ParameterTable> table, const TrainingConfig& training, std::uint64_t seed);

  const ParameterTable& table() const { return *table_; }
  const TrainingConfig& training() const { return training_; }
  const Tensor& all() const { return parameters_; }  // one-dimensional; tapes have views of it
  /// The gradients of all parameters, for the next call of learn().
  Tensor& gradients() { return gradients_; }
  /// Takes one step with the gradients.
  void learn();

 private:
  /// What a checkpoint saves: everything that a training step changes.
  struct State {
    std::vector<float> parameters;
    Optimizer optimizer;
    Index step = 0;
  };

  /// Takes one step on a batch that it draws, and returns the loss before the step.
  virtual double train_on_drawn(Rng& rng) = 0;
  /// Called after the parameters have changed.
  virtual void forget() {}
  void set(std::span<const float> parameters, const Optimizer& optimizer, Index step);

  TrainingConfig training_;
  std::uint64_t seed_;
  std::unique_ptr<const ParameterTable> table_;  // on the heap, because other members refer to it
  Tensor parameters_, gradients_;
  Optimizer optimizer_;
  Index step_ = 0;
  std::vector<State> checkpoints_;
};

}  // namespace mha
