#include "parameters.hpp"

#include "../base/rng.hpp"

namespace mha {
namespace {

constexpr double kDeviation = 1.0 / 8, kSmall = 1.0 / 16;

}  // namespace

ParameterLayout::ParameterLayout(const ModelConfig& config) {
  const Index d = config.d_model;
  add("embedding", {config.vocabulary, d}, kDeviation);
  if (config.positions == Positions::learned) positions_ = add("positions", {kMostTokens, d}, kDeviation);
  for (Index layer = 1; layer <= config.layers; ++layer)
    layers_.push_back(add_layer(text("layer{}.", layer), config));
  unembedding_ = add("unembedding.w", {d, config.vocabulary}, kDeviation);
  add("unembedding.b", {config.vocabulary}, 0);
}

LayerPlaces ParameterLayout::add_layer(const std::string& scope, const ModelConfig& config) {
  LayerPlaces at = add_attention(scope, config.d_model);
  if (config.positions == Positions::relative)
    at.distances = add(scope + "distances", {config.num_heads, 2 * kMostTokens - 1}, 0);
  if (config.layer_norm) {
    const auto [gain, shift] = add_norm(scope + "norm.", config.d_model);
    at.norm_gain = gain;
    at.norm_shift = shift;
  }
  if (config.mlp) add_mlp(scope + "mlp.", config.d_model, config.layer_norm, at);
  return at;
}

LayerPlaces ParameterTable::add_attention(const std::string& scope, Index d_model) {
  const Dims sizes = {d_model, d_model};
  return {.w_q = add(scope + "wQ", sizes, kDeviation),
          .w_k = add(scope + "wK", sizes, kDeviation),
          .w_v = add(scope + "wV", sizes, kDeviation),
          .w_o = add(scope + "wO", sizes, kSmall)};
}

std::array<Index, 2> ParameterTable::add_norm(const std::string& scope, Index d_model) {
  const Index gain = add(scope + "gain", {d_model}, 0, 1);
  return {gain, add(scope + "shift", {d_model}, 0)};
}

void ParameterTable::add_mlp(const std::string& scope, Index d_model, bool normed, LayerPlaces& to) {
  if (normed) {
    const auto [gain, shift] = add_norm(scope + "norm.", d_model);
    to.mlp_gain = gain;
    to.mlp_shift = shift;
  }
  const Index wide = 4 * d_model;
  to.w_up = add(scope + "up.w", {d_model, wide}, kDeviation);
  to.b_up = add(scope + "up.b", {wide}, 0);
  to.w_down = add(scope + "down.w", {wide, d_model}, kSmall);
  to.b_down = add(scope + "down.b", {d_model}, 0);
}

Index ParameterTable::add(std::string name, const Dims& sizes, double deviation, float value) {
  const Index elements = Shape(sizes).elements();
  places_.push_back({std::move(name), sizes, elements_, elements, deviation, value});
  elements_ += elements;
  return static_cast<Index>(places_.size()) - 1;
}

std::vector<float> ParameterTable::initial(std::uint64_t seed) const {
  std::vector<float> all;
  all.reserve(static_cast<std::size_t>(elements_));
  for (const ParameterPlace& place : places_) {
    Rng rng(seed, hash(place.name));
    for (Index i = 0; i < place.elements; ++i)
      all.push_back(place.deviation == 0 ? place.value : static_cast<float>(place.deviation * rng.normal()));
  }
  return all;
}

}  // namespace mha
