#pragma once

#include "../layer/attention.hpp"
#include "parameters.hpp"

namespace mha {

/// Adds parts of a model to a tape. The parameters are views of one tensor. A layer's parts are added in the
/// scope of the layer, whose name ends with a digit ("layer1."); the names of its parameters omit the scope.
struct Parts {
  Tape& tape;
  const ParameterTable& table;
  const Tensor& parameters;

  Tensor operator[](Index place) const { return table.view(parameters, place); }
  std::string_view name(Index place) const;
  StepIndex linear(At at, StepIndex x, Index w) const;
  StepIndex linear(At at, StepIndex x, Index w, Index b) const;
  /// Returns x if this model has no norm.
  StepIndex normed(At at, StepIndex x, Index gain, Index shift) const;
  StepIndex looked_up(At at, Index place, const std::vector<Index>& indices) const;
  StepIndex selected(At at, StepIndex x, const std::vector<Index>& indices) const;
  /// stream + MLP(norm(stream))
  StepIndex add_mlp(StepIndex stream, const LayerPlaces& at) const;
};

/// Attention of a batch whose sentences are stored one after another.
struct SegmentArgs {
  Index heads, most;                 // most: the largest number of keys in a sentence
  const std::vector<Index>* places;  // Segments::places (kernel/segments.hpp)
};
struct SegmentAttention {
  StepIndex weights;  // (1, queries, H, most)
  StepIndex context;  // (1, queries, H d)
  StepIndex output;   // (1, queries, d_model)
};
/// The order of steps fixes the order in which the gradients of a shared input are summed, which is the
/// reverse: values, keys and queries are projected in this order.
SegmentAttention attend_segments(const Parts& parts, StepIndex query, StepIndex source, const LayerPlaces& at,
                                 const SegmentArgs& args);

/// The attention of a layer, with a copy of its parameters.
Layer attention_of(const ParameterTable& table, const Tensor& parameters, const LayerPlaces& at,
                   const Config& sizes);

}  // namespace mha
