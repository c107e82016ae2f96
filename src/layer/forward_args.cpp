#include <cmath>

#include "../tensor/elementwise.hpp"
#include "attention.hpp"

namespace mha {
namespace {

/// `width_name` says what the last dimension must equal, as in "d_model 64".
void check_input(const char* input, const Tensor& x, const char* time_name, const char* width_name,
                 Index width) {
  const Dims& sizes = x.sizes();
  if (sizes.size() == 3 && sizes[2] == width) return;
  const bool swapped = sizes.size() == 3 && sizes[1] == width;
  if (swapped) {
    fail(ErrorCode::shape, "input_swapped",
         "{name} has shape {shape}, expected (B, {tokens}, {features}) with {size} = {width}; its last two "
         "dimensions look swapped",
         input, sizes, time_name, width_name, width_name, width);
  }
  fail(ErrorCode::shape, "input_shape",
       "{name} has shape {shape}, expected (B, {tokens}, {features}) with {size} = {width}", input, sizes,
       time_name, width_name, width_name, width);
}

void check_equal(const char* what, const char* first, Index a, const char* second, Index b) {
  if (a != b)
    fail(ErrorCode::shape, "inputs_differ",
         "{first} has {count} {what} and {second} has {other}; they must be equal", first, a, what, second,
         b);
}

/// Throws unless all tensors have numbers, or none has.
void check_meta(const Layer& layer, const ForwardArgs& args) {
  bool mixed = false;
  const auto look = [&](const Tensor& tensor) {
    mixed |= tensor && tensor.is_meta() != args.query.is_meta();
  };
  look(args.key_or_query());
  look(args.value_or_key());
  for (Param param : kParams) look(layer.weights[param]);
  if (args.key_padding_mask) look(args.key_padding_mask->values);
  if (args.attn_mask) look(args.attn_mask->values);
  if (mixed) fail(ErrorCode::shape, "meta_mixed", "meta tensors are mixed with others");
}

/// The effect on a query if the scores of all its keys are -inf.
Notice effect_on_empty_row(const ForwardArgs& args) {
  return args.empty_row == EmptyRow::zero ? notice("weights_are_0", "so that its weights are 0")
                                          : notice("weights_are_nan", "so that its weights are NaN");
}
/// The effect on a query whose keys are all blocked, if the score of some is args.mask_fill.
Notice effect_on_filled_row(const ForwardArgs& args) {
  if (std::isinf(args.mask_fill)) return effect_on_empty_row(args);
  return notice("weights_are_spread", "so that its weights are spread over blocked keys (mask fill {fill})",
                args.mask_fill);
}

}  // namespace

void check(const Layer& layer) {
  if (layer.weights.fit(layer.config)) return;
  fail(ErrorCode::config, "config_not_resolved",
       "the layer's configuration (d_model {d_model}, num_heads {num_heads}, d_k {d_k}) is not that of its "
       "weights, or was not resolved",
       layer.config.d_model, layer.config.num_heads, layer.config.d_k);
}

void check(const Layer& layer, const ForwardArgs& args) {
  const Config& config = layer.config;
  check(layer);
  if (config.fused && (args.key || args.value)) {
    fail(ErrorCode::config, "fused_reads_one_input",
         "a fused layer reads one input; give query alone, or create the layer without fused");
  }
  const Tensor &key = args.key_or_query(), &value = args.value_or_key();
  if (!args.query) fail(ErrorCode::shape, "query_missing", "query is missing");
  check_input("query", args.query, "T_q", "d_model", config.d_model);
  check_input(args.key ? "key" : "key (the query, as no key was given)", key, "T_k", "d_key", config.d_key);
  check_input(args.value ? "value" : "value (the key, as no value was given)", value, "T_k", "d_value",
              config.d_value);
  check_equal("batch items", "query", args.query.size(0), "key", key.size(0));
  check_equal("batch items", "key", key.size(0), "value", value.size(0));
  check_equal("positions", "key", key.size(1), "value", value.size(1));
  check_dropout(args.dropout);
  if (!args.head_scale.empty() && static_cast<Index>(args.head_scale.size()) != config.num_heads) {
    fail(ErrorCode::config, "head_scale_count",
         "head_scale has {count} numbers, expected num_heads = {num_heads}", args.head_scale.size(),
         config.num_heads);
  }
  check_meta(layer, args);
  given_masks(args, scores_of(config, args));
}

Dims scores_of(const Config& config, const ForwardArgs& args) {
  return {args.query.size(0), config.num_heads, args.query.size(1), args.key_or_query().size(1)};
}

InlineList<Mask, 2> given_masks(const ForwardArgs& args, const Dims& scores) {
  InlineList<Mask, 2> masks;
  if (args.key_padding_mask) {
    masks.push_back(broadcast(key_padding_mask(*args.key_padding_mask, scores[0], scores[3]), scores,
                              "key padding mask"));
  }
  if (args.attn_mask) masks.push_back(broadcast(*args.attn_mask, scores, "attention mask"));
  return masks;
}

std::vector<Notice> warnings_of(const ForwardArgs& args, const AttentionMask& mask) {
  return describe_blocked_rows(mask, effect_on_filled_row(args), effect_on_empty_row(args));
}

}  // namespace mha
