#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "../layer/attention.hpp"
#include "batch_tape.hpp"
#include "composition.hpp"
#include "learner.hpp"
#include "tally.hpp"

namespace mha {

/// A word and its predicted probability.
struct LikelyWord {
  Index word;
  float probability;
};

/// The prediction of a model for one sentence.
struct Prediction {
  Sentence sentence;
  std::vector<Blank> blanks;
  std::vector<std::vector<LikelyWord>> words;  // of each blank, from the likeliest
  std::vector<Tensor> attention;               // of each layer, (1, H, T, T)
};

/// A model that learns a task. Thread safety: training and predictions use one workspace, so one thread at a
/// time may use a model.
class Model final : public Learner {
 public:
  Model(std::shared_ptr<const Task> task, const ModelConfig& config, const TrainingConfig& training,
        std::uint64_t seed);

  const Task& task() const { return *task_; }
  const ModelConfig& config() const { return config_; }
  const ParameterLayout& layout() const { return static_cast<const ParameterLayout&>(table()); }

  /// Takes one step on a batch, and returns the loss before the step. Errors as of check() in batch.hpp, for
  /// TrainingConfig::batch sentences.
  double train_on(const Batch& batch);

  /// Evaluates the model on this many held-out sentences, which are the same for every model. A later call
  /// for more sentences, with the same removal and no training in between, continues the count.
  Evaluation evaluate(Index sentences, const Removal& removal = {});
  Prediction predict(const Sentence& sentence, const Removal& removal = {}) const;
  /// The steps of a prediction: from the embeddings to the logits of the blanks, and to the loss if an answer
  /// is known.
  std::vector<Step> trace(const Sentence& sentence) const;

  /// layer() returns the attention of one layer, counted from 0. inputs() returns the input of that layer for
  /// a sentence: query, key and value (1, T, d_model), and an additive mask of the words that it does not
  /// see. Error "config" if the layer does not exist.
  Layer layer(Index layer) const;
  ForwardArgs inputs(const Sentence& sentence, Index layer) const;

 private:
  /// The tape of training and evaluation. Created on first use: a model that only predicts needs none.
  BatchTape& tape();
  double train_on_drawn(Rng& rng) override;
  void forget() override { tally_.reset(); }
  void draw(Rng& rng, bool held_out, Index sentences, Batch& batch);
  /// Puts the steps of a prediction on a tape.
  Composed composed(Tape& tape, const Sentence& sentence) const;

  std::shared_ptr<const Task> task_;
  ModelConfig config_;
  std::unique_ptr<BatchTape> tape_;  // empty before the first use
  std::optional<Tally> tally_;       // empty after the parameters have changed
  Batch batch_;
  Sentence drawn_;
};

}  // namespace mha
