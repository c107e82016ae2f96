#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/embedding.hpp>
#include <headscope/patterns.hpp>
#include <headscope/tensor/rng.hpp>
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

TEST_CASE("drawn weights and embeddings are those of bits.py, to the bit", "[rng]") {
  for (const FixtureCase& fixture : read_fixture("bits")) {
    CAPTURE(fixture.name);
    const auto seed = static_cast<std::uint64_t>(fixture.number("seed"));
    if (fixture.has("x")) {
      const std::vector<std::string> words = {"The", "animal", "didn't", "cross", "über", "街"};
      CHECK(same_bits(embed(words, fixture.number("d_model"), seed), fixture.tensor("x")));
      continue;
    }
    const bool constructed = fixture.name.starts_with("constructed");
    const Config config = resolve({.d_model = fixture.number("d_model"),
                                   .num_heads = fixture.number("num_heads"),
                                   .d_k = constructed ? fixture.number("d_k") : 0});
    const Weights weights = constructed ? constructed_weights(config, seed) : Weights::random(config, seed);
    for (const auto& [key, tensor] : fixture.tensors) {
      const auto is_key = [&](const auto& each) { return each.name == key; };
      const Param param = std::ranges::find_if(kParams, is_key)->value;
      CHECK(same_bits(weights[param], tensor));
    }
  }
}

TEST_CASE("uniform and normal numbers have the moments they should", "[rng]") {
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

TEST_CASE("streams of one seed differ, and a seed repeats", "[rng]") {
  CHECK(Rng(1).next() == Rng(1).next());
  CHECK(Rng(1).next() != Rng(2).next());
  CHECK(Rng(1, 0).next() != Rng(1, 1).next());
}
