// Forward without trace, compared with the traced forward and with an oracle in double precision.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/fast_forward.hpp>
#include <limits>
#include <type_traits>

#include "fixture.hpp"
#include "long_case.hpp"
#include "random_case.hpp"

using namespace mha;

namespace {

/// Relative tolerance: the traced pass multiplies with Eigen, whose results differ from the kernel's in the
/// last bits.
constexpr double kFastTolerance = 2e-6;

static_assert(!std::is_copy_constructible_v<FastForward>);  // a copy would share the memory of the original

Tensor from_numbers(const oracle::Numbers& numbers, const Dims& sizes) {
  const std::vector<float> values(numbers.begin(), numbers.end());
  return Tensor::from(values, sizes);
}

/// As in wasm: with packed copies of weights.
void check_packed(const Layer& layer, const ForwardArgs& args, const Run& traced) {
  FastForward fast(kAllPacked);
  for (int run = 0; run < 3; ++run) {
    fast.run(layer, args);
    CHECK(fast.warnings() == traced.warnings);
    CHECK(relative_difference(fast.output(), traced.output) < kFastTolerance);
    if (args.need_weights) CHECK(relative_difference(fast.attention(), traced.attention) < kFastTolerance);
  }
}

/// All variants of the pass without a trace.
void check_against_traced(const Layer& layer, ForwardArgs args) {
  args.trace = true;
  const Run traced = forward(layer, args);
  args.trace = false;
  const Run fast = forward(layer, args);
  CHECK(fast.steps.empty());
  CHECK(fast.warnings == traced.warnings);
  CHECK(relative_difference(fast.output, traced.output) < kFastTolerance);
  CHECK(relative_difference(fast.attention, traced.attention) < kFastTolerance);
  if (!FastForward::takes(layer.config, args)) return;
  check_packed(layer, args, traced);
  args.need_weights = false;
  check_packed(layer, args, traced);
  const Run streamed = forward(layer, args);
  CHECK_FALSE(streamed.attention);
  CHECK(streamed.warnings == traced.warnings);
  CHECK(relative_difference(streamed.output, traced.output) < kFastTolerance);
}

}  // namespace

TEST_CASE("the fast pass agrees with the traced pass", "[fast][golden]") {
  for (const FixtureCase& fixture : read_fixture("attention")) {
    CAPTURE(fixture.name);
    check_against_traced(layer_of(fixture), args_of(fixture));
  }
}

TEST_CASE("the fast pass agrees with the double-precision oracle", "[fast][properties]") {
  int taken = 0;
  for (std::uint32_t seed = 1; seed <= 1200; ++seed) {
    CAPTURE(seed);
    RandomCase random(seed);
    random.args.trace = false;
    if (!FastForward::takes(random.layer.config, random.args)) continue;
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

TEST_CASE("the fast pass agrees with the traced pass over several blocks of queries and keys", "[fast]") {
  for (const LongCase& long_case : long_cases()) {
    CAPTURE(long_case.name);
    for (EmptyRow empty_row : {EmptyRow::zero, EmptyRow::nan}) {
      ForwardArgs args = args_of(long_case);
      args.empty_row = empty_row;
      check_against_traced(layer_of(long_case), args);
    }
  }
}

TEST_CASE("the fast pass has NaN and infinities where the traced pass has them", "[fast]") {
  const LongCase plain = long_cases()[0];
  const Layer layer = layer_of(plain);
  for (float strange : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    ForwardArgs args = args_of(plain);
    args.query.data()[(290 * 24) + 3] =
        strange;  // a token in the last block of keys; every query of its batch item sees it
    CAPTURE(strange);
    check_against_traced(layer, args);
  }
}

TEST_CASE("a finite mask_fill takes the traced pass", "[fast]") {
  ForwardArgs args = args_of(long_cases()[1]);
  const Layer layer = layer_of(long_cases()[1]);
  CHECK(FastForward::takes(layer.config, args));
  for (float fill : {-1e9f, 0.0f, std::numeric_limits<float>::infinity()}) {
    args.mask_fill = fill;
    CHECK_FALSE(FastForward::takes(layer.config, args));
  }
  args.mask_fill = -1e9f;
  check_against_traced(layer, args);
}

TEST_CASE("the largest possible scores do not overflow", "[fast]") {
  const LongCase plain = long_cases()[0];
  const Layer layer = layer_of(plain);
  ForwardArgs args = args_of(plain);
  for (float& value : args.query.values()) value *= 1e3f;
  check_against_traced(layer, args);
}

TEST_CASE("one workspace serves fused and unfused layers of the same sizes in turn", "[fast]") {
  LongCase long_case = long_cases().back();
  const Layer fused = layer_of(long_case);
  long_case.config.fused = false;
  const Layer plain = layer_of(long_case);
  const ForwardArgs args = args_of(long_case);
  Layer unfused = fused;  // has the same buffer as three matrices
  unfused.config.fused = false;
  FastForward fast(kAllPacked);
  for (const Layer& layer : {fused, plain, fused, unfused, fused}) {
    for (int run = 0; run < 3; ++run) {
      fast.run(layer, args);
      CHECK(relative_difference(fast.output(), forward(layer, args).output) < kFastTolerance);
    }
  }
}

TEST_CASE("consecutive runs of different sizes do not affect each other", "[fast]") {
  FastForward fast, packed(kAllPacked);
  for (int round = 0; round < 2; ++round) {
    for (const LongCase& long_case : long_cases()) {
      CAPTURE(long_case.name, round);
      const Layer layer = layer_of(long_case);
      ForwardArgs args = args_of(long_case);
      for (bool need_weights : {true, false}) {
        args.need_weights = need_weights;
        const Tensor expected = forward(layer, args).output;
        for (FastForward* each : {&fast, &packed}) {
          each->run(layer, args);
          CHECK(relative_difference(each->output(), expected) < kFastTolerance);
          CHECK(static_cast<bool>(each->attention()) == need_weights);
        }
      }
    }
  }
}

TEST_CASE("a size that 64 bits cannot count is refused", "[fast]") {
  const Config wide = resolve({.d_model = 8, .num_heads = 1, .d_k = Index{1} << 24});
  for (const bool need_weights : {true, false}) {
    CHECK_THROWS_AS(FastForward::elements_held(wide, {.query = Tensor::meta({1, Index{1} << 40, 8}),
                                                      .trace = false,
                                                      .need_weights = need_weights}),
                    Error);
  }
  ForwardArgs padded{.query = Tensor::meta({1, Index{1} << 38, 8}), .trace = false, .need_weights = false};
  padded.key_padding_mask = Mask{Tensor::meta({1, Index{1} << 38})};
  CHECK_THROWS_AS(FastForward::elements_held(wide, padded), Error);
  CHECK_THROWS_AS(Tensor::packed(Index{1} << 60, 1), Error);
  CHECK_THROWS_AS(Tensor::packed(1, std::numeric_limits<Index>::max()), Error);
}

TEST_CASE("without a trace, a layer that FastForward does not take is computed by the kernels", "[fast]") {
  for (const bool of_latents : {false, true}) {
    CAPTURE(of_latents);
    Config of_layer{.d_model = 24, .num_heads = 3};
    if (of_latents) of_layer.rope = {.style = RopeStyle::half}, of_layer.latent = {.rank = 10};
    const Config config = resolve(of_layer);
    const Layer layer{config, Weights::random(config, 1)};
    ForwardArgs args{
        .query = random_values(2, 1.0f, {2, 7, 24}), .dropout = of_latents ? 0 : 0.25, .dropout_seed = 3};
    const Run traced = forward(layer, args);
    std::vector<Step> steps;
    Tape tape(steps, Trace::off);
    const StepIndex x = tape.input({"x"}, args.query, {Axis::B, Axis::T, Axis::d_model});
    const Attended attended = attend(tape, {x, x, x}, layer, args);
    args.trace = false;
    const Run untraced = forward(layer, args);
    CHECK(!traced.steps.empty());
    CHECK(untraced.steps.empty());
    CHECK(relative_difference(untraced.output, traced.output) < kFastTolerance);
    CHECK(relative_difference(untraced.attention, traced.attention) < kFastTolerance);
    CHECK(relative_difference(untraced.output, tape[attended.output]) == 0);
    CHECK(relative_difference(untraced.output, traced.output) > 0);  // the definitions round differently
  }
}
