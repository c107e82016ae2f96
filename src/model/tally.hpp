#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "../base/rng.hpp"
#include "batch_tape.hpp"

namespace mha {

/// The results of a model on held-out sentences.
struct Evaluation {
  /// The results for the blanks of one kind, by its name in Task::kinds(). NaN without such blanks.
  struct Kind {
    std::string_view name;
    Index blanks = 0;
    double accuracy = 0, loss = 0;  // loss in nats
    /// (layers, H): mean weights of each head. `weights`: on the word that the answer is about. `least`: the
    /// smaller of these for the two groups of answers, or that of the only group. `tells`: on the word that
    /// determines the answer.
    Tensor weights, least, tells;
  };
  std::vector<Kind> kinds;
};

/// Sums over the blanks of evaluated sentences. A later call can continue them.
struct Tally {
  /// Sums over the blanks of one kind and group whose answer is known.
  struct Sums {
    Index blanks = 0, right = 0;
    double loss = 0;
    std::vector<double> weights, tells;  // (layers, H)
  };

  Tally(const ModelConfig& of, std::size_t kinds, const Removal& without, const Rng& from);

  /// Whether counting up to this many sentences can continue from here: all batches so far are complete, and
  /// the removal is the same.
  bool goes_on(Index to, const Removal& without, Index batch) const;
  void add(const BatchTape& tape, const Batch& batch);
  Evaluation evaluation(std::span<const std::string_view> kinds) const;

  ModelConfig config;
  Removal removal;
  Rng rng;  // draws the next sentences
  Index sentences = 0;
  std::vector<std::array<Sums, 2>> sums;  // by kind, and by group
};

}  // namespace mha
