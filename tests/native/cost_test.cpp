// Costs without a run, compared with a run: step by step, and by the buffers of its tensors.
#include <catch2/catch_test_macros.hpp>
#include <headscope/boundary/boundary.hpp>
#include <headscope/cost.hpp>
#include <headscope/fast_forward.hpp>
#include <limits>
#include <map>

#include "allocations.hpp"
#include "fixture.hpp"
#include "random_case.hpp"

using namespace mha;

namespace {

constexpr Index kBytes = sizeof(float);

/// Elements of all buffers of tensors, each counted once.
class Buffers {
 public:
  void add(const Tensor& tensor) {
    if (tensor) elements_[tensor.buffer_identity()] = tensor.buffer_elements();
  }
  Index bytes() const {
    Index sum = 0;
    for (const auto& [buffer, elements] : elements_) sum += elements;
    return sum * kBytes;
  }

 private:
  std::map<const void*, Index> elements_;
};

Buffers outputs_of(const Run& run) {
  Buffers buffers;
  for (const Step& step : run.steps) buffers.add(step.output);
  return buffers;
}

Buffers outputs_and_masks_of(const Run& run) {
  Buffers buffers = outputs_of(run);
  for (const Step& step : run.steps) {
    for (const Mask& mask : step.attributes.masks) buffers.add(mask.values);
  }
  return buffers;
}

void check_same(const Step& found, const Step& run) {
  CAPTURE(run.id);
  CHECK(found.id == run.id);
  CHECK(found.output.sizes() == run.output.sizes());
  CHECK(found.is_view == run.is_view);
  CHECK(found.flops == run.flops);
  CHECK(found.bytes_read == run.bytes_read);
  CHECK(found.bytes_written == run.bytes_written);
  REQUIRE(found.attributes.masks.size() == run.attributes.masks.size());
  for (std::size_t i = 0; i < run.attributes.masks.size(); ++i) {
    const Tensor &mask = found.attributes.masks[i].values, &of_run = run.attributes.masks[i].values;
    CHECK(mask.sizes() == of_run.sizes());
    CHECK(mask.shape().strides() == of_run.shape().strides());
    CHECK(mask.buffer_elements() == of_run.buffer_elements());
  }
}

/// A case so large that its memory is checked before the run. In cross-attention, it has fewer queries than
/// keys.
ForwardArgs large_args(const Config& config, bool cross, bool causal) {
  const Index t_q = 300, t_k = cross ? 400 : t_q;
  ForwardArgs args{.query = random_values(1, 1.0f, {1, t_q, config.d_model}), .causal = causal};
  if (cross) args.key = random_values(2, 1.0f, {1, t_k, config.d_key});
  return args;
}

/// Checks that `bytes` is the smallest limit that accepts the call.
void check_least(const Layer& layer, const ForwardArgs& args, Index bytes) {
  const auto passes = [&](Index limit) {
    try {
      require_memory(layer, args, Fault::none, limit);
      return true;
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::memory);
      return false;
    }
  };
  CHECK(passes(bytes));
  CHECK_FALSE(passes(bytes - 1));
}

}  // namespace

TEST_CASE("meta steps equal the steps of a run, including the memory of masks", "[cost]") {
  int causal_of_other_sizes = 0;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const RandomCase random(seed);
    const Run run = forward(random.layer, random.args);
    const std::vector<Step> found = steps_without_numbers(random.layer.config, random.args, Fault::none);
    REQUIRE(found.size() == run.steps.size());
    for (std::size_t i = 0; i < found.size(); ++i) check_same(found[i], run.steps[i]);
    causal_of_other_sizes += random.args.causal && random.t_q() != random.key().size(1);
  }
  CHECK(causal_of_other_sizes > 20);
}

TEST_CASE("sizes whose products exceed 64 bits are refused", "[cost]") {
  const Config config = resolve({.d_model = 1, .num_heads = Index{1} << 20, .d_k = 1});
  const Layer layer{config, Weights::meta(config)};
  for (bool trace : {true, false}) {
    CAPTURE(trace);
    const ForwardArgs args{.query = Tensor::meta({1, Index{1} << 24, 1}), .trace = trace};
    CHECK_THROWS_AS(require_memory(layer, args, Fault::none, Index{1} << 31), Error);
  }
}

TEST_CASE("the number of tokens, with those of a cache, must fit in 64 bits", "[cost]") {
  constexpr Index kMost = std::numeric_limits<Index>::max();
  for (bool padded : {false, true})
    CHECK_THROWS_AS(cost({.d_model = 1, .num_heads = 1}, {.t_q = 1, .padded = padded, .past = kMost}), Error);
}

TEST_CASE("a cost is the sum over the steps of a run, with buffers and parameters", "[cost]") {
  for (const Config& given :
       {Config{.d_model = 8, .num_heads = 2},
        Config{.d_model = 8, .num_heads = 4, .num_kv_heads = 2, .bias = true},
        Config{
            .d_model = 8, .num_heads = 2, .bias = true, .fused = true, .rope = {RopeStyle::interleaved}}}) {
    for (bool causal : {false, true}) {
      for (const auto& [cross, padded] :
           {std::pair{false, false}, {false, true}, {true, false}, {true, true}}) {
        const Config config = resolve(given);
        if (config.fused && cross) continue;
        CAPTURE(config.num_kv_heads, config.fused, causal, cross, padded);
        ForwardArgs args{.query = random_values(1, 1.0f, {2, 5, 8}), .causal = causal};
        if (cross) {
          args.key = random_values(2, 1.0f, {2, 3, 8});
          args.value = random_values(3, 1.0f, {2, 3, 8});
        }
        if (padded) args.key_padding_mask = Mask{Tensor::zeros({2, cross ? 3 : 5})};
        const Layer layer{config, Weights::random(config, 1)};
        const Run run = forward(layer, args);
        const Cost found = cost(given, {2, 5, cross ? 3 : 5, cross, causal, padded});
        Index flops = 0, read = 0, written = 0;
        for (const Step& step : run.steps) {
          flops += step.flops;
          read += step.bytes_read;
          written += step.bytes_written;
        }
        Buffers buffers = outputs_of(run);
        for (Param param : kParams) {
          if (!config.fused || param == Param::wO || param == Param::bO) buffers.add(layer.weights[param]);
        }
        buffers.add(layer.weights.qkv());
        buffers.add(layer.weights.qkv_bias());
        CHECK(found.flops == flops);
        CHECK(found.bytes_read == read);
        CHECK(found.bytes_written == written);
        CHECK(found.bytes_held == buffers.bytes());
      }
    }
  }
}

TEST_CASE("a traced pass is refused if its buffers and masks exceed the limit by one byte", "[cost]") {
  const Config config = resolve({.d_model = 8, .num_heads = 8});
  const Layer layer{config, Weights::random(config, 1)};
  for (bool cross : {false, true}) {
    for (bool causal : {false, true}) {
      for (bool masks : {false, true}) {
        CAPTURE(cross, causal, masks);
        ForwardArgs args = large_args(config, cross, causal);
        const Index t_q = args.query.size(1), t_k = args.key_or_query().size(1);
        if (masks) {
          args.key_padding_mask = Mask{Tensor::zeros({1, t_k})};
          args.attn_mask = Mask{random_values(3, 1.0f, {t_q, t_k}), true};
        }
        check_least(layer, args, outputs_and_masks_of(forward(layer, args)).bytes());
      }
    }
  }
}

TEST_CASE("a pass without trace is refused if it exceeds the limit by one byte", "[cost]") {
  const Config config = resolve({.d_model = 8, .num_heads = 8});
  const Layer layer{config, Weights::random(config, 1)};
  for (bool need_weights : {false, true}) {
    ForwardArgs args = large_args(config, true, true);
    args.trace = false;
    args.need_weights = need_weights;
    check_least(layer, args, FastForward::elements_held(config, args) * kBytes);
  }
}

TEST_CASE("a pass without trace that is not fast is refused if what it holds at once exceeds the limit",
          "[cost]") {
  const Config latent = resolve({.d_model = 8,
                                 .num_heads = 8,
                                 .d_k = 8,
                                 .rope = {RopeStyle::interleaved},
                                 .latent = {.rank = 10, .query_rank = 7, .rope_width = 4}});
  const Config usual = resolve({.d_model = 8, .num_heads = 8});
  for (const auto& [config, dropout] : {std::pair{usual, 0.5}, {latent, 0.0}, {latent, 0.5}}) {
    CAPTURE(config.latent.rank, dropout);
    const Layer layer{config, Weights::random(config, 1)};
    ForwardArgs args = large_args(config, false, true);
    args.trace = false;
    args.dropout = dropout;
    REQUIRE_FALSE(FastForward::takes(config, args));
    const TensorMemory memory;
    forward(layer, args);
    check_least(layer, args, (memory.most() + args.query.elements()) * kBytes);
  }
}

TEST_CASE("a cost allocates no memory for the numbers of heads and pairs", "[cost]") {
  constexpr Index kLarge = Index{1} << 28;
  const Rope scaled{.style = RopeStyle::half, .scaling = 8, .length = 8192, .low = 1, .high = 4};
  const std::vector<Config> configs = {
      {.d_model = kLarge, .num_heads = kLarge, .alibi = true},
      {.d_model = kLarge, .num_heads = 1, .rope = scaled},
      {.d_model = 64, .num_heads = kLarge, .d_k = 2, .rope = scaled, .sinks = true},
      {.d_model = 64, .num_heads = 1, .rope = scaled, .latent = {.rank = 4, .rope_width = kLarge}}};
  for (const Config& config : configs) {
    const long before = allocations();
    const TensorMemory memory;
    CHECK(cost(config, {.t_q = 1, .t_k = 1, .past = 3}).flops > 0);
    CHECK(memory.most() == 0);
    CHECK(allocations() - before < 1000);
  }
}

TEST_CASE("a cost counts the factors of heads and pairs like a run", "[cost]") {
  for (const Config& config :
       {Config{.d_model = 8, .num_heads = 4, .alibi = true},
        Config{
            .d_model = 8, .num_heads = 2, .rope = {.style = RopeStyle::half, .scaling = 8, .length = 64}}}) {
    const Layer layer{resolve(config), Weights::random(config, 1)};
    const Run run = forward(layer, {.query = random_values(1, 1.0f, {1, 3, 8})});
    const Cost counted = cost(config, {.t_q = 3, .t_k = 3});
    REQUIRE(counted.steps.size() == run.steps.size());
    for (std::size_t i = 0; i < run.steps.size(); ++i) check_same(counted.steps[i], run.steps[i]);
    Index flops = 0, read = 0;
    for (const Step& step : run.steps) flops += step.flops, read += step.bytes_read;
    CHECK(counted.flops == flops);
    CHECK(counted.bytes_read == read);
  }
}
