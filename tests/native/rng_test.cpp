#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/base/rng.hpp>
#include <headscope/boundary/boundary.hpp>
#include <headscope/embedding.hpp>
#include <headscope/weights.hpp>

#include "fixture.hpp"

using namespace mha;

namespace {

bool same_bits(const Tensor& a, const Tensor& b) {
  return a.sizes() == b.sizes() && std::ranges::equal(a.values(), b.values(), [](float x, float y) {
           return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
         });
}

}  // namespace

TEST_CASE("random weights and embeddings have the bits of bits.py", "[rng]") {
  for (const FixtureCase& fixture : read_fixture("bits")) {
    CAPTURE(fixture.name);
    const auto seed = static_cast<std::uint64_t>(fixture.number("seed"));
    if (fixture.has("x")) {
      const std::vector<std::string> words = {"The", "animal", "didn't", "cross", "über", "街"};
      CHECK(same_bits(embed(words, fixture.number("d_model"), seed), fixture.tensor("x")));
      continue;
    }
    const Config config = resolve({.d_model = fixture.number("d_model"),
                                   .num_heads = fixture.number("num_heads"),
                                   .d_k = fixture.number("d_k")});
    const auto is_init = [&](const auto& each) { return each.name == fixture.settings.at("init"); };
    const Weights weights = weights_of(config, std::ranges::find_if(kInits, is_init)->value, seed);
    for (const auto& [key, tensor] : fixture.tensors) {
      const auto is_key = [&](const auto& each) { return each.name == key; };
      const Param param = std::ranges::find_if(kParams, is_key)->value;
      CHECK(same_bits(weights[param], tensor));
    }
  }
}

TEST_CASE("random weights fill Xavier's bounds, small weights have their standard deviation", "[rng]") {
  // bits.py compares these bounds with those of torch.nn.MultiheadAttention, which counts fans in the same
  // way.
  const Config config = resolve({.d_model = 48,
                                 .num_heads = 4,
                                 .num_kv_heads = 2,
                                 .d_k = 10,
                                 .d_v = 6,
                                 .d_key = 30,
                                 .d_value = 20,
                                 .bias = true});
  const Weights random = Weights::random(config, 3), small = Weights::small(config, 3);
  const auto mean_square = [](const Tensor& weight) {
    double sum = 0;
    for (const float value : weight.values()) sum += static_cast<double>(value) * value;
    return sum / static_cast<double>(weight.elements());
  };
  for (const auto& [param, bound] :
       {std::pair(Param::wQ, std::sqrt(6.0 / (48 + 40))), std::pair(Param::wK, std::sqrt(6.0 / (30 + 20))),
        std::pair(Param::wV, std::sqrt(6.0 / (20 + 12))), std::pair(Param::wO, 1 / std::sqrt(24.0))}) {
    CAPTURE(name(param), bound);
    const auto [least, most] = std::ranges::minmax(random[param].values());
    CHECK((most <= bound && most > 0.97 * bound));
    CHECK((-least <= bound && -least > 0.97 * bound));
    CHECK(std::abs(mean_square(random[param]) / (bound * bound / 3) - 1) < 0.15);
    CHECK(std::abs(mean_square(small[param]) / (0.02 * 0.02) - 1) < 0.25);
  }
  for (const Weights& weights : {random, small}) {
    for (const Param param : {Param::bQ, Param::bK, Param::bV, Param::bO})
      CHECK(mean_square(weights[param]) == 0);
  }
}

TEST_CASE("fused and unfused layers draw the same weights", "[rng]") {
  const Config separate = resolve({.d_model = 12, .num_heads = 3, .num_kv_heads = 1});
  Config fused = separate;
  fused.fused = true;
  for (const auto& draw : {Weights::random, Weights::small}) {
    for (const Param param : {Param::wQ, Param::wK, Param::wV, Param::wO})
      CHECK(same_bits(draw(fused, 1)[param].contiguous(), draw(separate, 1)[param]));
  }
}

TEST_CASE("uniform and normal numbers have the expected moments", "[rng]") {
  constexpr int kCount = 100000;
  Rng rng(42);
  double uniform = 0, normal = 0, square = 0;
  for (int i = 0; i < kCount; ++i) {
    const double u = rng.uniform(), n = rng.normal();
    REQUIRE((u >= 0 && u < 1));
    uniform += u;
    normal += n;
    square += n * n;
  }
  CHECK(std::abs(uniform / kCount - 0.5) < 0.005);
  CHECK(std::abs(normal / kCount) < 0.015);
  CHECK(std::abs(square / kCount - 1) < 0.02);
}

TEST_CASE("streams of one seed differ, and the same seed gives the same numbers", "[rng]") {
  CHECK(Rng(1).next() == Rng(1).next());
  CHECK(Rng(1).next() != Rng(2).next());
  CHECK(Rng(1, 0).next() != Rng(1, 1).next());
}
