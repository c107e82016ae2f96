#pragma once

#include <array>

#include "../layer/attention.hpp"
#include "../study/faults.hpp"

namespace mha {

// What JavaScript's calls need beside the core, in the core's terms. Nothing here knows of JavaScript.

/// What a layer's weights are before any are set.
enum class Init { random, small, constructed };
inline constexpr std::array kInits = {
    NamedValue{Init::random, "random"},
    NamedValue{Init::small, "small"},
    NamedValue{Init::constructed, "constructed"},
};
static_assert(is_in_order(kInits) && kInits.back() == Init::constructed);
Weights weights_of(const Config& config, Init init, std::uint64_t seed);

/// Of code "memory": what would not fit if nothing else were in memory.
class BeyondMemory : public Error {
 public:
  using Error::Error;
};

/// Error BeyondMemory, before anything of it is allocated, for what does not fit into `limit` bytes.
void require_memory(const Notice& what, Index elements, Index limit);
/// The same for a forward pass. `args` have been checked.
void require_memory(const Layer& layer, const ForwardArgs& args, Fault fault, Index limit);
/// The same for what a run holds, and the gradients of its steps and parameters.
void require_memory_for_backward(const Run& run, Index limit);

/// Gives a parameter the values of a tensor of its shape, or of one dimension and as many elements.
void set_values(Layer& layer, Param param, const Tensor& values);

}  // namespace mha
