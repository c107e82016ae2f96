#pragma once

#include <array>
#include <optional>
#include <vector>

#include "../tensor/named_value.hpp"
#include "task.hpp"

namespace mha {

/// Where a layer's keys and values come from: the embeddings of the words (as in memory networks, Sukhbaatar
/// et al. 2015), so that a head's weight on a word is about that word, or the stream, as usual.
enum class KeysFrom { words, stream };
inline constexpr std::array kKeysFrom = {NamedValue{KeysFrom::words, "words"},
                                         NamedValue{KeysFrom::stream, "stream"}};
static_assert(is_in_order(kKeysFrom) && kKeysFrom.back() == KeysFrom::stream);

/// How the model knows where a word stands: a learned vector a position, added to the embedding, or a learned
/// number for each head and distance, added to the scores (Raffel et al. 2020).
enum class Positions { learned, relative };

/// The keys that a query sees: from so many before it to so many after.
struct Window {
  Index before = kMostTokens, after = kMostTokens;

  bool holds(Index query, Index key) const { return key >= query - before && key <= query + after; }
  bool operator==(const Window&) const = default;
};

/// Layers of attention with residuals, one after the other, and an unembedding that is read at the blanks.
struct ModelConfig {
  Index vocabulary = 0, d_model = 64, num_heads = 4, layers = 2;
  KeysFrom keys_from = KeysFrom::words;
  Positions positions = Positions::learned;
  std::vector<Window> windows;  // one a layer
  bool layer_norm = false;      // of what a layer reads (pre-norm; Xiong et al. 2020)
  bool mlp = false;             // after attention: relu, 4 d_model wide, with a residual

  Index d_k() const { return d_model / num_heads; }
  /// Whether the output of a layer is read at the blanks only: in all layers if keys come from the words,
  /// else in the last layer.
  bool reads_blanks_only(Index layer) const { return keys_from == KeysFrom::words || layer + 1 == layers; }
};

/// How it is trained: AdamW (Loshchilov and Hutter 2019), warm-up, and a cosine down to a tenth.
struct TrainingConfig {
  Index batch = 16;                                                // sentences
  Index warm_up = 50, steps = 600;                                 // afterwards the rate stays
  double rate = 6e-3, least_rate = 0.1;                            // of `rate`
  double beta1 = 0.9, beta2 = 0.98, epsilon = 1e-8, decay = 0.01;  // decay of matrices alone
  double clip = 1;                                                 // the longest that a gradient may be

  /// From 0 on.
  double rate_at(Index step) const;
};

/// Requested sizes and parts. A size of 0, or no value, asks for the default of the task.
struct RequestedSizes {
  Index d_model = 0, num_heads = 0, layers = 0;
  std::optional<KeysFrom> keys_from;
  bool layer_norm = false, mlp = false;
};

/// Error "config" for windows that are not one a layer, heads that do not divide, and words that are not the
/// task's.
void check(const ModelConfig& config, const Vocabulary& vocabulary);

/// The recipe of a task, in the requested sizes. Error "config" for sizes that do not fit together, or are
/// larger than 256 features, 16 heads and 4 layers.
ModelConfig recipe(TaskName task, const Vocabulary& vocabulary, const RequestedSizes& requested = {});
TrainingConfig training_recipe(TaskName task);

}  // namespace mha
