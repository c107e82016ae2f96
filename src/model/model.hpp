#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "../layer/attention.hpp"
#include "batch_tape.hpp"
#include "optimizer.hpp"
#include "tally.hpp"

namespace mha {

/// Steps, or sentences, that one call takes at most, so that it comes back.
inline constexpr Index kMostAtOnce = 100000;

/// A word, and how likely the model holds it to be.
struct LikelyWord {
  Index word;
  float probability;
};

/// What the model says of one sentence.
struct Prediction {
  Sentence sentence;
  std::vector<Blank> blanks;
  std::vector<std::vector<LikelyWord>> words;  // of each blank, the likeliest first
  std::vector<Tensor> attention;               // of each layer, (1, H, T, T)
};

/// A model that learns a task: all that it is made of, and how far it has come. The same seed gives the same
/// weights on every machine, to the bit. Everything is on one thread.
class Model {
 public:
  Model(std::shared_ptr<const Task> task, const ModelConfig& config, const TrainingConfig& training,
        std::uint64_t seed);

  const Task& task() const { return *task_; }
  const ModelConfig& config() const { return config_; }
  const ParameterLayout& layout() const { return *layout_; }
  /// All parameters, as the layout has them.
  std::span<const float> parameters() const { return parameters_.values(); }
  /// One of them, by its place in the layout: a view.
  Tensor parameter(Index place) const { return layout_->view(parameters_, place); }
  Index step() const { return step_; }

  /// The mean loss of these steps, each of a fresh batch. Allocates nothing. Error "config" for less than
  /// one.
  double train(Index steps);
  /// One step on a batch; its loss before it. Error "shape" for one of more than TrainingConfig::batch
  /// sentences, or longer ones than kMostTokens.
  double train_on(const Batch& batch);

  /// Of so many sentences that training never draws, the same for every model. Asked for more of them, with
  /// the same taken away and nothing learned meanwhile, it goes on from those that it has counted.
  Evaluation evaluate(Index sentences, const Removal& removal = {});
  Prediction predict(const Sentence& sentence, const Removal& removal = {}) const;

  /// Keeps all of it, weights, means and step, three floats a parameter, for as long as the model is there;
  /// returns a number for restore(). Error "config" for one that there is not.
  Index checkpoint();
  void restore(Index checkpoint);
  /// Takes other parameters, of this layout, as those of a step; the means begin anew.
  void load(std::span<const float> parameters, Index step);

  /// One layer, counted from 0, as attention by itself, and what it reads of a sentence: query, key and value
  /// (1, T, d_model), and an additive mask of the words that it does not see. Error "config" where there is
  /// no such layer.
  Layer layer(Index layer) const;
  ForwardArgs inputs(const Sentence& sentence, Index layer) const;

 private:
  /// A copy of what training changes.
  struct State {
    std::vector<float> parameters;
    Optimizer optimizer;
    Index step = 0;
  };

  void set(std::span<const float> parameters, const Optimizer& optimizer, Index step);
  void draw(Rng& rng, bool held_out, Index sentences, Batch& batch);

  std::shared_ptr<const Task> task_;
  ModelConfig config_;
  TrainingConfig training_;
  std::uint64_t seed_;
  std::unique_ptr<ParameterLayout> layout_;  // at one address, since others refer to it
  Tensor parameters_;                        // of one dimension; the steps of the tape have views of it
  Optimizer optimizer_;
  Index step_ = 0;
  std::vector<State> checkpoints_;
  std::unique_ptr<BatchTape> tape_;
  std::optional<Tally> tally_;  // none of another state
  Batch batch_;
  Sentence drawn_;
  Tensor gradients_;  // of all parameters, as they lie
};

}  // namespace mha
