#pragma once

#include <array>
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
class ParameterTable {
 public:
  virtual ~ParameterTable() = default;

  const std::vector<ParameterPlace>& places() const { return places_; }
  const ParameterPlace& operator[](Index place) const { return places_[static_cast<std::size_t>(place)]; }
  Index elements() const { return elements_; }

  /// The initial values, normal with the standard deviation of each parameter, or its value. The values of a
  /// parameter do not depend on the other parameters.
  std::vector<float> initial(std::uint64_t seed) const;
  /// One parameter of `all`, a one-dimensional tensor: as a view, or as a copy.
  Tensor view(const Tensor& all, Index place) const { return (*this)[place].in(all); }
  Tensor copy(const Tensor& all, Index place) const {
    return Tensor::from(view(all, place).values(), (*this)[place].sizes);
  }

 protected:
  Index add(std::string name, const Dims& sizes, double deviation, float value = 0);
  /// A layer of attention: matrices with standard deviation 1/8, W_O with 1/16.
  LayerPlaces add_attention(const std::string& scope, Index d_model);
  /// Gain and shift of a norm.
  std::array<Index, 2> add_norm(const std::string& scope, Index d_model);
  /// An MLP, 4 d_model wide: matrices with standard deviation 1/8 and 1/16, with a norm before them if
  /// `normed`.
  void add_mlp(const std::string& scope, Index d_model, bool normed, LayerPlaces& to);

 private:
  std::vector<ParameterPlace> places_;
  Index elements_ = 0;
};

/// The layout of a Model.
class ParameterLayout final : public ParameterTable {
 public:
  explicit ParameterLayout(const ModelConfig& config);

  const LayerPlaces& layer(Index layer) const { return layers_[static_cast<std::size_t>(layer)]; }
  Index embedding() const { return 0; }                        // (vocabulary, d_model)
  Index positions() const { return positions_; }               // (kMostTokens, d_model), or -1
  Index unembedding() const { return unembedding_; }           // (d_model, vocabulary)
  Index unembedding_bias() const { return unembedding_ + 1; }  // (vocabulary)

 private:
  LayerPlaces add_layer(const std::string& scope, const ModelConfig& config);

  std::vector<LayerPlaces> layers_;
  Index positions_ = -1, unembedding_ = -1;
};

}  // namespace mha
