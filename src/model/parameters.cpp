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
  const Index d = config.d_model, wide = 4 * d;
  LayerPlaces at{.w_q = add(scope + "wQ", {d, d}, kDeviation),
                 .w_k = add(scope + "wK", {d, d}, kDeviation),
                 .w_v = add(scope + "wV", {d, d}, kDeviation),
                 .w_o = add(scope + "wO", {d, d}, kSmall)};
  if (config.positions == Positions::relative)
    at.distances = add(scope + "distances", {config.num_heads, 2 * kMostTokens - 1}, 0);
  if (config.layer_norm) {
    at.norm_gain = add(scope + "norm.gain", {d}, 0, 1);
    at.norm_shift = add(scope + "norm.shift", {d}, 0);
  }
  if (!config.mlp) return at;
  if (config.layer_norm) {
    at.mlp_gain = add(scope + "mlp.norm.gain", {d}, 0, 1);
    at.mlp_shift = add(scope + "mlp.norm.shift", {d}, 0);
  }
  at.w_up = add(scope + "mlp.up.w", {d, wide}, kDeviation);
  at.b_up = add(scope + "mlp.up.b", {wide}, 0);
  at.w_down = add(scope + "mlp.down.w", {wide, d}, kSmall);
  at.b_down = add(scope + "mlp.down.b", {d}, 0);
  return at;
}

Index ParameterLayout::add(std::string name, const Dims& sizes, double deviation, float value) {
  const Index elements = Shape(sizes).elements();
  places_.push_back({std::move(name), sizes, elements_, elements, deviation, value});
  elements_ += elements;
  return static_cast<Index>(places_.size()) - 1;
}

std::vector<float> ParameterLayout::initial(std::uint64_t seed) const {
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
