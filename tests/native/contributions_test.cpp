// What parts of a block add to a number at its end, and patches of heads.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/transformer/contributions.hpp>
#include <headscope/transformer/ends.hpp>

#include "fixture.hpp"

using namespace mha;

namespace {

constexpr Index kTokens = 5, kWidth = 12, kHeads = 3, kNumbers = 2;
constexpr Index kAll = Index{1} << 40;

Block random_block(const BlockConfig& config) {
  Block block(config);
  std::uint64_t seed = 1;
  for (Param param : kParams) {
    if (has(block.config().attention, param))
      block.set(param, random_values(seed++, 0.4f, shape_of(param, block.config().attention)));
  }
  for (const auto& [param, name] : kBlockParams) {
    if (param != BlockParam::distances)
      block.set(param, random_values(seed++, 0.4f, shape_of(param, block.config())));
  }
  return block;
}

BlockConfig config_of(Order order, NormKind norm) {
  return {.attention = {.d_model = kWidth, .num_heads = kHeads, .bias = true},
          .d_ff = 20,
          .order = order,
          .norm = norm,
          .eps = 1e-5,
          .causal = true};
}

const Tensor& stream() {
  static const Tensor x = random_values(99, 1.0f, {1, kTokens, kWidth});
  return x;
}

BlockPass computed(const Block& block, const BlockInput& input = {}) {
  BlockPass pass = begin(block, stream(), input, {.steps = true, .parts = true});
  pass.steps.advance(kAll);
  return pass;
}

Tensor row_at(const Tensor& x, Index token) {
  return x.slice(1, token, 1).contiguous();
}

Readings some_readings() {
  return {random_values(55, 1.0f, {kNumbers, kWidth}), {0.25, -1}};
}

/// The largest difference of two tensors.
double distance(const Tensor& a, const Tensor& b) {
  REQUIRE(a.sizes() == b.sizes());
  const Tensor x = a.contiguous(), y = b.contiguous();
  double most = 0;
  for (std::size_t i = 0; i < x.values().size(); ++i)
    most = std::max(most, std::abs(static_cast<double>(x.values()[i]) - static_cast<double>(y.values()[i])));
  return most;
}

}  // namespace

TEST_CASE("the shares of a block's parts add up to each number, in every order of norms", "[transformer]") {
  for (const auto& [order, name] : kOrders) {
    for (NormKind norm : {NormKind::layer, NormKind::rms}) {
      CAPTURE(name, name_in(kNormKinds, norm));
      const Block block = random_block(config_of(order, norm));
      const BlockPass pass = computed(block);
      const Readings after = some_readings();
      for (Index token = 0; token < kTokens; ++token) {
        const Tensor x = row_at(stream(), token);
        const BlockShares parts =
            shares(block, {x, row_at(pass[pass.at.concat], token), row_at(pass[pass.at.made], token)}, after);
        const std::vector<double> expected = read(after, row_at(pass[pass.at.output], token));
        std::vector<double> found = read(parts.before, x);
        for (std::size_t i = 0; i < found.size(); ++i) {
          found[i] += parts.network[i];
          for (Index head = 0; head < kHeads; ++head)
            found[i] += static_cast<double>(parts.heads({static_cast<Index>(i), head}));
          CHECK(std::abs(found[i] - expected[i]) < 1e-5);
        }
      }
    }
  }
}

TEST_CASE("in a block with norms before its parts, a head's share is what its absence takes",
          "[transformer]") {
  BlockConfig config = config_of(Order::parallel, NormKind::layer);
  const Block block = random_block(config);
  const BlockPass pass = computed(block);
  const Readings after = some_readings();
  const Index token = 3;
  const BlockShares parts = shares(
      block,
      {row_at(stream(), token), row_at(pass[pass.at.concat], token), row_at(pass[pass.at.made], token)},
      after);
  for (Index head = 0; head < kHeads; ++head) {
    std::vector<float> factors(kHeads, 1.0f);
    factors[static_cast<std::size_t>(head)] = 0;
    const BlockPass without = computed(block, {.head_scale = factors});
    const std::vector<double> with_all = read(after, row_at(pass[pass.at.output], token)),
                              rest = read(after, row_at(without[without.at.output], token));
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const auto share = static_cast<double>(parts.heads({static_cast<Index>(i), head}));
      CHECK(std::abs(with_all[i] - rest[i] - share) < 1e-5);
    }
  }
}

TEST_CASE("readings go back through the output's transform", "[transformer]") {
  const Tensor w = random_values(3, 0.5f, {kWidth, kWidth}), b = random_values(4, 0.5f, {kWidth});
  const Norm norm{NormKind::layer, 1e-5, random_values(5, 0.5f, {kWidth}), random_values(6, 0.5f, {kWidth})};
  const Tensor x = row_at(stream(), 2);
  for (const auto& [activation, name] : kActivations) {
    CAPTURE(name);
    const Readings after = some_readings();
    const std::vector<double> expected = read(after, transformed(x, w, b, activation, norm));
    const std::vector<double> found = read(before_transformed(after, x, w, b, activation, norm), x);
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(std::abs(found[i] - expected[i]) < 1e-5);
  }
}

TEST_CASE("the columns of a matrix are summed", "[transformer]") {
  const Tensor sums = summed_columns(Tensor::from(std::vector<float>{1, 2, 3, 4, 5, 6}, {2, 3}));
  CHECK(sums({0}) == 6);
  CHECK(sums({1}) == 15);
}

TEST_CASE("rows of other sizes than the block's are refused", "[transformer]") {
  const Block block = random_block(config_of(Order::pre, NormKind::layer));
  const Tensor row = Tensor::zeros({1, 1, kWidth}), narrow_row = Tensor::zeros({1, 1, kWidth - 1});
  CHECK_THROWS(shares(block, {narrow_row, row, row}, some_readings()));
  CHECK_THROWS(shares(block, {row, narrow_row, row}, some_readings()));
  CHECK_THROWS(shares(block, {row, row, narrow_row}, some_readings()));
}

TEST_CASE("a head's own numbers as patches change nothing; zeros as its output switch it off",
          "[transformer]") {
  const Block block = random_block(config_of(Order::pre, NormKind::layer));
  const BlockPass plain = computed(block);
  const Index head = 1, d_v = kWidth / kHeads;
  const Tensor output = plain[plain.at.concat].slice(-1, head * d_v, d_v).contiguous().view({kTokens, d_v});
  const Tensor pattern = plain[plain.at.weights].slice(1, head, 1).contiguous().view({kTokens, kTokens});
  BlockPass kept = begin(block, stream(), {}, {.keys_and_values = true});
  kept.steps.advance(kAll);
  const Tensor values = kept[kept.at.values].slice(1, head, 1).contiguous().view({kTokens, d_v});
  const Tensor whole = plain[plain.at.output];
  for (const Patch& patch :
       {Patch{Patched::output, head, -1, output}, Patch{Patched::pattern, head, 2, pattern},
        Patch{Patched::values, head, -1, values}}) {
    const BlockPass same = computed(block, {.patches = {patch}});
    CHECK(distance(same[same.at.output], whole) < 1e-6);
  }
  const BlockPass zeroed =
      computed(block, {.patches = {{Patched::output, head, -1, Tensor::zeros({kTokens, d_v})}}});
  const BlockPass off = computed(block, {.head_scale = {1, 0, 1}});
  CHECK(distance(zeroed[zeroed.at.output], off[off.at.output]) < 1e-6);
  CHECK(distance(off[off.at.output], whole) > 1e-2);
}

TEST_CASE("a patch of one token changes the context of this token alone", "[transformer]") {
  const Block block = random_block(config_of(Order::pre, NormKind::rms));
  const BlockPass plain = computed(block);
  const Tensor even = random_values(8, 1.0f, {kTokens, kTokens});
  const BlockPass pass = computed(block, {.patches = {{Patched::pattern, 2, 3, even}}});
  for (Index token = 0; token < kTokens; ++token) {
    const double change =
        distance(row_at(plain[plain.at.concat], token), row_at(pass[pass.at.concat], token));
    CHECK((change > 1e-3) == (token == 3));
  }
  const Tensor weights = pass[pass.at.weights].contiguous();
  for (Index key = 0; key < kTokens; ++key) CHECK(weights({0, 2, 3, key}) == even({3, key}));
}

TEST_CASE("a pattern is patched beside a sink, and values in groups of heads", "[transformer]") {
  BlockConfig config = config_of(Order::pre, NormKind::rms);
  config.attention = {.d_model = kWidth, .num_heads = 6, .num_kv_heads = 3};
  config.attention.sinks = true;
  const Block block = random_block(config);
  const Tensor even = random_values(8, 1.0f, {kTokens, kTokens});
  const BlockPass pass = computed(block, {.patches = {{Patched::pattern, 4, -1, even}}});
  CHECK(distance(pass[pass.at.weights].slice(1, 4, 1).contiguous().view({kTokens, kTokens}), even) == 0);
  const BlockPass plain = computed(block);
  const BlockPass valued =
      computed(block, {.patches = {{Patched::values, 2, -1, Tensor::zeros({kTokens, 2})}}});
  const Tensor changed = valued[valued.at.concat].contiguous(), before = plain[plain.at.concat].contiguous();
  for (Index feature = 0; feature < kWidth; ++feature)
    CHECK((changed({0, 4, feature}) == 0) == (feature >= 8));  // heads 4 and 5
  CHECK(distance(changed.slice(-1, 0, 8), before.slice(-1, 0, 8)) == 0);
}

TEST_CASE("patches of other sizes are refused", "[transformer]") {
  const Block block = random_block(config_of(Order::pre, NormKind::layer));
  for (const Patch& patch : {Patch{Patched::output, 0, -1, Tensor::zeros({kTokens, kWidth})},
                             Patch{Patched::output, 0, -1, Tensor::zeros({kTokens - 1, 4})},
                             Patch{Patched::output, kHeads, -1, Tensor::zeros({kTokens, 4})}})
    CHECK_THROWS(begin(block, stream(), {.patches = {patch}}));
}
