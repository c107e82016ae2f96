#pragma once

#include <array>
#include <optional>
#include <vector>

#include "../base/named_value.hpp"
#include "../tape/mask.hpp"
#include "task.hpp"

namespace mha {

/// The source of a layer's keys and values. `words`: the embeddings of the words, as in memory networks
/// (Sukhbaatar et al. 2015), so that a weight on a word refers to that word only. `stream`: the residual
/// stream, as usual.
enum class KeysFrom { words, stream };
inline constexpr std::array kKeysFrom = {NamedValue{KeysFrom::words, "words"},
                                         NamedValue{KeysFrom::stream, "stream"}};
static_assert(is_in_order(kKeysFrom) && kKeysFrom.back() == KeysFrom::stream);

/// Encoding of positions: a learned vector for each position, added to the embedding; or a learned number for
/// each head and distance, added to the scores (Raffel et al. 2020).
enum class Positions { learned, relative };

using Window = KeyWindow;  // its name here in version 0.1

/// Layers of attention with residuals, and an unembedding that is read at the blanks.
struct ModelConfig {
  Index vocabulary = 0, d_model = 64, num_heads = 4, layers = 2;
  KeysFrom keys_from = KeysFrom::words;
  Positions positions = Positions::learned;
  std::vector<KeyWindow> windows;  // one for each layer
  bool layer_norm = false;         // normalises the input of each layer (pre-norm; Xiong et al. 2020)
  bool mlp = false;                // after each attention: relu, 4 d_model wide, with a residual

  Index d_k() const { return d_model / num_heads; }
  /// Whether the output of a layer is read at the blanks only. True for all layers if keys come from the
  /// words, else only for the last layer.
  bool reads_blanks_only(Index layer) const { return keys_from == KeysFrom::words || layer + 1 == layers; }
};

/// The training: AdamW (Loshchilov and Hutter 2019), warm-up, and a cosine schedule down to a tenth of the
/// rate.
struct TrainingConfig {
  Index batch = 16;                                                // sentences
  Index warm_up = 50, steps = 600;                                 // afterwards the rate is constant
  double rate = 6e-3, least_rate = 0.1;                            // least_rate: fraction of `rate`
  double beta1 = 0.9, beta2 = 0.98, epsilon = 1e-8, decay = 0.01;  // decay: of matrices only
  double clip = 1;                                                 // largest norm of a gradient

  /// The rate of a step, counted from 0.
  double rate_at(Index step) const;
};

/// Requested sizes and parts. A size of 0, or no value, selects the default of the task.
struct RequestedSizes {
  Index d_model = 0, num_heads = 0, layers = 0;
  std::optional<KeysFrom> keys_from;
  bool layer_norm = false, mlp = false;
};

inline constexpr Index kMostFeatures = 256, kMostHeads = 16, kMostLayers = 4;
/// A requested size, or `otherwise` for 0. Error "config" for a size above `most`, or below 0.
Index size_or(const char* what, Index given, Index otherwise, Index most);

/// Error "config" unless there is one window for each layer, the heads divide d_model, and the words are
/// those of the task.
void check(const ModelConfig& config, const Vocabulary& vocabulary);

/// The configuration of a task in the requested sizes. Error "config" for sizes that do not fit together, for
/// more than 256 features, 16 heads or 4 layers, and for the task `translation`.
ModelConfig recipe(TaskName task, const Vocabulary& vocabulary, const RequestedSizes& requested = {});
TrainingConfig training_recipe(TaskName task);

}  // namespace mha
