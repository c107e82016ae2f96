// A score of a head as a sum over parts of its query and of its key, compared with traced passes.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/transformer/score_parts.hpp>

#include "fixture.hpp"

using namespace mha;

namespace {

constexpr Index kTokens = 6, kWidth = 12, kHeads = 3;

Block random_block(const BlockConfig& config) {
  Block block(config);
  std::uint64_t seed = 1;
  for (Param param : kParams) {
    if (has(block.config().attention, param))
      block.set(param, random_values(seed++, 0.4f, shape_of(param, block.config().attention)));
  }
  for (const auto& [param, name] : kBlockParams) {
    if (param != BlockParam::distances || config.max_distance > 0)
      block.set(param, random_values(seed++, 0.4f, shape_of(param, block.config())));
  }
  return block;
}

const Tensor& stream() {
  static const Tensor x = random_values(99, 1.0f, {1, kTokens, kWidth});
  return x;
}

Tensor row_at(Index token) {
  return stream().slice(1, token, 1).contiguous();
}

/// The product of a head's query and key by their readings, scaled.
double product_of(const Block& block, Index head, Index query, Index key) {
  const std::vector<double> q =
      read(features_of(block, Side::query, head, row_at(query), query), row_at(query));
  const std::vector<double> k = read(features_of(block, Side::key, head, row_at(key), key), row_at(key));
  double sum = 0;
  for (std::size_t i = 0; i < q.size(); ++i) sum += q[i] * k[i];
  return sum * static_cast<double>(score_scale(block.config().attention));
}

/// The differences of the logarithms of attention weights are those of the scores.
void check_scores(const BlockConfig& config) {
  const Block block = random_block(config);
  BlockPass pass = begin(block, stream(), {});
  pass.steps.advance(Index{1} << 40);
  const Tensor weights = pass[pass.at.weights].contiguous();
  for (Index head = 0; head < block.config().attention.num_heads; ++head) {
    for (Index query = 0; query < kTokens; ++query) {
      const auto score = [&](Index key) {
        return product_of(block, head, query, key) + score_of_distance(block, head, query, key, stream());
      };
      for (Index key = 1; key < kTokens; ++key) {
        const double expected = std::log(static_cast<double>(weights({0, head, query, key}))) -
                                std::log(static_cast<double>(weights({0, head, query, 0})));
        CHECK(std::abs(score(key) - score(0) - expected) < 2e-5);
      }
    }
  }
}

}  // namespace

TEST_CASE("features of queries and keys give the scores of a pass", "[transformer]") {
  const BlockConfig plain{.attention = {.d_model = kWidth, .num_heads = kHeads, .bias = true},
                          .d_ff = 20,
                          .order = Order::pre,
                          .norm = NormKind::layer,
                          .eps = 1e-5};
  check_scores(plain);
  BlockConfig post = plain;
  post.order = Order::post;
  check_scores(post);
  BlockConfig grouped = plain;
  grouped.norm = NormKind::rms;
  grouped.attention = {.d_model = kWidth, .num_heads = 6, .num_kv_heads = 3, .d_k = 4};
  grouped.attention.rope.style = RopeStyle::half;
  check_scores(grouped);
  for (const bool whole : {false, true}) {
    grouped.attention.qk_norm = true;
    grouped.attention.qk_norm_whole = whole;
    check_scores(grouped);
  }
  BlockConfig slopes = plain;
  slopes.attention.alibi = true;
  check_scores(slopes);
  BlockConfig distances = plain;
  distances.max_distance = kTokens;
  distances.keys_meet_distances = true;
  check_scores(distances);
}

TEST_CASE("each part of a query meets each part of a key", "[transformer]") {
  const Tensor queries = random_values(3, 1.0f, {5, 4}), keys = random_values(4, 1.0f, {7, 4});
  const Tensor pairs = score_pairs(queries, keys, 0.5);
  REQUIRE(pairs.sizes() == Dims{5, 7});
  for (Index query = 0; query < 5; ++query) {
    for (Index key = 0; key < 7; ++key) {
      double expected = 0;
      for (Index i = 0; i < 4; ++i)
        expected += 0.5 * static_cast<double>(queries({query, i})) * static_cast<double>(keys({key, i}));
      CHECK(std::abs(static_cast<double>(pairs({query, key})) - expected) < 1e-6);
    }
  }
  CHECK_THROWS(score_pairs(queries, random_values(4, 1.0f, {7, 3}), 0.5));
  CHECK_THROWS(score_pairs(queries, random_values(4, 1.0f, {7}), 0.5));
}

TEST_CASE("latent attention has no features of queries and keys", "[transformer]") {
  const Block block({.attention = {.d_model = kWidth,
                                   .num_heads = 2,
                                   .rope = {.style = RopeStyle::half},
                                   .latent = {.rank = 6, .rope_width = 4}}});
  CHECK_THROWS(features_of(block, Side::query, 0, row_at(0), 0));
}
