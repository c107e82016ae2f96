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

/// The options of a forward pass, in the order in which web/core passes them.
struct ForwardOptions {
  bool causal, finite_fill, nan_rows;
  double dropout, dropout_seed;
  Fault fault;
  bool trace, need_weights, need_present;

  using Numbers = std::array<double, 9>;
  explicit ForwardOptions(const Numbers& given)
      : causal(given[0] != 0),
        finite_fill(given[1] != 0),
        nan_rows(given[2] != 0),
        dropout(given[3]),
        dropout_seed(given[4]),
        fault(value_in(kFaults, static_cast<Index>(given[5]))),
        trace(given[6] != 0),
        need_weights(given[7] != 0),
        need_present(given[8] != 0) {}
};

/// Reads the tensors of Inputs, and keeps them in `inputs`.
ForwardArgs args_of(const std::array<val, kInputs>& given, const ForwardOptions& options, Inputs& inputs) {
  ForwardArgs args{.query = read(given[0], inputs[0]),
                   .key = read(given[1], inputs[1]),
                   .value = read(given[2], inputs[2]),
                   .past = {read(given[6], inputs[6]), read(given[7], inputs[7])},
                   .causal = options.causal,
                   .key_padding_mask = read_mask(given[3], inputs[3]),
                   .attn_mask = read_mask(given[4], inputs[4]),
                   .empty_row = options.nan_rows ? EmptyRow::nan : EmptyRow::zero,
                   .dropout = options.dropout,
                   .dropout_seed = static_cast<std::uint64_t>(options.dropout_seed),
                   .trace = options.trace,
                   .need_weights = options.need_weights,
                   .need_present = options.need_present};
  if (options.finite_fill) args.mask_fill = -1e9f;
  if (const Tensor& scale = read(given[5], inputs[5]))
    args.head_scale.assign(scale.values().begin(), scale.values().end());
  return args;
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
  layer.fast->run_checked(layer, args);
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

val forward_of(BoundLayer& layer, const val& tensors, const val& options) {
  const std::array<val, kInputs> given = items_of<kInputs>(tensors);
  const ForwardOptions chosen(numbers_of<ForwardOptions::Numbers>(options));
  if (chosen.trace || chosen.fault != Fault::none) {
    Inputs inputs;
    return run_traced(layer, args_of(given, chosen, inputs), chosen.fault);
  }
  try {
    const ForwardArgs args = args_of(given, chosen, layer.inputs);
    if (FastForward::takes(layer.config, args)) return run_fast(layer, args);
    layer.inputs = {};  // a traced run owns its inputs
    return run_traced(layer, args, Fault::none);
  } catch (...) {
    layer.inputs = {};
    throw;
  }
}

}  // namespace mha
