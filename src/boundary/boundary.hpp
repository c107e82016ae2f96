#pragma once

#include <array>

#include "../layer/attention.hpp"
#include "../study/faults.hpp"

namespace mha {

// Functions that JavaScript needs in addition to the core. They use only C++ types.

/// How a layer's weights are initialised.
enum class Init { random, small, constructed };
inline constexpr std::array kInits = {
    NamedValue{Init::random, "random"},
    NamedValue{Init::small, "small"},
    NamedValue{Init::constructed, "constructed"},
};
static_assert(is_in_order(kInits) && kInits.back() == Init::constructed);
Weights weights_of(const Config& config, Init init, std::uint64_t seed);

/// Error "memory": the tensors would not fit even if memory were empty.
class BeyondMemory : public Error {
 public:
  using Error::Error;
};

/// Throws BeyondMemory if `elements` floats take more than `limit` bytes. Callers check before they allocate.
/// `what` names the tensors in the error message.
void require_memory(const Notice& what, Index elements, Index limit);
/// The same for a forward pass. The caller has checked `args`.
void require_memory(const Layer& layer, const ForwardArgs& args, Fault fault, Index limit);
/// The same for a backward pass: the run's tensors, and the gradients of its steps and parameters.
void require_memory_for_backward(const Run& run, Index limit);

/// Sets a parameter from a tensor of the same shape, or from a one-dimensional tensor with as many elements.
void set_values(Layer& layer, Param param, const Tensor& values);

}  // namespace mha
