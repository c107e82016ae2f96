#include "learner.hpp"

#include <algorithm>

namespace mha {

Learner::Learner(std::unique_ptr<const ParameterTable> table, const TrainingConfig& training,
                 std::uint64_t seed)
    : training_(training),
      seed_(seed),
      table_(std::move(table)),
      parameters_(Tensor::from(table_->initial(seed), {table_->elements()})),
      gradients_(Tensor::uninitialised({table_->elements()})),
      optimizer_(training, table_->elements()) {}

double Learner::train(Index steps) {
  if (steps < 1 || steps > kMostAtOnce)
    fail(ErrorCode::config, "steps_out_of_range",
         "train({steps}): expected 1 to {most} steps; for more, call it again", steps, kMostAtOnce);
  double loss = 0;
  for (Index i = 0; i < steps; ++i) {
    Rng rng(seed_, static_cast<std::uint64_t>(step_) + 1);
    loss += train_on_drawn(rng);
  }
  return loss / static_cast<double>(steps);
}

void Learner::learn() {
  optimizer_.step(step_, table_->places(), parameters_.values(), gradients_.values());
  ++step_;
  forget();
}

Index Learner::checkpoint() {
  checkpoints_.push_back({{parameters().begin(), parameters().end()}, optimizer_, step_});
  return static_cast<Index>(checkpoints_.size()) - 1;
}

void Learner::restore(Index checkpoint) {
  const auto count = static_cast<Index>(checkpoints_.size());
  if (checkpoint < 0 || checkpoint >= count)
    fail(ErrorCode::config, "no_checkpoint",
         "there is no checkpoint {checkpoint}; there are {checkpoints}, counted from 0", checkpoint, count);
  const State& state = checkpoints_[static_cast<std::size_t>(checkpoint)];
  set(state.parameters, state.optimizer, state.step);
}

void Learner::set(std::span<const float> parameters, const Optimizer& optimizer, Index step) {
  std::ranges::copy(parameters, parameters_.data());
  optimizer_ = optimizer;
  step_ = step;
  forget();
}

void Learner::load(std::span<const float> parameters, Index step) {
  if (parameters.size() != this->parameters().size())
    fail(ErrorCode::shape, "parameters_of_another_model", "{count} parameters for a model of {expected}",
         parameters.size(), this->parameters().size());
  set(parameters, Optimizer(training_, table_->elements()), step);
}

}  // namespace mha
