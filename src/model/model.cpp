#include "model.hpp"

namespace mha {

Model::Model(std::shared_ptr<const Task> task, const ModelConfig& config, const TrainingConfig& training,
             std::uint64_t seed)
    : Learner(std::make_unique<ParameterLayout>((check(config, task->vocabulary()), config)), training, seed),
      task_(std::move(task)),
      config_(config) {
  batch_.reserve(training.batch);
  drawn_.reserve(static_cast<std::size_t>(kMostTokens));
}

BatchTape& Model::tape() {
  if (!tape_) tape_ = std::make_unique<BatchTape>(config_, layout(), all(), training().batch);
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
  tape().backward(gradients());
  learn();
  return loss;
}

double Model::train_on_drawn(Rng& rng) {
  draw(rng, false, training().batch, batch_);
  return train_on(batch_);
}

Layer Model::layer(Index layer) const {
  return layer_of(config_, layout(), all(), layer);
}

}  // namespace mha
