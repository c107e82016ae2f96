#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "../layer/attention.hpp"
#include "batch_tape.hpp"
#include "composition.hpp"
#include "optimizer.hpp"
#include "tally.hpp"

namespace mha {

/// Largest number of steps or sentences in one call, so that a call returns in reasonable time.
inline constexpr Index kMostAtOnce = 100000;

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

/// A model that learns a task: its parameters, and the state of its training. The same seed gives the same
/// weights on every machine, to the bit. Thread safety: training and predictions use one
/// workspace, so one thread at a time may use a model.
class Model {
 public:
  Model(std::shared_ptr<const Task> task, const ModelConfig& config, const TrainingConfig& training,
        std::uint64_t seed);

  const Task& task() const { return *task_; }
  const ModelConfig& config() const { return config_; }
  const ParameterLayout& layout() const { return *layout_; }
  /// All parameters, in the order of the layout.
  std::span<const float> parameters() const { return parameters_.values(); }
  /// A view of one parameter, by its index in the layout.
  Tensor parameter(Index place) const { return layout_->view(parameters_, place); }
  Index step() const { return step_; }

  /// Takes this many steps, each on a new batch, and returns their mean loss. Allocates nothing after the
  /// first step. Error "config" for fewer than 1 step, or more than kMostAtOnce.
  double train(Index steps);
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

  /// checkpoint() saves the parameters, the optimiser's moments and the step until the model is destroyed,
  /// three floats for each parameter. It returns a number for restore(). Error "config" for any other number.
  Index checkpoint();
  void restore(Index checkpoint);
  /// Replaces the parameters by those of the given step. The optimiser's moments begin at 0.
  void load(std::span<const float> parameters, Index step);

  /// layer() returns the attention of one layer, counted from 0. inputs() returns the input of that layer for
  /// a sentence: query, key and value (1, T, d_model), and an additive mask of the words that it does not
  /// see. Error "config" if the layer does not exist.
  Layer layer(Index layer) const;
  ForwardArgs inputs(const Sentence& sentence, Index layer) const;

 private:
  /// A copy of the state that training changes.
  struct State {
    std::vector<float> parameters;
    Optimizer optimizer;
    Index step = 0;
  };

  /// The tape of training and evaluation. Created on first use: a model that only predicts needs none.
  BatchTape& tape();
  void set(std::span<const float> parameters, const Optimizer& optimizer, Index step);
  void draw(Rng& rng, bool held_out, Index sentences, Batch& batch);
  /// Puts the steps of a prediction on a tape.
  Composed composed(Tape& tape, const Sentence& sentence) const;

  std::shared_ptr<const Task> task_;
  ModelConfig config_;
  TrainingConfig training_;
  std::uint64_t seed_;
  std::unique_ptr<ParameterLayout> layout_;  // on the heap, because other members refer to it
  Tensor parameters_;                        // one-dimensional; the tape has views of it
  Optimizer optimizer_;
  Index step_ = 0;
  std::vector<State> checkpoints_;
  std::unique_ptr<BatchTape> tape_;  // empty before the first use
  std::optional<Tally> tally_;       // empty after the parameters have changed
  Batch batch_;
  Sentence drawn_;
  Tensor gradients_;  // of all parameters, in the order of the layout
};

}  // namespace mha
