#include "../tensor/elementwise.hpp"
#include "score_modifiers.hpp"

namespace mha {
namespace {

/// `width_name` names the expected last dimension, as in "d_model 64".
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

/// Throws if the query has numbers and another tensor has none. A meta query gives meta results.
void check_meta(const Layer& layer, const ForwardArgs& args) {
  bool mixed = false;
  const auto look = [&](const Tensor& tensor) {
    mixed |= tensor && tensor.is_meta() && !args.query.is_meta();
  };
  look(args.key_or_query());
  look(args.value_or_key());
  look(args.past.key);
  look(args.past.value);
  for (Param param : kParams) look(layer.weights[param]);
  if (args.key_padding_mask) look(args.key_padding_mask->values);
  if (args.attn_mask) look(args.attn_mask->values);
  if (mixed) fail(ErrorCode::shape, "meta_mixed", "meta tensors are mixed with others");
}

/// Throws unless the past has this shape, with any number of tokens.
void check_past(const char* name, const Tensor& past, Dims expected) {
  if (past.shape().rank() == 4) expected[2] = past.size(2);
  if (past.sizes() == expected) return;
  fail(ErrorCode::shape, "past_shape",
       "{name} has shape {shape}, expected (B, H_kv, T_past, d) = ({batch}, {heads}, T_past, {features})",
       name, past.sizes(), expected[0], expected[1], expected[3]);
}

void check_past(const Config& config, const ForwardArgs& args) {
  const auto& [key, value] = args.past;
  if (!key && !value) return;
  if (!key || !value)
    fail(ErrorCode::shape, "past_needs_both", "past needs a key and a value; the {name} is missing",
         key ? "value" : "key");
  const Index batch = args.query.size(0);
  check_past("past key", key, past_key_sizes(config, batch, 0));
  check_past("past value", value, past_value_sizes(config, batch, 0));
  check_equal("tokens", "the past key", key.size(2), "the past value", value.size(2));
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
  if (config.latent && (args.key || args.value)) {
    fail(ErrorCode::config, "latent_reads_one_input",
         "latent attention makes queries, keys and values of one input; give query alone, or create the "
         "layer without "
         "latent");
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
  check_past(config, args);
  check_meta(layer, args);
  if (args.key_padding_mask || args.attn_mask)
    ScoreModifiers(config, args, {});  // throws for masks that do not broadcast
}

}  // namespace mha
