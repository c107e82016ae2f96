#pragma once

#include <array>
#include <memory>
#include <vector>

#include "../layer/fast_forward.hpp"
#include "bindings.hpp"

namespace mha {

// Layers and runs as JavaScript holds them: Embind classes with shared pointers.

/// The memory of a forward pass's inputs: query, key, value, key padding mask, attention mask, head scale,
/// past key, past value.
inline constexpr std::size_t kInputs = 8;
using Inputs = std::array<Tensor, kInputs>;

/// A layer with the memory that its next pass without a trace reuses: the inputs and the workspace.
struct BoundLayer : Layer {
  Inputs inputs;
  std::unique_ptr<FastForward> fast;
};

/// A run with the gradients that its last backward pass left for its steps.
struct BoundRun : Run {
  std::vector<Tensor> gradients;
};

inline std::shared_ptr<BoundLayer> bound(Layer layer) {
  return std::make_shared<BoundLayer>(BoundLayer{std::move(layer), {}, nullptr});
}

/// Returns a BoundRun with a trace, else { output, attention, presentKey, presentValue, notices }:
/// `attention` if need_weights, the present as in Run, `notices` if there are any. `tensors` is an array of
/// Inputs: tensors are { data, shape } or undefined; masks are { data, shape, additive }. `options` is an
/// array of numbers, in the order of ForwardOptions (bindings_forward.cpp). Both are arrays, because reading
/// an object's properties takes as long as a small pass. Without a trace, an input of the same sizes as in
/// the previous pass reuses that memory; a refused pass keeps nothing.
val forward_of(BoundLayer& layer, const val& tensors, const val& options);

/// { steps, numbers }: steps as JSON, and the elements of each, in logical order.
val traced(const std::vector<Step>& steps);

/// Measures heads from attention weights (B, H, T_q, T_k).
val measures_of(const Tensor& attention, const val& options);

}  // namespace mha
