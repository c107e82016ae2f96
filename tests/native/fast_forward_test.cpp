// Forward without trace against the traced forward and the double-precision oracle.
#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>
#include <headscope/fast_forward.hpp>
#include <limits>
#include <new>
#include <type_traits>

#include "fixture.hpp"
#include "random_case.hpp"

using namespace mha;

namespace {

constexpr double kEqual = 2e-6;  // of the scale: natively, Eigen's products differ in bits from the kernel's
std::atomic<long> allocations = 0;

static_assert(!std::is_copy_constructible_v<FastForward>);  // it would write into the memory of the first

Tensor from_numbers(const oracle::Numbers& numbers, const Dims& sizes) {
  const std::vector<float> values(numbers.begin(), numbers.end());
  return Tensor::from(values, sizes);
}

/// Long enough for several blocks of queries and of keys, with every kind of mask.
struct LongCase {
  const char* name;
  Config config;
  Index batch, t_q, t_k;  // t_k 0: self-attention
  bool causal, padding, additive_padding, attn_mask;
};

const std::vector<LongCase> kLongCases = {
    {"plain", {.d_model = 24, .num_heads = 3}, 2, 300, 0, false, false, false, false},
    {"causal", {.d_model = 24, .num_heads = 3}, 1, 530, 0, true, false, false, false},
    {"fewer queries than keys, causal",
     {.d_model = 16, .num_heads = 2},
     1,
     70,
     600,
     true,
     false,
     false,
     false},
    {"more queries than keys, causal",
     {.d_model = 16, .num_heads = 2},
     1,
     400,
     270,
     true,
     false,
     false,
     false},
    {"padded", {.d_model = 16, .num_heads = 2}, 3, 130, 530, false, true, false, false},
    {"padded and causal", {.d_model = 16, .num_heads = 2}, 2, 300, 0, true, true, false, false},
    {"added padding", {.d_model = 16, .num_heads = 2}, 2, 70, 300, false, false, true, false},
    {"attention mask", {.d_model = 16, .num_heads = 4}, 1, 280, 0, false, false, false, true},
    {"all masks, grouped",
     {.d_model = 32, .num_heads = 4, .num_kv_heads = 2},
     2,
     300,
     0,
     true,
     true,
     false,
     true},
    {"values of another width",
     {.d_model = 12, .num_heads = 2, .d_k = 5, .d_v = 9},
     1,
     300,
     0,
     true,
     false,
     false,
     false},
    {"fused",
     {.d_model = 16, .num_heads = 2, .bias = true, .fused = true},
     2,
     270,
     0,
     false,
     false,
     false,
     false},
};

Layer layer_of(const LongCase& long_case) {
  const Config config = resolve(long_case.config);
  Layer layer{config, Weights::zeros(config)};
  for (Param param : kParams) {
    if (config.bias || !is_bias(param))
      layer.weights.set(config, param,
                        random_values(static_cast<std::uint64_t>(param), 0.6f, shape_of(param, config)));
  }
  return layer;
}

ForwardArgs args_of(const LongCase& c) {
  ForwardArgs args;
  args.query = random_values(11, 1.0f, {c.batch, c.t_q, c.config.d_model});
  if (c.t_k > 0) args.key = random_values(12, 1.0f, {c.batch, c.t_k, c.config.d_model});
  const Index t_k = c.t_k > 0 ? c.t_k : c.t_q;
  args.causal = c.causal;
  if (c.padding || c.additive_padding) {
    args.key_padding_mask = Mask{random_values(13, 1.0f, {c.batch, t_k}), c.additive_padding};
    for (float& value : args.key_padding_mask->values.values()) {
      if (c.padding) value = value > 0.3f ? 1.0f : 0.0f;
      if (c.additive_padding && value > 0.5f) value = -std::numeric_limits<float>::infinity();
    }
  }
  if (c.attn_mask) {
    args.attn_mask = Mask{random_values(14, 1.0f, {c.t_q, t_k}), false};
    for (float& value : args.attn_mask->values.values()) value = value > 0.4f ? 1.0f : 0.0f;
    for (Index j = 0; j < t_k; ++j)
      args.attn_mask->values.data()[70 * t_k + j] = 1.0f;  // a query without keys
  }
  return args;
}

/// Both ways without trace.
void check_against_traced(const Layer& layer, ForwardArgs args) {
  args.trace = true;
  const Run traced = forward(layer, args);
  args.trace = false;
  const Run fast = forward(layer, args);
  CHECK(fast.steps.empty());
  CHECK(fast.warnings == traced.warnings);
  CHECK(relative_difference(fast.output, traced.output) < kEqual);
  CHECK(relative_difference(fast.attention, traced.attention) < kEqual);
  args.need_weights = false;
  if (!FastForward::takes(args)) return;
  const Run streamed = forward(layer, args);
  CHECK_FALSE(streamed.attention);
  CHECK(streamed.warnings == traced.warnings);
  CHECK(relative_difference(streamed.output, traced.output) < kEqual);
}

}  // namespace

/// Counts what the test of memory asks for.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

TEST_CASE("without trace the numbers are those of the trace", "[fast][golden]") {
  for (const FixtureCase& fixture : read_fixture("attention")) {
    CAPTURE(fixture.name);
    check_against_traced(layer_of(fixture), args_of(fixture));
  }
}

TEST_CASE("without trace the numbers are the oracle's", "[fast][properties]") {
  int taken = 0;
  for (std::uint32_t seed = 1; seed <= 1200; ++seed) {
    CAPTURE(seed);
    RandomCase random(seed);
    random.args.trace = false;
    if (!FastForward::takes(random.args)) continue;
    ++taken;
    const oracle::Answer answer = oracle::attend(problem_of(random));
    for (bool need_weights : {true, false}) {
      random.args.need_weights = need_weights;
      const Run run = forward(random.layer, random.args);
      CHECK(relative_difference(run.output, from_numbers(answer.output, run.output.sizes())) < 1e-5);
      if (need_weights)
        CHECK(relative_difference(run.attention, from_numbers(answer.attention, run.attention.sizes())) <
              1e-5);
    }
  }
  CHECK(taken > 500);
}

TEST_CASE("several blocks of queries and keys give what the trace gives", "[fast]") {
  for (const LongCase& long_case : kLongCases) {
    CAPTURE(long_case.name);
    for (EmptyRow empty_row : {EmptyRow::zero, EmptyRow::nan}) {
      ForwardArgs args = args_of(long_case);
      args.empty_row = empty_row;
      check_against_traced(layer_of(long_case), args);
    }
  }
}

TEST_CASE("a NaN or an infinity goes where the trace has it", "[fast]") {
  const LongCase plain = kLongCases[0];
  const Layer layer = layer_of(plain);
  for (float strange : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    ForwardArgs args = args_of(plain);
    args.query.data()[(290 * 24) + 3] =
        strange;  // a token in the last block of keys: every row of its batch item has it
    CAPTURE(strange);
    check_against_traced(layer, args);
  }
}

TEST_CASE("what blocked scores are filled with is left to the trace, unless it leaves them out", "[fast]") {
  ForwardArgs args = args_of(kLongCases[1]);
  CHECK(FastForward::takes(args));
  for (float fill : {-1e9f, 0.0f, std::numeric_limits<float>::infinity()}) {
    args.mask_fill = fill;
    CHECK_FALSE(FastForward::takes(args));
  }
  args.mask_fill = -1e9f;
  check_against_traced(layer_of(kLongCases[1]), args);
}

TEST_CASE("scores as large as floats go do not overflow", "[fast]") {
  const LongCase plain = kLongCases[0];
  const Layer layer = layer_of(plain);
  ForwardArgs args = args_of(plain);
  for (float& value : args.query.values()) value *= 1e3f;
  check_against_traced(layer, args);
}

TEST_CASE("runs of the same sizes allocate nothing", "[fast]") {
  for (const LongCase& long_case : kLongCases) {
    CAPTURE(long_case.name);
    const Layer layer = layer_of(long_case);
    for (bool need_weights : {true, false}) {
      ForwardArgs args = args_of(long_case);
      args.need_weights = need_weights;
      if (args.attn_mask || args.causal) continue;  // their warnings of empty rows are text
      FastForward fast;
      fast.run(layer, args);
      const float* const output = fast.output().data();
      const long before = allocations;
      fast.run(layer, args);
      CHECK(allocations == before);
      CHECK(fast.output().data() == output);
    }
  }
}

TEST_CASE("a layer of three products can follow a fused one of its sizes", "[fast]") {
  LongCase long_case = kLongCases.back();
  const Layer fused = layer_of(long_case);
  long_case.config.fused = false;
  const Layer plain = layer_of(long_case);
  const ForwardArgs args = args_of(long_case);
  FastForward fast;
  fast.run(fused, args);
  fast.run(plain, args);
  CHECK(relative_difference(fast.output(), forward(plain, args).output) < kEqual);
}

TEST_CASE("one after another, runs of other sizes do not disturb each other", "[fast]") {
  FastForward fast;
  for (int round = 0; round < 2; ++round) {
    for (const LongCase& long_case : kLongCases) {
      CAPTURE(long_case.name, round);
      const Layer layer = layer_of(long_case);
      ForwardArgs args = args_of(long_case);
      for (bool need_weights : {true, false}) {
        args.need_weights = need_weights;
        fast.run(layer, args);
        CHECK(relative_difference(fast.output(), forward(layer, args).output) < kEqual);
        CHECK(static_cast<bool>(fast.attention()) == need_weights);
      }
    }
  }
}
