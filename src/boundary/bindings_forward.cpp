// Forward passes for JavaScript: with a trace, or without one in reused memory of the layer.

#include <optional>

#include "../study/faults.hpp"
#include "bound.hpp"

namespace mha {
namespace {

/// Largest input, in elements, whose memory is reused. A larger input gets new memory in each pass: large
/// inputs rarely repeat, and their pass takes long anyway.
constexpr Index kMostKept = 1 << 24;

Index largest_of(std::span<const Tensor> tensors) {
  Index largest = 0;
  for (const Tensor& tensor : tensors)
    if (tensor) largest = std::max(largest, tensor.elements());
  return largest;
}

/// Copies a tensor into `kept`. Reuses the memory of `kept` if the sizes are the same.
const Tensor& read(const val& given, Tensor& kept) {
  if (kept && !given.isUndefined() && kept.sizes() == sizes_of(given)) {
    copy_numbers(get<"data">(given), kept.values());
  } else {
    kept = {};  // frees the old memory before allocating
    kept = tensor_of(given);
  }
  return kept;
}

std::optional<Mask> read_mask(const val& given, Tensor& kept) {
  const Tensor& values = read(given, kept);
  return values ? std::optional<Mask>({values, get<"additive">(given).isTrue()}) : std::nullopt;
}

val results_of(const FastForward& fast) {
  static const val output("output"), attention("attention"), notices("notices"), present_key("presentKey"),
      present_value("presentValue");
  val results = val::object();
  results.set(output, js(fast.output()));
  if (fast.attention()) results.set(attention, js(fast.attention()));
  if (fast.present()) {
    results.set(present_key, js(fast.present().key));
    results.set(present_value, js(fast.present().value));
  }
  if (!fast.warnings().empty()) results.set(notices, js(fast.warnings()));
  return results;
}

val run_fast(BoundLayer& layer, const ForwardArgs& args) {
  check(layer, args);
  require_memory(layer, args, Fault::none, memory_limit());
  if (!layer.fast) layer.fast = std::make_unique<FastForward>();
  layer.fast->run(layer, args);
  val results = results_of(*layer.fast);
  const bool much_read = largest_of(layer.inputs) > kMostKept;
  if (much_read) layer.inputs = {};
  if (much_read || largest_of(std::array{layer.fast->output(), layer.fast->attention()}) > kMostKept)
    layer.fast.reset();
  return results;
}

val run_traced(const BoundLayer& layer, const ForwardArgs& args, Fault fault) {
  check(layer, args);
  require_memory(layer, args, fault, memory_limit());
  return js(std::make_shared<BoundRun>(BoundRun{forward_with_fault(layer, args, fault), {}}));
}

}  // namespace

val forward_of(BoundLayer& layer, const val& query, const val& key, const val& value,
               const val& key_padding_mask, const val& attn_mask, const val& head_scale, const val& past_key,
               const val& past_value, bool causal, bool finite_fill, bool nan_rows, double dropout,
               double dropout_seed, int fault, bool trace, bool need_weights, bool need_present) {
  const auto args_in = [&](Inputs& inputs) {
    ForwardArgs args{.query = read(query, inputs[0]),
                     .key = read(key, inputs[1]),
                     .value = read(value, inputs[2]),
                     .past = {read(past_key, inputs[6]), read(past_value, inputs[7])},
                     .causal = causal,
                     .key_padding_mask = read_mask(key_padding_mask, inputs[3]),
                     .attn_mask = read_mask(attn_mask, inputs[4]),
                     .empty_row = nan_rows ? EmptyRow::nan : EmptyRow::zero,
                     .dropout = dropout,
                     .dropout_seed = static_cast<std::uint64_t>(dropout_seed),
                     .trace = trace,
                     .need_weights = need_weights,
                     .need_present = need_present};
    if (finite_fill) args.mask_fill = -1e9f;
    if (const Tensor& scale = read(head_scale, inputs[5]))
      args.head_scale.assign(scale.values().begin(), scale.values().end());
    return args;
  };
  const Fault wrong = value_in(kFaults, fault);
  if (trace || wrong != Fault::none) {
    Inputs inputs;
    return run_traced(layer, args_in(inputs), wrong);
  }
  try {
    const ForwardArgs args = args_in(layer.inputs);
    if (FastForward::takes(layer.config, args)) return run_fast(layer, args);
    layer.inputs = {};  // a traced run owns its inputs
    return run_traced(layer, args, Fault::none);
  } catch (...) {
    layer.inputs = {};
    throw;
  }
}

}  // namespace mha
