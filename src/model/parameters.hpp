#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../tensor/tensor.hpp"
#include "model_config.hpp"

namespace mha {

/// One parameter, and its offset among all parameters.
struct ParameterPlace {
  std::string name;  // "embedding", "layer1.wQ", ...
  Dims sizes;
  Index start = 0, elements = 0;
  double deviation = 0;  // standard deviation of the initial values; 0 if all begin as `value`
  float value = 0;

  bool is_matrix() const { return sizes.size() > 1; }
  /// The view of this parameter in `all`, a one-dimensional tensor.
  Tensor in(const Tensor& all) const { return all.slice(0, start, elements).view(sizes); }
};

/// The parameters of one layer, as indices of ParameterLayout::places(); -1 for a parameter that the model
/// does not have.
struct LayerPlaces {
  Index w_q, w_k, w_v, w_o;  // (d_model, d_model) each
  Index distances = -1;      // (H, 2 kMostTokens - 1): key minus query, from -(kMostTokens - 1) on
  Index norm_gain = -1, norm_shift = -1;  // (d_model)
  Index mlp_gain = -1, mlp_shift = -1;    // (d_model)
  Index w_up = -1, b_up = -1;             // (d_model, 4 d_model), (4 d_model)
  Index w_down = -1, b_down = -1;         // (4 d_model, d_model), (d_model)
};

/// The layout of all parameters of a model in one tensor, so that an optimiser can iterate over it.
class ParameterLayout {
 public:
  explicit ParameterLayout(const ModelConfig& config);

  const std::vector<ParameterPlace>& places() const { return places_; }
  const ParameterPlace& operator[](Index place) const { return places_[static_cast<std::size_t>(place)]; }
  const LayerPlaces& layer(Index layer) const { return layers_[static_cast<std::size_t>(layer)]; }
  Index elements() const { return elements_; }

  Index embedding() const { return 0; }                        // (vocabulary, d_model)
  Index positions() const { return positions_; }               // (kMostTokens, d_model), or -1
  Index unembedding() const { return unembedding_; }           // (d_model, vocabulary)
  Index unembedding_bias() const { return unembedding_ + 1; }  // (vocabulary)

  /// The initial values: normal with standard deviation 1/8 (1/16 for W_O and for the second matrix of an
  /// MLP), biases 0, gains 1. The values of a parameter do not depend on the other parameters.
  std::vector<float> initial(std::uint64_t seed) const;
  /// One parameter of `all`, a one-dimensional tensor: as a view, or as a copy.
  Tensor view(const Tensor& all, Index place) const { return (*this)[place].in(all); }
  Tensor copy(const Tensor& all, Index place) const {
    return Tensor::from(view(all, place).values(), (*this)[place].sizes);
  }

 private:
  Index add(std::string name, const Dims& sizes, double deviation, float value = 0);
  LayerPlaces add_layer(const std::string& scope, const ModelConfig& config);

  std::vector<ParameterPlace> places_;
  std::vector<LayerPlaces> layers_;
  Index elements_ = 0, positions_ = -1, unembedding_ = -1;
};

}  // namespace mha
