#include "boundary.hpp"

#include "../layer/fast_forward.hpp"
#include "../study/cost.hpp"
#include "../study/patterns.hpp"

namespace mha {

Weights weights_of(const Config& config, Init init, std::uint64_t seed) {
  switch (init) {
    case Init::constructed:
      return constructed_weights(config, seed);
    case Init::small:
      return Weights::small(config, seed);
    case Init::random:
      break;
  }
  return Weights::random(config, seed);
}

void require_memory(const Notice& what, Index elements, Index limit) {
  const Index bytes = multiply_checked({elements, Index{sizeof(float)}});
  if (bytes <= limit) return;
  throw BeyondMemory(
      ErrorCode::memory,
      notice("beyond_memory", "{what} would take {bytes} bytes; WebAssembly's memory ends at {limit}", what,
             bytes, limit));
}

namespace {

/// The floats in all buffers of a traced pass, masks included.
Index elements_traced(const Config& config, const ForwardArgs& args, Fault fault) {
  const std::vector<Step> steps = steps_without_numbers(config, args, fault);
  Index elements = bytes_held(steps) / Index{sizeof(float)};
  for (const Step& step : steps) {
    for (const Mask& mask : step.attributes.masks)
      elements = add_checked(elements, mask.values.buffer_elements());
  }
  return elements;
}

/// Whether a pass is so small that it fits into memory with or without a trace. Computed in floating point,
/// because products of sizes may overflow integers.
bool is_small(const Config& config, const ForwardArgs& args) {
  constexpr double kFew = 1 << 20;
  const auto real = [](Index size) { return static_cast<double>(size); };
  const double batch = real(args.query.size(0)), t_q = real(args.query.size(1)), t_k = real(args.keys());
  const double heads = real(config.num_heads) * (t_k + real(config.score_width()) + real(config.d_v));
  return batch * (t_q + t_k) * (heads + real(config.d_model)) < kFew;
}

}  // namespace

void require_memory(const Layer& layer, const ForwardArgs& args, Fault fault, Index limit) {
  if (is_small(layer.config, args)) return;
  const bool fast = !args.trace && fault == Fault::none && FastForward::takes(layer.config, args);
  require_memory(
      notice("this_pass", "this forward pass"),
      fast ? FastForward::elements_held(layer.config, args) : elements_traced(layer.config, args, fault),
      limit);
}

void require_memory_for_backward(const Run& run, Index limit) {
  Index elements = bytes_held(run.steps) / Index{sizeof(float)};
  for (const Step& step : run.steps) {
    if (step.output) elements = add_checked(elements, step.output.elements());
    for (const Parameter& parameter : step.parameters)
      elements = add_checked(elements, parameter.values.elements());
  }
  require_memory(notice("this_run_and_backward", "this run and its backward pass"), elements, limit);
}

void set_values(Layer& layer, Param param, const Tensor& values) {
  const Dims sizes = shape_of(param, layer.config);
  const bool flat = values.shape().rank() == 1;
  if (flat && values.elements() != count_elements(sizes)) {
    fail(ErrorCode::shape, "data_does_not_fill",
         "{name}: data of {elements} elements does not fill shape {shape}, which has {expected}", name(param),
         values.elements(), sizes, count_elements(sizes));
  }
  if (values.shape().rank() == 2 && values.sizes() != sizes && values.transpose(0, 1).sizes() == sizes) {
    fail(ErrorCode::shape, "transpose_away",
         "{name} has shape {shape}, expected {expected}; it is a transpose away, as nn.Linear's (out, in) is",
         name(param), values.sizes(), sizes);
  }
  layer.weights.set(layer.config, param, flat ? values.view(sizes) : values);
}

}  // namespace mha
