#pragma once

#include <array>
#include <vector>

#include "../base/named_value.hpp"
#include "parameters.hpp"
#include "translation_task.hpp"

namespace mha {

/// The three kinds of attention of an encoder with a decoder: English words attend to English words, French
/// words to French words up to themselves, and French words to English words.
enum class AttentionKind { encoder, decoder, cross };
inline constexpr std::array kAttentionKinds = {NamedValue{AttentionKind::encoder, "encoder"},
                                               NamedValue{AttentionKind::decoder, "decoder"},
                                               NamedValue{AttentionKind::cross, "cross"}};
static_assert(is_in_order(kAttentionKinds) && kAttentionKinds.back() == AttentionKind::cross);

/// One element for each kind of attention.
template <class T>
struct OfKinds : std::array<T, kAttentionKinds.size()> {
  T& operator[](AttentionKind kind) { return this->at(static_cast<std::size_t>(kind)); }
  const T& operator[](AttentionKind kind) const { return this->at(static_cast<std::size_t>(kind)); }
};

/// An encoder and a decoder with as many layers each (Vaswani et al. 2017), with norms before attention and
/// MLPs, and after the last layer (Xiong et al. 2020). The decoder's embedding is its output matrix, too
/// (Press and Wolf 2017).
struct TranslatorConfig {
  Index source_words = 0, target_words = 0;
  Index d_model = 64, num_heads = 4, layers = 1;
};

/// The configuration of a task in the requested sizes; 0 selects the default. Error "config" for sizes that
/// do not fit together, and for more than 256 features, 16 heads or 4 layers.
TranslatorConfig translator_recipe(const TranslationTask& task, const RequestedSizes& requested = {});

/// The layout of the parameters of a translator. The scopes of layers are "encoder1.", "decoder1." and
/// "cross1."; the decoder's MLP is in the decoder's scope.
class TranslatorLayout final : public ParameterTable {
 public:
  explicit TranslatorLayout(const TranslatorConfig& config);

  struct Side {
    Index embedding, positions;   // (words, d_model), (kMostWords, d_model)
    Index norm_gain, norm_shift;  // (d_model): the norm after the last layer
  };
  const Side& encoder() const { return encoder_; }
  const Side& decoder() const { return decoder_; }
  const LayerPlaces& layer(AttentionKind kind, Index layer) const {
    return layers_[kind][static_cast<std::size_t>(layer)];
  }

 private:
  Side add_side(const std::string& scope, Index words, Index d_model);

  Side encoder_{}, decoder_{};
  OfKinds<std::vector<LayerPlaces>> layers_;
};

/// For each kind of attention, factors of its heads, (layers, H), or none. A factor of 0 removes a head.
struct HeadFactors {
  OfKinds<std::vector<float>> of_kind;

  bool operator==(const HeadFactors&) const = default;
  /// The factors of one layer; empty if no head is scaled.
  std::vector<float> of(AttentionKind kind, Index layer, Index heads) const;
};

/// Error "shape" for another number of factors than the model has heads.
void check(const HeadFactors& factors, const TranslatorConfig& config);

}  // namespace mha
