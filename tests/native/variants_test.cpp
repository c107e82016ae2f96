// Variants of attention: decoding token by token compared with one causal pass, properties of single options,
// and refused combinations.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <cmath>
#include <headscope/backward.hpp>
#include <headscope/cost.hpp>
#include <headscope/fast_forward.hpp>
#include <headscope/gemm.hpp>
#include <headscope/heads.hpp>
#include <headscope/kernel/rows.hpp>

#include "fixture.hpp"

using namespace mha;
using Catch::Matchers::Message;

namespace {

constexpr double kVariantTolerance = 1e-6;

struct Variant {
  std::string name;
  Config config;
};

const Config kPlain{.d_model = 24, .num_heads = 6, .num_kv_heads = 3, .d_k = 8};

template <class F>
Config with(F change) {
  Config config = kPlain;
  change(config);
  return config;
}

Config latent(const Latent& of) {
  return {.d_model = 24, .num_heads = 6, .d_k = 8, .rope = {RopeStyle::interleaved}, .latent = of};
}

/// Each option alone, and combinations of published models.
std::vector<Variant> variants() {
  return {
      {"plain", kPlain},
      {"fused, with biases", with([](Config& c) { c.fused = c.bias = true; })},
      {"rope", with([](Config& c) { c.rope = {RopeStyle::interleaved}; })},
      {"rope by halves", with([](Config& c) {
         c.rope = {RopeStyle::half, 5e5};
       })},
      {"rope of a quarter", with([](Config& c) {
         c.rope = {RopeStyle::half, 1e4, 0.25, 4};
       })},
      {"alibi", with([](Config& c) { c.alibi = true; })},
      {"soft cap", with([](Config& c) { c.softcap = 2; })},
      {"window", with([](Config& c) {
         c.window = {3, 0};
       })},
      {"norm", with([](Config& c) { c.qk_norm = true; })},
      {"sinks", with([](Config& c) { c.sinks = true; })},
      {"as Gemma 2", with([](Config& c) {
         c.rope = {RopeStyle::half};
         c.softcap = 3;
         c.window = {4, 0};
       })},
      {"as gpt-oss", with([](Config& c) {
         c.rope = {RopeStyle::half, 1.5e5};
         c.sinks = c.bias = true;
         c.window = {5, 0};
       })},
      {"latent", latent({.rank = 10, .query_rank = 7, .rope_width = 4})},
      {"normed latents with biases",
       latent({.rank = 10, .query_rank = 7, .rope_width = 4, .norm = true, .bias = true})},
      {"normed latent of keys alone", latent({.rank = 5, .rope_width = 2, .norm = true})},
      {"latent of keys alone, with window and cap",
       [] {
         Config c = latent({.rank = 5, .rope_width = 2});
         c.window = {3, 0};
         c.softcap = 2;
         c.rope = {RopeStyle::half, 500};
         return c;
       }()},
      {"all that go together", with([](Config& c) {
         c.alibi = c.sinks = c.qk_norm = c.fused = true;
         c.softcap = 1.5;
         c.window = {4, -1};
       })},
  };
}

Layer layer_of(const Config& given) {
  const Config config = resolve(given);
  Layer layer{config, Weights::zeros(config)};
  for (std::uint64_t seed = 1; Param param : kParams) {
    if (has(config, param))
      layer.weights.set(config, param, random_values(++seed, 0.8f, shape_of(param, config)));
  }
  return layer;
}

constexpr Index kTokens = 11;

/// Compares one causal pass over all tokens with passes of these lengths, each with the past of the previous
/// ones.
void check_decoding(const Layer& layer, const std::vector<Index>& lengths, bool trace) {
  const Tensor x = random_values(99, 1.0f, {2, kTokens, layer.config.d_model});
  const Run whole = forward(layer, {.query = x, .causal = true});
  KeyValues past;
  Index start = 0;
  for (const Index length : lengths) {
    CAPTURE(start, length);
    ForwardArgs args{.query = x.slice(1, start, length).contiguous(),
                     .past = past,
                     .causal = true,
                     .trace = trace,
                     .need_present = true};
    const Run run = forward(layer, args);
    CHECK(relative_difference(run.output, whole.output.slice(1, start, length)) < kVariantTolerance);
    const Tensor seen = whole.attention.slice(2, start, length).slice(3, 0, start + length);
    CHECK(relative_difference(run.attention, seen) < kVariantTolerance);
    args.need_weights = false;
    CHECK(relative_difference(forward(layer, args).output, run.output) < kVariantTolerance);
    past = run.present;
    start += length;
    CHECK(past.key.sizes() == past_key_sizes(layer.config, 2, start));
    CHECK(past.value.sizes() == past_value_sizes(layer.config, 2, start));
  }
  REQUIRE(start == kTokens);
  CHECK(relative_difference(past.key, whole.present.key) < kVariantTolerance);
  CHECK(relative_difference(past.value, whole.present.value) < kVariantTolerance);
}

}  // namespace

TEST_CASE("decoding token by token equals one causal pass, for each variant", "[variants]") {
  for (const Variant& variant : variants()) {
    CAPTURE(variant.name);
    const Layer layer = layer_of(variant.config);
    for (bool trace : {true, false}) {
      CAPTURE(trace);
      check_decoding(layer, std::vector<Index>(kTokens, 1), trace);
      check_decoding(layer, {5, 1, 3, 2}, trace);
    }
  }
}

TEST_CASE("the fast pass agrees with the traced pass, for each variant", "[variants][fast]") {
  for (const Variant& variant : variants()) {
    CAPTURE(variant.name);
    const Layer layer = layer_of(variant.config);
    for (const bool causal : {false, true}) {
      for (const Index tokens : {1, 12, 300}) {
        CAPTURE(causal, tokens);
        ForwardArgs args{.query = random_values(5, 1.0f, {1, tokens, 24}), .causal = causal};
        const Run traced = forward(layer, args);
        args.trace = false;
        REQUIRE(FastForward::takes(layer.config, args) == !layer.config.latent);
        const Run fast = forward(layer, args);
        CHECK(relative_difference(fast.output, traced.output) < 2e-6);
        CHECK(relative_difference(fast.attention, traced.attention) < 2e-6);
        args.need_weights = false;
        CHECK(relative_difference(forward(layer, args).output, traced.output) < 2e-6);
      }
    }
  }
}

TEST_CASE("options without effect leave the output unchanged", "[variants]") {
  const ForwardArgs args{.query = random_values(3, 1.0f, {1, 7, 24}), .causal = true};
  const Layer plain = layer_of(kPlain);
  const Tensor output = forward(plain, args).output;
  const auto same = [&](Config config) {
    Layer layer{resolve(config), Weights::zeros(config)};
    for (Param param : kParams) {
      if (plain.weights[param]) layer.weights.set(layer.config, param, plain.weights[param]);
    }
    if (config.sinks) {
      Tensor far = Tensor::zeros({config.num_heads});
      for (float& logit : far.values()) logit = -1e4f;
      layer.weights.set(layer.config, Param::sinks, far);
    }
    CHECK(relative_difference(forward(layer, args).output, output) < kVariantTolerance);
  };
  same(with([](Config& c) { c.window = {6, 0}; }));
  same(with([](Config& c) { c.softcap = 1e4; }));
  same(with([](Config& c) { c.sinks = true; }));
}

TEST_CASE("half-style rotation equals interleaved rotation with permuted columns of W_Q and W_K",
          "[variants]") {
  const Layer pairs = layer_of(with([](Config& c) { c.rope = {RopeStyle::interleaved}; }));
  Layer halves = pairs;
  halves.config.rope.style = RopeStyle::half;
  const Index d_k = pairs.config.d_k;
  for (Param param : {Param::wQ, Param::wK}) {
    const Tensor& from = pairs.weights[param];
    Tensor to = Tensor::uninitialised(from.sizes());
    for (Index column = 0; column < from.size(1); ++column) {
      const Index i = column % d_k, half = d_k / 2, source = i < half ? 2 * i : 2 * (i - half) + 1;
      copy(from.slice(1, column - i + source, 1), to.slice(1, column, 1));
    }
    halves.weights.set(halves.config, param, to);
  }
  const ForwardArgs args{.query = random_values(4, 1.0f, {2, 6, 24}), .causal = true};
  CHECK(relative_difference(forward(halves, args).output, forward(pairs, args).output) < kVariantTolerance);
}

TEST_CASE("the kernel's cap is c tanh(x / c); small numbers and NaN stay as they are", "[variants][kernel]") {
  std::vector<float> row;
  for (int i = -4000; i <= 4000; ++i) {
    const auto x = static_cast<float>(i) / 400.0f;
    row.insert(row.end(), {x, x * 1e-3f, x * x * x});
  }
  const std::vector<float> given = row;
  cap_row(row.data(), static_cast<Size>(row.size()), 2.0f);
  double worst = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const double expected = 2.0 * std::tanh(static_cast<double>(given[i]) / 2.0);
    worst = std::max(worst, std::abs(row[i] - expected) / std::max(std::abs(expected), 1e-30));
  }
  CHECK(worst < 5e-7);
  std::vector<float> odd = {std::nanf(""), INFINITY, -INFINITY, 0.0f, -0.0f};
  cap_row(odd.data(), 5, 3.0f);
  CHECK(std::isnan(odd[0]));
  CHECK((odd[1] == 3.0f && odd[2] == -3.0f && odd[3] == 0.0f && std::signbit(odd[4])));
}

TEST_CASE("ALiBi slopes agree with the paper, also if H is not a power of two", "[variants]") {
  for (Index h = 0; h < 8; ++h) CHECK(alibi_slope(h, 8) == std::ldexp(1.0f, -static_cast<int>(h) - 1));
  // For 12 heads, the code of the paper gives the slopes of 8 heads, then the first, third, fifth and seventh
  // of 16.
  const std::vector<double> expected = {-0.5, -1.5, -2.5, -3.5};
  for (Index h = 0; h < 8; ++h) CHECK(alibi_slope(h, 12) == alibi_slope(h, 8));
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(std::abs(alibi_slope(static_cast<Index>(i) + 8, 12) - std::exp2(expected[i])) < 1e-7);
  CHECK(alibi_slope(0, 1) == std::ldexp(1.0f, -8));
}

TEST_CASE("a query whose keys are all blocked gives its sink all the weight, and a warning says so",
          "[variants]") {
  const Layer layer = layer_of(with([](Config& c) { c.sinks = true; }));
  ForwardArgs args{.query = random_values(3, 1.0f, {1, 3, 24}), .empty_row = EmptyRow::nan};
  Mask blocked{Tensor::zeros({3, 3})};
  std::ranges::fill(blocked.values.values().subspan(3, 3), 1.0f);
  args.attn_mask = blocked;
  for (const bool trace : {true, false}) {
    args.trace = trace;
    const Run run = forward(layer, args);
    REQUIRE(run.warnings.size() == 1);
    CHECK(run.warnings[0].text ==
          "batch 0, heads 0 to 5, query row 1: every key is blocked, so that its sink takes all the weight");
    for (Index j = 0; j < 3; ++j) CHECK(run.attention({0, 4, 1, j}) == 0.0f);
    CHECK(run.output({0, 1, 0}) == 0.0f);
  }
}

TEST_CASE("present keys are a copy, past keys are read in place, and the cache size is counted",
          "[variants]") {
  const Layer layer = layer_of(kPlain);
  const Run first = forward(layer, {.query = random_values(1, 1.0f, {1, 4, 24}), .causal = true});
  const Run next =
      forward(layer, {.query = random_values(2, 1.0f, {1, 1, 24}), .past = first.present, .causal = true});
  for (const char* id : {"k_cache", "v_cache"}) CHECK_FALSE(next.find(id)->is_view);
  for (const char* id : {"k_groups", "v_groups", "k_t"}) CHECK(next.find(id)->is_view);
  CHECK(next.tensor("k_groups").shape().stride(2) == 0);
  CHECK(next.tensor("k_past").sizes() == Dims{1, 3, 4, 8});
  CHECK(next.tensor("weights").sizes() == Dims{1, 6, 1, 5});

  const Cost one = cost(kPlain, {.t_q = 1, .t_k = 1, .causal = true, .past = 4});
  CHECK(one.cache_bytes == 3 * (8 + 8) * 4);
  REQUIRE(one.steps.size() == next.steps.size());
  for (std::size_t i = 0; i < one.steps.size(); ++i) {
    CAPTURE(one.steps[i].id);
    CHECK(one.steps[i].id == next.steps[i].id);
    CHECK(one.steps[i].output.sizes() == next.steps[i].output.sizes());
    CHECK(one.steps[i].flops == next.steps[i].flops);
    CHECK(one.steps[i].bytes_read == next.steps[i].bytes_read);
    CHECK(one.steps[i].bytes_written == next.steps[i].bytes_written);
  }
}

TEST_CASE("latent attention caches one latent and one turned key of each token", "[variants][latent]") {
  const Layer layer = layer_of(latent({.rank = 10, .query_rank = 7, .rope_width = 4}));
  const Run first = forward(layer, {.query = random_values(1, 1.0f, {2, 4, 24}), .causal = true});
  CHECK(first.present.key.sizes() == Dims{2, 1, 4, 10});
  CHECK(first.present.value.sizes() == Dims{2, 1, 4, 4});
  const Run next =
      forward(layer, {.query = random_values(2, 1.0f, {2, 1, 24}), .past = first.present, .causal = true});
  CHECK(next.tensor("latent_past").sizes() == Dims{2, 4, 10});
  CHECK(next.tensor("latent_cache").sizes() == Dims{2, 5, 10});
  CHECK(next.tensor("k_rope_cache").sizes() == Dims{2, 5, 4});
  CHECK(next.tensor("q_joined").sizes() == Dims{2, 6, 1, 12});
  CHECK(next.tensor("k_joined").sizes() == Dims{2, 6, 5, 12});
  CHECK(next.find("k_rope_heads")->is_view);
  CHECK(next.tensor("k_rope_heads").shape().stride(1) == 0);

  const Cost one = cost(layer.config, {.t_q = 1, .t_k = 1, .causal = true, .past = 4});
  CHECK(one.cache_bytes == (10 + 4) * 4);
  REQUIRE(one.steps.size() == next.steps.size());
  for (std::size_t i = 0; i < one.steps.size(); ++i) CHECK(one.steps[i].id == next.steps[i].id);
  CHECK(one.parameters == 24 * 7 + 7 * 6 * 12 + 24 * 10 + 24 * 4 + 10 * 6 * 8 + 10 * 6 * 8 + 6 * 8 * 24);
}

TEST_CASE("a layer with a latent is one without, whose keys and values are products of two matrices",
          "[variants][latent]") {
  const Layer layer = layer_of(latent({.rank = 10, .rope_width = 2}));
  const ForwardArgs args{.query = random_values(3, 1.0f, {1, 6, 24}), .causal = true};
  const Run run = forward(layer, args);
  const Tensor latents = linear(args.query, layer.weights[Param::wDKV], {});
  CHECK(relative_difference(run.tensor("latent"), latents) < kVariantTolerance);
  CHECK(relative_difference(run.tensor("v"), linear(latents, layer.weights[Param::wV], {})) <
        kVariantTolerance);
  Layer pruned = prune(layer, {1, 4});
  ForwardArgs without = args;
  without.head_scale = {1, 0, 1, 1, 0, 1};
  CHECK(relative_difference(forward(pruned, args).output, forward(layer, without).output) <
        kVariantTolerance);
}

TEST_CASE("latents are normed before they are cached", "[variants][latent]") {
  Layer layer = layer_of(latent({.rank = 10, .query_rank = 7, .rope_width = 4, .norm = true}));
  layer.weights.set(layer.config, Param::gDKV, random_values(5, 1.0f, {10}));
  const Run run = forward(layer, {.query = random_values(3, 1.0f, {1, 6, 24}), .causal = true});
  const Tensor latents = run.tensor("latent").contiguous(), normed = run.tensor("latent_norm").contiguous();
  for (Index t = 0; t < 6; ++t) {
    double squares = 0;
    for (Index d = 0; d < 10; ++d) squares += std::pow(double{latents({0, t, d})}, 2);
    for (Index d = 0; d < 10; ++d) {
      const double expected =
          latents({0, t, d}) / std::sqrt(squares / 10 + 1e-6) * layer.weights[Param::gDKV]({d});
      CHECK(std::abs(normed({0, t, d}) - expected) < 1e-5);
    }
  }
  CHECK(relative_difference(run.present.key, normed.unsqueeze(1)) == 0);
  CHECK(relative_difference(run.tensor("k"), linear(normed, layer.weights[Param::wK], {})) <
        kVariantTolerance);
  CHECK(relative_difference(run.tensor("q"), linear(run.tensor("q_latent_norm"), layer.weights[Param::wQ],
                                                    {})) < kVariantTolerance);
  CHECK(count_parameters(layer.config) ==
        count_parameters(resolve(latent({.rank = 10, .query_rank = 7, .rope_width = 4}))) + 10 + 7);
}

TEST_CASE("the cost computed without a run equals the cost of a run, for each variant", "[variants][cost]") {
  for (const Variant& variant : variants()) {
    CAPTURE(variant.name);
    const Layer layer = layer_of(variant.config);
    const Run run = forward(layer, {.query = random_values(1, 1.0f, {1, 5, 24}), .causal = true});
    const Cost found = cost(variant.config, {.t_q = 5, .t_k = 5, .causal = true});
    REQUIRE(found.steps.size() == run.steps.size());
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
      CHECK(found.steps[i].id == run.steps[i].id);
      CHECK(found.steps[i].output.shape().strides() == run.steps[i].output.shape().strides());
      CHECK(found.steps[i].flops == run.steps[i].flops);
      CHECK(found.steps[i].bytes_read == run.steps[i].bytes_read);
    }
    CHECK(found.parameters == count_parameters(layer.config));
  }
}

TEST_CASE("heads with sinks can be pruned, heads with ALiBi cannot", "[variants]") {
  const Layer layer = layer_of(with([](Config& c) {
    c.sinks = c.qk_norm = true;
    c.rope = {RopeStyle::half};
  }));
  ForwardArgs args{.query = random_values(3, 1.0f, {1, 5, 24})};
  const Tensor pruned = forward(prune(layer, {2, 3}), args).output;
  args.head_scale = {1, 1, 0, 0, 1, 1};
  CHECK(relative_difference(pruned, forward(layer, args).output) < kVariantTolerance);
  CHECK_THROWS_MATCHES(
      prune(layer_of(with([](Config& c) { c.alibi = true; })), {0, 1}), Error,
      Message(
          "a layer with alibi cannot lose heads: the slopes of the others follow from the number of heads"));
}

TEST_CASE("incompatible options and invalid values are refused with a reason", "[variants][refusals]") {
  const auto refusal = [](auto change) {
    try {
      resolve(with(change));
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::config);
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  CHECK(refusal([](Config& c) {
          c.rope = {RopeStyle::half};
          c.alibi = true;
        }) == "rope and alibi both tell positions; a layer has one of them or none");
  CHECK(refusal([](Config& c) {
          c.rope = {RopeStyle::half, 1e4, 0.4};
        }) == "rope turns features in pairs, but fraction 0.4 of d_k 8 is 3");
  CHECK(refusal([](Config& c) {
          c.rope = {RopeStyle::half, 1e4, 1.5};
        }) == "rope fraction 1.5 is more than 1");
  CHECK(refusal([](Config& c) { c.rope = {RopeStyle::half, -2}; }) == "rope base -2 is not a number above 0");
  CHECK(refusal([](Config& c) { c.softcap = std::nan(""); }) == "softcap NaN is not a number above 0");
  CHECK(refusal([](Config& c) {
          c.window = {-2, 0};
        }) == "window -2 is not a number of keys (0 or more, or -1 for all)");
  CHECK(refusal([](Config& c) {
          c.qk_norm = true;
          c.qk_norm_eps = 0;
        }) == "qk_norm eps 0 is not a number above 0");

  const auto beside = [&](auto change) {
    return refusal([&](Config& c) {
      c = latent({.rank = 4, .rope_width = 2});
      change(c);
    });
  };
  CHECK(beside([](Config&) {}) == "not refused");
  CHECK(beside([](Config& c) { c.fused = true; }) ==
        "latent attention has no fused: each head has keys and values of its own, made of the latent of one "
        "input; leave fused out");
  for (const auto flag : {&Config::bias, &Config::qk_norm, &Config::sinks})
    CHECK(beside([&](Config& c) { c.*flag = true; }).starts_with("latent attention has no "));
  CHECK(beside([](Config& c) { c.num_kv_heads = 2; }).starts_with("latent attention has no num_kv_heads"));
  CHECK(beside([](Config& c) { c.rope = {}; }) ==
        "latent attention turns 2 features of each head by their positions; set rope, too");
  CHECK(beside([](Config& c) { c.latent.rope_width = 3; }) ==
        "rope turns features in pairs, but latent rope_width 3 is odd (nearest that is even: 4)");
  CHECK(beside([](Config& c) { c.latent.norm = true, c.latent.norm_eps = 0; }) ==
        "latent norm eps 0 is not a number above 0");
  CHECK(beside([](Config& c) { c.latent.rank = -1; }) ==
        "latent rank -1 is not a whole number of at least 1");
  const Layer of_latent = layer_of(latent({.rank = 4, .rope_width = 2}));
  ForwardArgs crossed{.query = random_values(1, 1.0f, {1, 2, 24}), .key = random_values(2, 1.0f, {1, 2, 24})};
  CHECK_THROWS_AS(forward(of_latent, crossed), Error);

  const Layer layer = layer_of(kPlain);
  ForwardArgs args{.query = random_values(1, 1.0f, {1, 2, 24})};
  const auto refused_past = [&](const KeyValues& past) {
    args.past = past;
    try {
      forward(layer, args);
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::shape);
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  CHECK(refused_past({Tensor::zeros({1, 6, 4, 8}), Tensor::zeros({1, 3, 4, 8})}) ==
        "past key has shape (1, 6, 4, 8), expected (B, H_kv, T_past, d) = (1, 3, T_past, 8)");
  CHECK(refused_past({Tensor::zeros({1, 3, 4, 8}), Tensor::zeros({1, 3, 5, 8})}) ==
        "the past key has 4 tokens and the past value has 5; they must be equal");
  CHECK(refused_past({Tensor::zeros({1, 3, 4, 8}), {}}) ==
        "past needs a key and a value; the value is missing");
  CHECK_THROWS_MATCHES(Weights::zeros(kPlain).set(resolve(kPlain), Param::gQ, Tensor::zeros({8})), Error,
                       Message("gQ given to a layer that does not norm queries and keys (create it with "
                               "qkNorm: true)"));
  CHECK_THROWS_MATCHES(Weights::zeros(kPlain).set(resolve(kPlain), Param::sinks, Tensor::zeros({6})), Error,
                       Message("sinks given to a layer without sinks (create it with sinks: true)"));
}
