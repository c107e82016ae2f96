#pragma once

#include <array>
#include <memory>
#include <vector>

#include "../layer/fast_forward.hpp"
#include "bindings.hpp"

namespace mha {

// Layers and runs as JavaScript holds them: Embind classes with shared pointers.

/// The memory of a forward pass's input tensors: query, key, value, key padding mask, attention mask, and
/// factors of heads.
using Inputs = std::array<Tensor, 6>;

/// A layer, and what it keeps for the next pass without a trace: the memory of its inputs, and what it
/// computes in.
struct BoundLayer : Layer {
  Inputs inputs;
  std::unique_ptr<FastForward> fast;
};

/// A run, and what its last backward pass has left for its steps.
struct BoundRun : Run {
  std::vector<Tensor> gradients;
};

inline std::shared_ptr<BoundLayer> bound(Layer layer) {
  return std::make_shared<BoundLayer>(BoundLayer{std::move(layer), {}, nullptr});
}

/// A BoundRun, or { output, attention, warnings } of a pass without a trace: `attention` where it is asked
/// for, `warnings` where there are any. Tensors are { data, shape }, or undefined; masks are
/// { data, shape, additive }. An input of the sizes that the layer's pass before had is written over that
/// one's memory, where there is no trace; of a refused pass nothing is kept. Its arguments are separate, and
/// not an object, since the time to read one's properties is that of a small pass.
val forward_of(BoundLayer& layer, const val& query, const val& key, const val& value,
               const val& key_padding_mask, const val& attn_mask, const val& head_scale, bool causal,
               bool finite_fill, bool nan_rows, double dropout, double dropout_seed, int fault, bool trace,
               bool need_weights);

/// What heads do, by attention weights (B, H, T_q, T_k).
val measures_of(const Tensor& attention, const val& options);

}  // namespace mha
