// Fuzzes configurations, masks and arguments. For any bytes, the core must return a result or throw an Error,
// and attention weights must be a distribution.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <headscope/backward.hpp>
#include <headscope/boundary/json.hpp>
#include <headscope/cost.hpp>
#include <headscope/fast_forward.hpp>
#include <headscope/faults.hpp>
#include <headscope/heads.hpp>

#include "fuzz.hpp"

using namespace mha;

namespace {

constexpr Index kMostParameters = 1 << 16;

Config config_from(Bytes& bytes) {
  const auto optional = [&] { return bytes.flag() ? bytes.size() : 0; };
  Config c{.d_model = bytes.size(), .num_heads = bytes.size(), .num_kv_heads = optional(), .d_k = optional()};
  c.d_v = optional();
  c.d_key = optional();
  c.d_value = optional();
  c.bias = bytes.flag();
  c.fused = bytes.flag();
  if (bytes.flag()) {
    c.rope = {.style = kRopeStyles[static_cast<std::size_t>(bytes.byte()) % kRopeStyles.size()],
              .base = bytes.flag() ? 10000.0 : static_cast<double>(bytes.number()),
              .fraction = bytes.flag() ? 1.0 : static_cast<double>(bytes.number()),
              .scaling = bytes.flag() ? 1.0 : static_cast<double>(bytes.number())};
    if (bytes.flag()) c.rope.length = static_cast<double>(bytes.number());
    if (bytes.flag()) c.rope.low = static_cast<double>(bytes.number());
  }
  c.qk_norm = bytes.flag();
  if (bytes.flag()) c.qk_norm_eps = static_cast<double>(bytes.number());
  c.alibi = bytes.flag();
  if (bytes.flag()) c.softcap = static_cast<double>(bytes.number());
  const auto side = [&] { return std::max(bytes.size(), Index{0}) - 2; };
  if (bytes.flag()) c.window = {side(), side()};
  c.sinks = bytes.flag();
  if (bytes.flag()) {
    c.latent = {.rank = bytes.size(),
                .query_rank = optional(),
                .rope_width = optional(),
                .norm = bytes.flag(),
                .bias = bytes.flag()};
  }
  return c;
}

ForwardArgs args_from(Bytes& bytes, const Config& c) {
  const Index batch = 1 + bytes.byte() % 3, t_q = 1 + bytes.byte() % 5;
  Index t_k = 1 + bytes.byte() % 5;
  ForwardArgs args;
  args.query = bytes.tensor(bytes.flag() ? Dims{batch, t_q, c.d_model} : bytes.sizes(4));
  if (bytes.flag()) args.key = bytes.tensor({batch, t_k, c.d_key});
  if (bytes.flag()) args.value = bytes.tensor({batch, args.key ? t_k : t_q, c.d_value});
  args.causal = bytes.flag();
  if (bytes.flag()) {
    const Index past = 1 + bytes.byte() % 4;
    args.past = {bytes.tensor(past_key_sizes(c, batch, past)),
                 bytes.tensor(past_value_sizes(c, batch, past))};
    t_k = past + (args.key ? t_k : t_q);
  }
  if (bytes.flag()) args.key_padding_mask = Mask{bytes.tensor({batch, t_k}), bytes.flag()};
  if (bytes.flag()) args.attn_mask = Mask{bytes.tensor(bytes.sizes(5)), bytes.flag()};
  if (bytes.flag()) args.mask_fill = bytes.number();
  args.empty_row = bytes.flag() ? EmptyRow::nan : EmptyRow::zero;
  args.dropout = bytes.flag() ? static_cast<double>(bytes.number()) : 0.0;
  args.dropout_seed = static_cast<std::uint64_t>(bytes.byte());
  for (int n = bytes.byte() % 4; n > 0; --n) args.head_scale.push_back(bytes.number());
  args.trace = !bytes.flag();
  return args;
}

/// `with_sink`: whether a row may sum to less than 1.
void check_distribution(const Tensor& attention, bool with_sink) {
  const Tensor packed = attention.contiguous();
  const Index keys = packed.size(-1);
  for (Index row = 0; row < packed.elements(); row += keys) {
    double sum = 0;
    for (Index j = 0; j < keys; ++j) sum += packed.data()[row + j];
    if (!std::isnan(sum) && sum != 0.0 && (with_sink ? sum - 1.0 : std::abs(sum - 1.0)) > 1e-5) std::abort();
  }
}

/// Without a trace, as in wasm, where weights are kept packed from the second run on.
void exercise_packed(const Layer& layer, const ForwardArgs& args) {
  FastForward fast(kMostParameters);
  for (int run = 0; run < 3; ++run) fast.run(layer, args);
  if (!(fast.output().sizes() == Dims{args.query.size(0), args.query.size(1), layer.config.d_model}))
    std::abort();
  if (fast.attention()) check_distribution(fast.attention(), layer.config.sinks);
}

void exercise(Bytes& bytes) {
  const Config given = config_from(bytes);
  cost(given, {.batch = bytes.size(),
               .t_q = bytes.size(),
               .t_k = bytes.size(),
               .cross = bytes.flag(),
               .causal = bytes.flag(),
               .past = bytes.flag() ? bytes.size() : 0});
  const Config config = resolve(given);
  if (count_parameters(config) > kMostParameters) return;
  Layer layer{config, Weights::zeros(config)};
  for (Param param : kParams) {
    if (has(config, param)) layer.weights.set(config, param, bytes.tensor(shape_of(param, config)));
  }
  ForwardArgs args = args_from(bytes, config);
  const Fault fault = kFaults[static_cast<std::size_t>(bytes.byte()) % kFaults.size()];
  const Run run = forward_with_fault(layer, args, fault);
  if (to_json(run.steps).empty()) std::abort();
  if (run.attention) {  // null if a wrong path was refused earlier
    const bool is_distribution = fault != Fault::softmax_axis && fault != Fault::dropped_attention;
    if (is_distribution) check_distribution(run.attention, config.sinks);
    measure(run.attention, {.positions = {bytes.size()}});
  }
  if (run.output) contributions(run);
  prune(layer, {bytes.size()});
  args.trace = false;
  for (bool need_weights : {true, false}) {
    args.need_weights = need_weights;
    const Run fast = forward(layer, args);
    if (!(fast.output.sizes() == Dims{args.query.size(0), args.query.size(1), config.d_model})) std::abort();
    if (fast.attention) check_distribution(fast.attention, config.sinks);
    if (FastForward::takes(layer.config, args)) exercise_packed(layer, args);
  }
  args.trace = true;
  const Run traced = forward(layer, args);
  backward(traced, traced.output);
}

}  // namespace

void fuzz_attention(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  try {
    exercise(bytes);
  } catch (const Error& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
}
