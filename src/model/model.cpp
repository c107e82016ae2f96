#include "model.hpp"

#include <algorithm>

namespace mha {

Model::Model(std::shared_ptr<const Task> task, const ModelConfig& config, const TrainingConfig& training,
             std::uint64_t seed)
    : task_(std::move(task)),
      config_((check(config, task_->vocabulary()), config)),
      training_(training),
      seed_(seed),
      layout_(std::make_unique<ParameterLayout>(config)),
      parameters_(Tensor::from(layout_->initial(seed), {layout_->elements()})),
      optimizer_(training, layout_->elements()),
      gradients_(Tensor::uninitialised({layout_->elements()})) {
  batch_.reserve(training.batch);
  drawn_.reserve(static_cast<std::size_t>(kMostTokens));
}

BatchTape& Model::tape() {
  if (!tape_) tape_ = std::make_unique<BatchTape>(config_, *layout_, parameters_, training_.batch);
  return *tape_;
}

void Model::draw(Rng& rng, bool held_out, Index sentences, Batch& batch) {
  batch.clear();
  for (Index i = 0; i < sentences; ++i) {
    task_->draw(rng, held_out, drawn_);
    batch.add(*task_, drawn_);
  }
}

double Model::train_on(const Batch& batch) {
  const double loss = tape().forward(batch);
  tally_.reset();
  tape().backward(gradients_);
  optimizer_.step(step_, layout_->places(), parameters_.values(), gradients_.values());
  ++step_;
  return loss;
}

double Model::train(Index steps) {
  if (steps < 1 || steps > kMostAtOnce)
    fail(ErrorCode::config, "steps_out_of_range",
         "train({steps}): expected 1 to {most} steps; for more, call it again", steps, kMostAtOnce);
  double loss = 0;
  for (Index i = 0; i < steps; ++i) {
    Rng rng(seed_, static_cast<std::uint64_t>(step_) + 1);
    draw(rng, false, training_.batch, batch_);
    loss += train_on(batch_);
  }
  return loss / static_cast<double>(steps);
}

Index Model::checkpoint() {
  checkpoints_.push_back({{parameters().begin(), parameters().end()}, optimizer_, step_});
  return static_cast<Index>(checkpoints_.size()) - 1;
}

void Model::restore(Index checkpoint) {
  const auto count = static_cast<Index>(checkpoints_.size());
  if (checkpoint < 0 || checkpoint >= count)
    fail(ErrorCode::config, "no_checkpoint",
         "there is no checkpoint {checkpoint}; there are {checkpoints}, counted from 0", checkpoint, count);
  const State& state = checkpoints_[static_cast<std::size_t>(checkpoint)];
  set(state.parameters, state.optimizer, state.step);
}

void Model::set(std::span<const float> parameters, const Optimizer& optimizer, Index step) {
  tally_.reset();
  std::ranges::copy(parameters, parameters_.data());
  optimizer_ = optimizer;
  step_ = step;
}

void Model::load(std::span<const float> parameters, Index step) {
  if (parameters.size() != this->parameters().size())
    fail(ErrorCode::shape, "parameters_of_another_model", "{count} parameters for a model of {expected}",
         parameters.size(), this->parameters().size());
  set(parameters, Optimizer(training_, layout_->elements()), step);
}

Layer Model::layer(Index layer) const {
  return layer_of(config_, *layout_, parameters_, layer);
}

}  // namespace mha
