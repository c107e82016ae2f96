#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "../tensor/rng.hpp"
#include "batch_tape.hpp"

namespace mha {

/// How a model does on sentences that it has never been trained on.
struct Evaluation {
  /// Of the blanks of one kind, by its name in Task::kinds(). NaN where there were none.
  struct Kind {
    std::string_view name;
    Index blanks = 0;
    double accuracy = 0, loss = 0;  // loss in nats
    /// The mean weight of each head: on the word that the answer is about, the lesser of that for the two
    /// groups of answers, or of the one that there was, and on the word that tells. (layers, H)
    Tensor weights, least, tells;
  };
  std::vector<Kind> kinds;
};

/// What is counted of the blanks of the sentences that a model has been asked, so that more can be counted
/// on.
struct Tally {
  /// Over the blanks of one kind and group whose answer is known.
  struct Sums {
    Index blanks = 0, right = 0;
    double loss = 0;
    std::vector<double> weights, tells;  // (layers, H)
  };

  Tally(const ModelConfig& of, std::size_t kinds, const Removal& without, const Rng& from);

  /// Whether counting so many goes on from here: batches are whole until then, and the same is taken away.
  bool goes_on(Index to, const Removal& without, Index batch) const;
  void add(const BatchTape& tape, const Batch& batch);
  Evaluation evaluation(std::span<const std::string_view> kinds) const;

  ModelConfig config;
  Removal removal;
  Rng rng;  // of the sentences that follow
  Index sentences = 0;
  std::vector<std::array<Sums, 2>> sums;  // by kind, and by group
};

}  // namespace mha
