#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/backward.hpp>
#include <headscope/heads.hpp>
#include <numeric>

#include "fixture.hpp"
#include "random_case.hpp"

using namespace mha;

namespace {

constexpr std::uint32_t kCases = 1200;
constexpr double kEqual = 1e-6;  // relative tolerance: the bits of products depend on their shape

/// Runs `property` on every random case; a failure names its seed.
template <class F>
void for_each_case(F property) {
  for (std::uint32_t seed = 1; seed <= kCases; ++seed) {
    CAPTURE(seed);
    property(RandomCase(seed));
  }
}

Tensor from_numbers(const oracle::Numbers& numbers, const Dims& sizes) {
  const std::vector<float> values(numbers.begin(), numbers.end());
  return Tensor::from(values, sizes);
}

/// Permutes the blocks of a dimension that consists of `blocks` equal blocks.
Tensor reorder_blocks(const Tensor& tensor, int dim, const std::vector<Index>& order) {
  const Index width = tensor.size(dim) / static_cast<Index>(order.size());
  Tensor out = Tensor::uninitialised(tensor.sizes());
  for (std::size_t i = 0; i < order.size(); ++i)
    copy(tensor.slice(dim, order[i] * width, width), out.slice(dim, static_cast<Index>(i) * width, width));
  return out;
}

/// Calls f with every index of a tensor of these sizes.
template <class F>
void for_each_index(const Dims& sizes, F f) {
  Dims index(sizes.size(), 0);
  for (Index i = 0; i < count_elements(sizes); ++i) {
    Index rest = i;
    for (std::size_t d = sizes.size(); d-- > 0; rest /= sizes[d]) index[d] = rest % sizes[d];
    f(index);
  }
}

/// Kinds of rows: with visible keys; with blocked scores that have a fill; without keys.
enum class RowKind { seeing, filled, empty };

struct RowOfKeys {
  std::vector<KeyState> states;
  bool finite_fill, has_sink;

  RowOfKeys(const RandomCase& random, const Dims& row)
      : finite_fill(!std::isinf(random.args.mask_fill)), has_sink(random.layer.config.sinks) {
    for (Index j = 0; j < random.t_k(); ++j)
      states.push_back(state_of_key(random, row[0], row[1], row[2], j));
  }
  RowKind kind() const {
    if (std::ranges::count(states, KeyState::open) > 0) return RowKind::seeing;
    const bool filled = finite_fill && std::ranges::count(states, KeyState::filled) > 0;
    return filled ? RowKind::filled : RowKind::empty;
  }
  /// Equal scores share the weight of a row without other scores. Beside other scores, or a sink, e^-1e9 is
  /// 0.
  float weight_of_blocked(KeyState state) const {
    if (has_sink || kind() != RowKind::filled || state != KeyState::filled) return 0.0f;
    return 1.0f / static_cast<float>(std::ranges::count(states, KeyState::filled));
  }
};

}  // namespace

TEST_CASE("forward agrees with the double-precision oracle", "[properties]") {
  for_each_case([](const RandomCase& random) {
    const Run run = forward(random.layer, random.args);
    const oracle::Answer answer = oracle::attend(problem_of(random));
    CHECK(relative_difference(run.output, from_numbers(answer.output, run.output.sizes())) < 1e-5);
    CHECK(relative_difference(run.attention, from_numbers(answer.attention, run.attention.sizes())) < 1e-5);
  });
}

TEST_CASE("rows sum to 1, or less with a sink, blocked weights are exactly 0, rows without keys are all 0",
          "[properties]") {
  std::array<int, 3> rows_by_kind = {};
  for_each_case([&](const RandomCase& random) {
    const Run run = forward(random.layer, random.args);
    const Tensor& a = run.attention;
    double worst_sum = 0;
    Index leaks = 0;
    for_each_index({a.size(0), a.size(1), a.size(2)}, [&](const Dims& row) {
      const RowOfKeys keys(random, row);
      ++rows_by_kind[static_cast<std::size_t>(keys.kind())];
      double sum = 0;
      for (Index j = 0; j < a.size(3); ++j) {
        const float weight = a({row[0], row[1], row[2], j});
        sum += weight;
        const KeyState state = keys.states[static_cast<std::size_t>(j)];
        if (state != KeyState::open) leaks += weight != keys.weight_of_blocked(state);
      }
      if (keys.has_sink) {
        const bool sees = keys.kind() == RowKind::seeing;
        CHECK((sees ? sum > 0 && sum < 1 : sum == 0));
      } else {
        worst_sum = std::max(worst_sum, std::abs(sum - (keys.kind() == RowKind::empty ? 0 : 1)));
      }
    });
    CHECK(worst_sum < kEqual);
    CHECK(leaks == 0);
  });
  for (int rows : rows_by_kind) CHECK(rows > 100);
}

TEST_CASE("feature j of head h is feature h * d + j of the projection and of the merged context",
          "[properties]") {
  for_each_case([](const RandomCase& random) {
    const Run run = forward(random.layer, random.args);
    const char* const context = random.args.head_scale.empty() ? "context" : "context_scaled";
    for (const auto& [side_by_side, by_head] : {std::pair("q", "q_heads"), std::pair("k", "k_heads"),
                                                std::pair("v", "v_heads"), std::pair("concat", context)}) {
      CAPTURE(by_head);
      const Config& c = random.layer.config;
      const Tensor &whole = run.tensor(side_by_side), &heads = run.tensor(by_head);
      const bool shared = side_by_side[0] == 'k' || side_by_side[0] == 'v';
      const bool of_values = side_by_side[0] == 'v' || side_by_side[0] == 'c';
      const Index of_keys = shared ? c.d_k : c.score_width();
      const Index count = shared ? c.num_kv_heads : c.num_heads, d = of_values ? c.d_v : of_keys;
      REQUIRE(whole.sizes() == Dims{random.batch(), whole.size(1), count * d});
      REQUIRE(heads.sizes() == Dims{random.batch(), count, whole.size(1), d});
      Index wrong = 0;
      for_each_index(heads.sizes(), [&](const Dims& at) {  // b, h, t, j
        wrong += heads(at) != whole({at[0], at[2], at[1] * d + at[3]});
      });
      CHECK(wrong == 0);
    }
  });
}

TEST_CASE("permuting heads permutes the attention and keeps the output", "[properties]") {
  for_each_case([](const RandomCase& random) {
    const Config& c = random.layer.config;
    if (random.args.dropout > 0 || c.alibi) return;  // slopes depend on the index of a head
    std::vector<Index> groups(static_cast<std::size_t>(c.num_kv_heads));
    std::iota(groups.begin(), groups.end(), 0);
    std::ranges::rotate(groups, groups.begin() + random.seed % groups.size());
    std::vector<Index> heads;  // permutes the groups, and reverses the heads within each group
    for (Index g : groups) {
      for (Index h = c.group_size(); h-- > 0;) heads.push_back(g * c.group_size() + h);
    }
    Layer permuted = random.layer;
    const auto reorder = [&](Param param, int dim, const std::vector<Index>& order) {
      if (random.layer.weights[param])
        permuted.weights.set(c, param, reorder_blocks(random.layer.weights[param], dim, order));
    };
    reorder(Param::wQ, 1, heads);
    reorder(Param::bQ, 0, heads);
    reorder(Param::wO, 0, heads);
    reorder(Param::sinks, 0, heads);
    for (Param param : {Param::wK, Param::wV}) reorder(param, 1, groups);
    for (Param param : {Param::bK, Param::bV}) reorder(param, 0, groups);
    ForwardArgs args = random.args;
    if (args.past && !c.latent)  // heads share latents
      args.past = {reorder_blocks(args.past.key, 1, groups), reorder_blocks(args.past.value, 1, groups)};
    for (std::size_t h = 0; h < args.head_scale.size(); ++h)
      args.head_scale[h] = random.args.head_scale[static_cast<std::size_t>(heads[h])];
    if (args.attn_mask && args.attn_mask->values.shape().rank() >= 3) {
      const int heads_dim = static_cast<int>(args.attn_mask->values.shape().rank()) - 3;
      if (args.attn_mask->values.size(heads_dim) > 1)
        args.attn_mask->values = reorder_blocks(args.attn_mask->values, heads_dim, heads);
    }
    const Run before = forward(random.layer, random.args), after = forward(permuted, args);
    CHECK(relative_difference(after.output, before.output) < kEqual);
    CHECK(relative_difference(after.attention, reorder_blocks(before.attention, 1, heads)) < kEqual);
  });
}

TEST_CASE("batch items do not influence each other", "[properties]") {
  for_each_case([](const RandomCase& random) {
    if (random.args.dropout > 0) return;
    const Run together = forward(random.layer, random.args);
    for (Index b = 0; b < random.batch(); ++b) {
      ForwardArgs alone = random.args;
      const auto only = [&](Tensor& tensor) {
        if (tensor && tensor.size(0) > 1) tensor = tensor.slice(0, b, 1).contiguous();
      };
      only(alone.query);
      only(alone.key);
      only(alone.value);
      only(alone.past.key);
      only(alone.past.value);
      if (alone.key_padding_mask) only(alone.key_padding_mask->values);
      if (alone.attn_mask && alone.attn_mask->values.shape().rank() == 4) only(alone.attn_mask->values);
      const Run run = forward(random.layer, alone);
      CHECK(relative_difference(run.output, together.output.slice(0, b, 1)) < kEqual);
      CHECK(relative_difference(run.attention, together.attention.slice(0, b, 1)) < kEqual);
    }
  });
}

TEST_CASE("causal output at t ignores tokens after t", "[properties]") {
  int checked = 0;
  for_each_case([&](const RandomCase& random) {
    if (!random.args.causal || random.args.key || random.args.value || random.t_q() == 1) return;
    ++checked;
    const Index seen = 1 + random.seed % (random.t_q() - 1);  // number of tokens that stay unchanged
    ForwardArgs changed = random.args;
    changed.query = Tensor::from(random.args.query.values(), random.args.query.sizes());
    const Tensor later = changed.query.slice(1, seen, random.t_q() - seen);
    copy(random_values(random.seed, 3.0f, later.sizes()), later);
    const Tensor before = forward(random.layer, random.args).output.slice(1, 0, seen),
                 after = forward(random.layer, changed).output.slice(1, 0, seen);
    // With a finite fill, a row without keys attends to blocked keys.
    if (std::isinf(random.args.mask_fill)) CHECK(relative_difference(after, before) < kEqual);
  });
  CHECK(checked > 100);
}

TEST_CASE("fused and separate projections are equal", "[properties]") {
  for_each_case([](const RandomCase& random) {
    if (!random.layer.config.fused) return;
    Layer separate = random.layer;
    separate.config.fused = false;
    CHECK(relative_difference(forward(random.layer, random.args).output,
                              forward(separate, random.args).output) < kEqual);
  });
}

TEST_CASE("contributions of the heads sum to the output", "[properties]") {
  for_each_case([](const RandomCase& random) {
    const Run run = forward(random.layer, random.args);
    const Tensor parts = contributions(run);  // (B, H, T_q, d_model)
    Tensor sum = Tensor::zeros(run.output.sizes());
    for (Index i = 0; i < sum.elements(); ++i) {
      const Index per_item = sum.size(1) * sum.size(2), b = i / per_item;
      const Tensor& bias = random.layer.weights[Param::bO];
      double total = bias ? bias({i % sum.size(2)}) : 0.0;
      for (Index h = 0; h < parts.size(1); ++h)
        total += parts.data()[(b * parts.size(1) + h) * per_item + i % per_item];
      sum.data()[i] = static_cast<float>(total);
    }
    CHECK(relative_difference(sum, run.output) < kEqual);
  });
}
