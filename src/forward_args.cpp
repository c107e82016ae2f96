#include <initializer_list>

#include "attention.hpp"

namespace mha {
namespace {

/// `width_name` is what the last dimension has to equal, as in "d_model 64".
void check_input(const char* input, const Tensor& x, const char* time_name, const char* width_name,
                 Index width) {
  const Dims& sizes = x.sizes();
  if (sizes.size() == 3 && sizes[2] == width) return;
  const bool swapped = sizes.size() == 3 && sizes[1] == width;
  fail(ErrorCode::shape, "{} has shape {}, expected (B, {}, {}) with {} = {}{}", input, sizes, time_name,
       width_name, width_name, width, swapped ? "; its last two dimensions look swapped" : "");
}

void check_equal(const char* what, const char* first, Index a, const char* second, Index b) {
  if (a != b)
    fail(ErrorCode::shape, "{} has {} {} and {} has {}; they must be equal", first, a, what, second, b);
}

}  // namespace

void check(const Config& config, const ForwardArgs& args) {
  if (config.fused && (args.key || args.value)) {
    fail(ErrorCode::config,
         "a fused layer reads one input; give query alone, or create the layer without fused");
  }
  const Tensor &key = args.key_or_query(), &value = args.value_or_key();
  if (!args.query) fail(ErrorCode::shape, "query is missing");
  check_input("query", args.query, "T_q", "d_model", config.d_model);
  check_input(args.key ? "key" : "key (the query, as no key was given)", key, "T_k", "d_key", config.d_key);
  check_input(args.value ? "value" : "value (the key, as no value was given)", value, "T_k", "d_value",
              config.d_value);
  check_equal("batch items", "query", args.query.size(0), "key", key.size(0));
  check_equal("batch items", "key", key.size(0), "value", value.size(0));
  check_equal("positions", "key", key.size(1), "value", value.size(1));
  if (!(args.dropout >= 0 && args.dropout < 1)) {
    fail(ErrorCode::config, "dropout p {} is not in [0, 1)", args.dropout);
  }
  if (!args.head_scale.empty() && static_cast<Index>(args.head_scale.size()) != config.num_heads) {
    fail(ErrorCode::config, "head_scale has {} numbers, expected num_heads = {}", args.head_scale.size(),
         config.num_heads);
  }
}

}  // namespace mha
