#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <cmath>
#include <headscope/attention.hpp>
#include <headscope/heads.hpp>
#include <headscope/tensor/elementwise.hpp>
#include <limits>

#include "fixture.hpp"
#include "sanitizer.hpp"

using namespace mha;

namespace {

std::vector<std::string> texts(const std::vector<Notice>& notices) {
  std::vector<std::string> out;
  for (const Notice& notice : notices) out.push_back(notice.text);
  return out;
}

}  // namespace

TEST_CASE("forward agrees with PyTorch in every case of attention.txt", "[attention][golden]") {
  const std::vector<FixtureCase> cases = read_fixture("attention");
  REQUIRE(cases.size() >= 60);
  for (const FixtureCase& fixture : cases) {
    CAPTURE(fixture.name);
    const Run run = forward(layer_of(fixture), args_of(fixture));
    CHECK(relative_difference(run.output, fixture.tensor("output")) < 1e-5);
    CHECK(relative_difference(run.attention, fixture.tensor("attention")) < 1e-5);
  }
}

TEST_CASE("d_model 12288 with 96 heads runs", "[attention][large]") {
  if (sanitizer_share() > 1) SKIP("2.4 GB of weights, too large for a sanitizer");
  const Config config = resolve({.d_model = 12288, .num_heads = 96});
  Layer layer{config, Weights::zeros(config)};
  // W_V and W_O are identity matrices, W_Q and W_K are 0: every query gets the mean of all tokens.
  for (Param param : {Param::wV, Param::wO}) {
    Tensor identity = layer.weights[param];
    for (Index i = 0; i < config.d_model; ++i) identity.data()[i * config.d_model + i] = 1.0f;
  }
  const Tensor x = random_values(1, 1.0f, {1, 4, config.d_model});
  const Run run = forward(layer, {.query = x});
  REQUIRE(run.attention.sizes() == Dims{1, 96, 4, 4});
  double worst = 0;
  for (Index f = 0; f < config.d_model; ++f) {
    const double mean = (static_cast<double>(x({0, 0, f})) + x({0, 1, f}) + x({0, 2, f}) + x({0, 3, f})) / 4;
    for (Index t = 0; t < 4; ++t) worst = std::max(worst, std::abs(run.output({0, t, f}) - mean));
  }
  CHECK(worst < 1e-6);
}

TEST_CASE("warnings name the first rows without keys, and count the others", "[attention]") {
  const Config config = resolve({.d_model = 4, .num_heads = 2});
  const Layer layer{config, Weights::random(config, 1)};
  ForwardArgs args{.query = random_values(1, 1.0f, {1, 3, 4})};
  Tensor values = Tensor::zeros({2, 3, 3});
  for (Index j = 0; j < 3; ++j) values.data()[9 + j] = 1.0f;  // head 1, query row 0
  args.attn_mask = Mask{values};
  CHECK(texts(forward(layer, args).warnings) ==
        std::vector<std::string>{
            "batch 0, head 1, query row 0: every key is blocked, so that its weights are 0"});
  args.empty_row = EmptyRow::nan;
  CHECK(forward(layer, args).warnings[0].text ==
        "batch 0, head 1, query row 0: every key is blocked, so that its weights are NaN");
  args.mask_fill = -1e9f;
  CHECK(forward(layer, args).warnings[0].text ==
        "batch 0, head 1, query row 0: every key is blocked, so that its weights are spread over blocked "
        "keys (mask fill -1000000000)");
  // An additive mask is not a fill. Weights are uniform in a row where a boolean mask also blocks a key.
  const float blocked = -std::numeric_limits<float>::infinity();
  for (float& value : args.attn_mask->values.values()) value = value == 0.0f ? 0.0f : blocked;
  for (Index j = 0; j < 3; ++j) args.attn_mask->values.data()[3 + j] = blocked;  // head 0, query row 1
  for (Index j = 1; j < 3; ++j) args.attn_mask->values.data()[6 + j] = blocked;  // row 2, except key 0
  args.attn_mask->additive = true;
  args.empty_row = EmptyRow::zero;
  args.key_padding_mask = Mask{Tensor::from(std::vector<float>{1, 0, 0}, {1, 3})};
  const Run mixed = forward(layer, args);
  CHECK(texts(mixed.warnings) ==
        std::vector<std::string>{
            "batch 0, head 1, query row 0: every key is blocked, so that its weights are spread over blocked "
            "keys (mask fill -1000000000)",
            "batch 0, head 0, query row 1: every key is blocked, so that its weights are spread over blocked "
            "keys (mask fill -1000000000)",
            "batch 0, head 0, query row 2: every key is blocked, so that its weights are spread over blocked "
            "keys (mask fill -1000000000)"});
  args.key_padding_mask = {};
  args.attn_mask->values.data()[0] = blocked;
  const Run empty = forward(layer, args);
  CHECK(texts(empty.warnings) ==
        std::vector<std::string>{
            "batch 0, head 1, query row 0: every key is blocked, so that its weights are 0",
            "batch 0, head 0, query row 1: every key is blocked, so that its weights are 0"});
  CHECK(empty.attention({0, 0, 1, 0}) == 0.0f);

  ForwardArgs many{
      .query = random_values(1, 1.0f, {1, 20, 4}), .key = random_values(2, 1.0f, {1, 1, 4}), .causal = true};
  const std::vector<std::string> warnings = texts(forward(layer, many).warnings);
  CHECK(warnings.size() == 13);
  CHECK(warnings.front() ==
        "batch 0, heads 0 to 1, query row 0: every key is blocked, so that its weights are 0");
  CHECK(warnings.back() == "and 7 more query rows whose keys are all blocked");
}

TEST_CASE("a mask without values is refused", "[attention]") {
  const Config config = resolve({.d_model = 4, .num_heads = 2});
  const Layer layer{config, Weights::random(config, 1)};
  for (bool trace : {true, false}) {
    ForwardArgs args{.query = random_values(1, 1.0f, {1, 3, 4}), .attn_mask = Mask{}, .trace = trace};
    CHECK_THROWS_MATCHES(
        forward(layer, args), Error,
        Catch::Matchers::Message(
            "attention mask () does not broadcast to the scores (B, H, T_q, T_k) = (1, 2, 3, "
            "3): counted from the last, each of its sizes must be 1 or theirs"));
    args.attn_mask.reset();
    args.key_padding_mask = Mask{};
    CHECK_THROWS_MATCHES(forward(layer, args), Error,
                         Catch::Matchers::Message("key padding mask () is not (B, T_k) = (1, 3)"));
  }
}

TEST_CASE("the traced and the fast pass give the same warnings", "[attention][fast]") {
  const Config config = resolve({.d_model = 4, .num_heads = 2});
  const Layer layer{config, Weights::random(config, 1)};
  constexpr float kMinus = -std::numeric_limits<float>::infinity();
  ForwardArgs args{.query = random_values(1, 1.0f, {2, 2, 4})};
  args.key_padding_mask = Mask{Tensor::from(std::array{kMinus, kMinus, 0.0f, 0.0f}, {2, 2}), true};
  args.attn_mask = Mask{Tensor::from(std::array{1.0f, 0.0f, 0.0f, 0.0f}, {2, 2, 1})};
  const std::vector<std::string> expected = {
      "batch 0, heads 0 to 1, query row 0: every key is blocked, so that its weights are 0",
      "batch 0, heads 0 to 1, query row 1: every key is blocked, so that its weights are 0",
      "batch 1, head 0, query row 0: every key is blocked, so that its weights are 0"};
  CHECK(texts(forward(layer, args).warnings) == expected);
  args.trace = false;
  CHECK(texts(forward(layer, args).warnings) == expected);
  args.causal = true;
  const std::vector<std::string> fast = texts(forward(layer, args).warnings);
  args.trace = true;
  CHECK(texts(forward(layer, args).warnings) == fast);
}

TEST_CASE("dropout keeps NaN, for dropped and kept elements", "[attention]") {
  const Tensor x = Tensor::from(std::vector<float>(64, std::numeric_limits<float>::quiet_NaN()), {64});
  const Tensor dropped = dropout(x, 0.5, 7);
  CHECK(std::ranges::all_of(dropped.values(), [](float value) { return std::isnan(value); }));
  const Tensor ones = Tensor::from(std::vector<float>(64, 1.0f), {64});
  CHECK(std::ranges::count(dropout(ones, 0.5, 7).values(), 2.0f) > 10);
}

TEST_CASE("duplicate positions count once", "[attention]") {
  const Config config = resolve({.d_model = 4, .num_heads = 2});
  const Tensor attention =
      forward({config, Weights::random(config, 1)}, {.query = random_values(1, 1.0f, {1, 3, 4})}).attention;
  const auto on = [&](const std::vector<Index>& positions) {
    return measure(attention, {.positions = positions}).summary({0, static_cast<Index>(Measure::positions)});
  };
  CHECK(on({0, 0, 0, 0}) == on({0}));
  CHECK(on({2, 0, 2}) == on({2, 0}));
}
