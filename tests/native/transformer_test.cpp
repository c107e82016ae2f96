// Blocks and their operations: with and without a trace, with packed matrices, and compared with finite
// differences.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <functional>
#include <headscope/gradients.hpp>
#include <headscope/kernel/activations.hpp>
#include <headscope/transformer/ends.hpp>
#include <headscope/transformer/stored_matrix.hpp>

#include "fixture.hpp"

using namespace mha;

namespace {

constexpr Index kBlockTokens = 5;

/// A small block with random parameters. `packs`: whether its matrices are packed.
Block random_block(const BlockConfig& config, bool packs) {
  Block block(config);
  std::uint64_t seed = 1;
  const auto values = [&](const Dims& sizes) {
    Tensor drawn = random_values(seed++, 0.4f, sizes);
    if (!packs || sizes.size() < 2) return drawn;
    return pack({.bytes = std::as_bytes(drawn.values()),
                 .rows = sizes[0],
                 .columns = sizes[1],
                 .all_columns = sizes[1],
                 .is_in_out = true,
                 .group = sizes[1],
                 .period = sizes[1]});
  };
  const Config& attention = block.config().attention;
  for (Param param : kParams) {
    if (has(attention, param)) block.set(param, values(shape_of(param, attention)));
  }
  for (const auto& [param, name] : kBlockParams) {
    if (param == BlockParam::distances && config.max_distance == 0) continue;
    const bool is_gate = param == BlockParam::w_gate || param == BlockParam::b_gate;
    const Tensor drawn = values(shape_of(param, block.config()));
    if (config.gated || !is_gate) block.set(param, drawn);
  }
  return block;
}

std::vector<BlockConfig> configs() {
  std::vector<BlockConfig> all;
  for (const auto& [order, _] : kOrders) {
    for (const auto& [activation, __] : kActivations) {
      for (bool gated : {false, true})
        all.push_back({.attention = {.d_model = 12, .num_heads = 3, .bias = true},
                       .d_ff = 20,
                       .order = order,
                       .norm = gated ? NormKind::rms : NormKind::layer,
                       .activation = activation,
                       .eps = 1e-5,
                       .gated = gated,
                       .causal = gated});
    }
  }
  return all;
}

const Tensor& stream() {
  static const Tensor x = random_values(99, 1.0f, {1, kBlockTokens, 12});
  return x;
}

/// The output and the weights of a block.
std::pair<Tensor, Tensor> run(const Block& block, Trace trace, const Tensor& x = stream()) {
  std::vector<Step> steps;
  Tape tape(steps, trace);
  const BlockSteps at = block.compose(tape, tape.input({"x"}, x, {Axis::B, Axis::T, Axis::d_model}));
  return {tape[at.output], tape[at.weights]};
}

bool have_equal_bits(const Tensor& a, const Tensor& b) {
  return a.sizes() == b.sizes() && std::memcmp(a.data(), b.data(), a.values().size_bytes()) == 0;
}

}  // namespace

TEST_CASE("a block computes the same with and without a trace, and with packed matrices", "[transformer]") {
  for (const BlockConfig& config : configs()) {
    CAPTURE(name_in(kOrders, config.order), name_in(kActivations, config.activation), config.gated);
    const Block block = random_block(config, false), packed = random_block(config, true);
    const auto [output, weights] = run(block, Trace::on);
    const auto [fast_output, fast_weights] = run(block, Trace::off);
    CHECK(relative_difference(fast_output, output) < 2e-6);
    CHECK(relative_difference(fast_weights, weights) < 2e-6);
    CHECK(have_equal_bits(run(packed, Trace::off).first, fast_output));
    CHECK(have_equal_bits(run(packed, Trace::on).first, output));
  }
}

TEST_CASE("a product with 16-bit weights has the bits of one with the same weights in float32",
          "[transformer]") {
  constexpr Index kWidth = 100, kOut = 43;
  const Tensor drawn = random_values(7, 0.4f, {kWidth, kOut});
  for (const StoredType type : {StoredType::F16, StoredType::BF16}) {
    // The upper halves of random numbers are weights of bfloat16, and some weights of binary16.
    std::vector<std::uint16_t> halves;
    for (const float number : drawn.values())
      halves.push_back(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(number) >> 16));
    const Tensor packed = pack({.bytes = std::as_bytes(std::span(halves)),
                                .type = type,
                                .rows = kWidth,
                                .columns = kOut,
                                .all_columns = kOut,
                                .group = kOut,
                                .period = kOut});
    const Tensor wide = unpacked(packed), bias = random_values(8, 0.4f, {kOut});
    for (const Index tokens : {1, 2, 3, 4, 5, 6, 70, 130}) {
      const Tensor x = random_values(9, 1.0f, {1, tokens, kWidth});
      const auto product = [&](const Tensor& w, Trace trace) {
        std::vector<Step> steps;
        Tape tape(steps, trace);
        const StepIndex in = tape.input({"x"}, x, {Axis::B, Axis::T, Axis::d_model});
        return tape[tape.linear({"y"}, in, {{"w", w}, {"b", bias}}, Axis::d_ff)].contiguous();
      };
      CAPTURE(tokens, static_cast<int>(type));
      CHECK(have_equal_bits(product(packed, Trace::on), product(wide, Trace::on)));
      CHECK(have_equal_bits(product(packed, Trace::off), product(wide, Trace::off)));
    }
  }
}

TEST_CASE("block orders, and activations, give different results", "[transformer]") {
  std::vector<Tensor> seen;
  for (const BlockConfig& config : configs()) {
    const Tensor output = run(random_block(config, false), Trace::on).first;
    for (const Tensor& other : seen) CHECK(relative_difference(output, other) > 1e-6);
    seen.push_back(output);
  }
}

TEST_CASE("without a trace, a block keeps only the steps that are read later", "[transformer]") {
  for (const BlockConfig& config : configs()) {
    std::vector<Step> steps;
    Tape tape(steps, Trace::off);
    const StepIndex x = tape.input({"x"}, stream(), {Axis::B, Axis::T, Axis::d_model});
    const BlockSteps at = random_block(config, false).compose(tape, x);
    for (StepIndex i = 0; i < steps.size(); ++i) {
      const std::array kept = {x, at.read, at.weights, at.concat, at.made, at.keys, at.values, at.output};
      const bool is_kept = std::ranges::find(kept, i) != kept.end();
      CHECK(static_cast<bool>(steps[i].output) == is_kept);
    }
  }
}

TEST_CASE("a block with a past gives the same rows as one pass over all tokens", "[transformer]") {
  for (const BlockConfig& config : configs()) {
    if (!config.causal) continue;
    CAPTURE(name_in(kOrders, config.order), name_in(kActivations, config.activation));
    const Block block = random_block(config, true);
    const Axes axes = {Axis::B, Axis::T, Axis::d_model};
    std::vector<Step> first_steps, next_steps;
    Tape first(first_steps, Trace::off), next(next_steps, Trace::off);
    const BlockSteps before = block.compose(first, first.input({"x"}, stream().slice(1, 0, 3), axes));
    const BlockSteps after =
        block.compose(next, next.input({"x"}, stream().slice(1, 3, 2), axes),
                      {.head_scale = {}, .past = {first[before.keys], first[before.values]}});
    const auto [output, weights] = run(block, Trace::off);
    CHECK(relative_difference(next[after.output], output.slice(1, 3, 2).contiguous()) < 1e-6);
    CHECK(relative_difference(next[after.weights], weights.slice(2, 3, 2).contiguous()) < 1e-6);
    CHECK(next[after.keys].size(2) == kBlockTokens);
  }
}

TEST_CASE("a block with positions by distance refuses inputs and keys of other sizes, and missing parameters",
          "[transformer]") {
  BlockConfig config{
      .attention = {.d_model = 12, .num_heads = 3}, .d_ff = 20, .order = Order::post, .eps = 1e-5};
  config.max_distance = 64;
  config.keys_meet_distances = true;
  const Block block = random_block(config, false);
  const auto refusal = [&](const Block& of, const Tensor& x, const BlockInput& input) -> std::string {
    try {
      begin(of, x, input);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(refusal(block, Tensor::zeros({2, 12}), {}) ==
        "what a block with distances reads has shape (2, 12), expected (1, T, d_model)");
  const Tensor key = Tensor::zeros({1, 1, 20, 1});
  CHECK(refusal(block, stream(), {.past = {key, key}}) ==
        "past.key has shape (1, 1, 20, 1), expected (1, H_kv, T_past, d_k)");
  CHECK(refusal(Block(config), stream(), {}) == "the block has no wQ; set it before a pass");
  config.max_distance = 0;
  Block without = random_block(config, false);
  CHECK(refusal(without, stream(), {}).empty());
}

TEST_CASE("positions by distance add q e and k e to the scores, also after a past", "[transformer]") {
  for (bool keys_meet : {false, true}) {
    for (Order order : {Order::post, Order::pre}) {
      BlockConfig config{.attention = {.d_model = 12, .num_heads = 3, .bias = true},
                         .d_ff = 20,
                         .order = order,
                         .eps = 1e-5,
                         .causal = true};
      const Block plain = random_block(config, false);
      config.max_distance = kBlockTokens + 2;
      config.keys_meet_distances = keys_meet;
      Block block = random_block(config, true);
      const Tensor e = random_values(40, 0.4f, shape_of(BlockParam::distances, block.config()));
      block.set(BlockParam::distances, e);
      std::vector<Step> steps;
      Tape tape(steps);
      const BlockSteps at =
          plain.compose(tape, tape.input({"x"}, stream(), {Axis::B, Axis::T, Axis::d_model}));
      const auto step = [&](std::string_view id) {
        return std::ranges::find(steps, id, &Step::id)->output.contiguous();
      };
      const Tensor q = step("q_heads"), k = step("k_heads");  // (1, H, T, d_k)
      const Tensor found = block.by_distance(stream(), {});
      for (Index head = 0; head < 3; ++head) {
        for (Index i = 0; i < kBlockTokens; ++i) {
          for (Index j = 0; j < kBlockTokens; ++j) {
            double expected = 0;
            for (Index f = 0; f < 4; ++f) {
              const double met = static_cast<double>(q({0, head, i, f})) +
                                 (keys_meet ? static_cast<double>(k({0, head, j, f})) : 0.0);
              expected += met * static_cast<double>(e({i - j + config.max_distance - 1, f})) / 2;
            }
            CHECK(std::abs(static_cast<double>(found({0, head, i, j})) - expected) < 1e-5);
          }
        }
      }
      BlockPass whole = begin(block, stream(), {});
      BlockPass first = begin(block, stream().slice(1, 0, 3).contiguous(), {}, {.keys_and_values = true});
      while (whole.steps.advance(1 << 20) || first.steps.advance(1 << 20)) {
      }
      CHECK(relative_difference(whole[whole.at.weights], tape[at.weights]) > 1e-3);
      BlockPass next = begin(block, stream().slice(1, 3, 2).contiguous(),
                             {.past = {first[first.at.keys], first[first.at.values]}});
      while (next.steps.advance(1 << 20)) {
      }
      CHECK(relative_difference(next[next.at.output], whole[whole.at.output].slice(1, 3, 2).contiguous()) <
            1e-5);
      std::vector<Step> meta_steps;
      Tape meta(meta_steps);
      const StepIndex in = meta.input({"x"}, Tensor::meta({1, 4, 12}), {Axis::B, Axis::T, Axis::d_model});
      CHECK(meta[block.compose(meta, in).output].sizes() == Dims{1, 4, 12});
      CHECK_THROWS(begin(block, random_values(7, 1.0f, {1, config.max_distance + 1, 12}), {}));
    }
  }
}

TEST_CASE("the parts of a block with some of the heads and features each add up to the block's sums",
          "[transformer]") {
  for (bool gated : {false, true}) {
    const BlockConfig config{.attention = {.d_model = 12, .num_heads = 4, .num_kv_heads = 2, .bias = true},
                             .d_ff = 20,
                             .activation = Activation::silu,
                             .eps = 1e-5,
                             .gated = gated,
                             .causal = true};
    const Block block = random_block(config, false);
    const Config& whole = block.config().attention;
    const Weights& w = block.attention().weights;
    BlockPass pass =
        begin(block, stream(), {}, {.steps = true, .parts = true, .read = true, .attended = true});
    while (pass.steps.advance(1 << 20)) {
    }
    Tensor attended = Tensor::zeros({1, kBlockTokens, 12}), made = Tensor::zeros(attended.sizes());
    const auto add = [](Tensor& sum, const Tensor& part) {
      std::ranges::transform(sum.values(), part.contiguous().values(), sum.values().begin(), std::plus());
    };
    for (Index group : {0, 1}) {  // the second has the biases of the sums
      BlockConfig own = config;
      own.attention.num_heads = 2;
      own.attention.num_kv_heads = 1;
      own.attention.d_k = whole.d_k;
      own.attention_norm = own.network = false;
      Block part(own);
      const auto columns = [&](Param matrix, Param bias, Index width) {
        part.set(matrix, w[matrix].slice(1, group * width, width).contiguous());
        part.set(bias, w[bias].slice(0, group * width, width).contiguous());
      };
      columns(Param::wQ, Param::bQ, 2 * whole.d_k);
      columns(Param::wK, Param::bK, whole.d_k);
      columns(Param::wV, Param::bV, whole.d_v);
      part.set(Param::wO, w[Param::wO].slice(0, group * 2 * whole.d_v, 2 * whole.d_v).contiguous());
      part.set(Param::bO, group == 0 ? Tensor::zeros({12}) : w[Param::bO]);
      BlockPass some = begin(part, pass[pass.at.read], {}, {.attended = true});
      while (some.steps.advance(1 << 20)) {
      }
      add(attended, some[some.at.attended]);
      CHECK(relative_difference(some[some.at.weights],
                                pass[pass.at.weights].slice(1, group * 2, 2).contiguous()) < 1e-6);
      const auto features = [&](BlockParam param, int axis) {
        return block[param].slice(axis, group * 10, 10).contiguous();
      };
      FeedForward network{.activation = config.activation,
                          .w_up = features(BlockParam::w_up, 1),
                          .b_up = features(BlockParam::b_up, 0),
                          .w_down = features(BlockParam::w_down, 0)};
      if (gated) {
        network.w_gate = features(BlockParam::w_gate, 1);
        network.b_gate = features(BlockParam::b_gate, 0);
      }
      if (group == 1) network.b_down = block[BlockParam::b_down];
      add(made, applied(network, pass[pass.at.network]));
    }
    CHECK(relative_difference(attended, pass[pass.at.attended].contiguous()) < 1e-6);
    CHECK(relative_difference(made, pass[pass.at.made].contiguous()) < 1e-6);
  }
}

TEST_CASE("a pass gives padded keys no weight, also those of a past", "[transformer]") {
  const BlockConfig config{
      .attention = {.d_model = 12, .num_heads = 3, .bias = true}, .d_ff = 20, .eps = 1e-5};
  const Block block = random_block(config, true);
  const auto padding = [](std::vector<float> blocked) {
    return Mask{.values = Tensor::from(blocked, {1, static_cast<Index>(blocked.size())})};
  };
  BlockPass pass = begin(block, stream(), {.key_padding_mask = padding({0, 1, 0, 0, 1})});
  while (pass.steps.advance(1 << 20)) {
  }
  const Tensor weights = pass[pass.at.weights].contiguous();
  for (Index head = 0; head < 3; ++head) {
    for (Index i = 0; i < kBlockTokens; ++i) {
      CHECK(weights({0, head, i, 1}) == 0.0f);
      CHECK(weights({0, head, i, 4}) == 0.0f);
      CHECK(weights({0, head, i, 0}) > 0.0f);
    }
  }
  CHECK_THROWS(begin(block, stream(), {.key_padding_mask = padding({0, 1})}));
}

TEST_CASE("a block reads keys and values from a memory, also if a past holds most of them", "[transformer]") {
  const Tensor memory = random_values(77, 1.0f, {1, 7, 12});
  const Mask padding{.values = Tensor::from(std::vector<float>{0, 0, 1, 0, 0, 0, 0}, {1, 7})};
  for (BlockConfig config : configs()) {
    config.causal = false;
    CAPTURE(name_in(kOrders, config.order), name_in(kActivations, config.activation), config.gated);
    const Block block = random_block(config, true);
    const auto computed = [&](const BlockInput& input, Index most) {
      BlockPass pass = begin(block, stream(), input, {.keys_and_values = true, .read = true});
      while (pass.steps.advance(most)) {
      }
      return pass;
    };
    const BlockPass pass =
        computed({.head_scale = {}, .past = {}, .key_padding_mask = padding, .memory = memory}, 400);
    const Run run =
        forward(block.attention(),
                {.query = pass[pass.at.read].contiguous(), .key = memory, .key_padding_mask = padding});
    CHECK(relative_difference(pass[pass.at.weights], run.attention) < 2e-6);
    CHECK(pass[pass.at.keys].sizes() == Dims{1, 3, 7, 4});
    std::vector<Step> steps;
    Tape tape(steps, Trace::off);
    const BlockSteps at =
        block.compose(tape, tape.input({"x"}, stream(), {Axis::B, Axis::T, Axis::d_model}),
                      {.head_scale = {}, .past = {}, .key_padding_mask = padding, .memory = memory});
    CHECK(have_equal_bits(pass[pass.at.output], tape[at.output]));
    const KeyValues most_of_it{pass[pass.at.keys].slice(2, 0, 6).contiguous(),
                               pass[pass.at.values].slice(2, 0, 6).contiguous()};
    const BlockPass again = computed({.head_scale = {},
                                      .past = most_of_it,
                                      .key_padding_mask = padding,
                                      .memory = memory.slice(1, 6, 1).contiguous()},
                                     1 << 20);
    CHECK(relative_difference(again[again.at.output], pass[pass.at.output]) < 2e-6);
    CHECK_THROWS(begin(block, stream(), {.head_scale = {}, .past = {}, .memory = stream().unsqueeze(0)}));
  }
}

TEST_CASE("a block without a network is the beginning of one with it, and needs no parameters of it",
          "[transformer]") {
  for (const BlockConfig& config : configs()) {
    if (config.order == Order::parallel) continue;  // its network does not read the sum
    CAPTURE(name_in(kOrders, config.order), config.gated);
    BlockConfig alone = config;
    alone.network = false;
    const Block whole = random_block(config, true);
    Block block(alone);
    for (const Param param : kParams) {
      if (has(whole.config().attention, param)) block.set(param, whole.attention().weights[param]);
    }
    std::uint64_t seed = 1;
    for (const BlockParam param : {BlockParam::attention_gain, BlockParam::attention_shift,
                                   BlockParam::after_attention_gain, BlockParam::after_attention_shift}) {
      block.set(param, random_values(seed++, 0.4f, {12}));
    }
    BlockPass pass = begin(block, stream(), {}, {.steps = true});
    pass.steps.advance(Index{1} << 40);
    const bool is_post = config.order == Order::post;
    CHECK(pass.named.back().id == (is_post ? "middle_normed" : "middle"));
    CHECK(pass.named.back().at == pass.at.output);
    CHECK_FALSE(pass.ends_before_network);
    std::vector<Step> steps;
    Tape tape(steps);
    const StepIndex x = tape.input({"x"}, stream(), {Axis::B, Axis::T, Axis::d_model});
    StepIndex read = x;
    const auto norm = [&](StepIndex of, std::uint64_t drawn) {
      return normed(tape, {"normed"}, of,
                    {.kind = config.norm,
                     .eps = config.eps,
                     .gain = random_values(drawn, 0.4f, {12}),
                     .shift = random_values(drawn + 1, 0.4f, {12})});
    };
    const bool has_norm_before = config.order == Order::pre || config.order == Order::sandwich;
    if (has_norm_before) read = norm(x, 1);
    const Run run = forward(whole.attention(), {.query = tape[read].contiguous(), .causal = config.causal});
    Tape::Scope after(tape, "after");
    StepIndex y = tape.input({"attended"}, run.output, {Axis::B, Axis::T, Axis::d_model});
    if (config.order == Order::sandwich || config.order == Order::after) y = norm(y, 3);
    y = tape.add({"middle"}, x, y);
    if (is_post) {
      Tape::Scope last(tape, "last");
      y = norm(y, 1);
    }
    CHECK(relative_difference(pass[pass.at.output], tape[y]) < 2e-6);
  }
}

TEST_CASE("a pass in pieces has the bits of a pass at once, and its number of pieces follows from their size",
          "[transformer]") {
  std::vector<BlockConfig> all = configs();
  BlockConfig with_all = all.back();
  with_all.attention = {.d_model = 12, .num_heads = 6, .num_kv_heads = 3, .qk_norm = true, .softcap = 5};
  with_all.attention.window = {2, -1};
  with_all.attention.alibi = with_all.attention.sinks = true;
  all.push_back(with_all);
  with_all.attention.alibi = with_all.attention.sinks = false;
  with_all.attention.rope.style = RopeStyle::half;
  all.push_back(with_all);
  for (const RopeStyle style : {RopeStyle::half, RopeStyle::interleaved}) {
    BlockConfig latent = all.back();
    latent.attention = {
        .d_model = 12, .num_heads = 2, .rope = {.style = style}, .latent = {.rank = 6, .rope_width = 4}};
    all.push_back(latent);
    latent.attention.d_v = 3;
    latent.attention.latent.query_rank = 5;
    latent.attention.latent.norm = latent.attention.latent.bias = true;
    all.push_back(latent);
  }
  for (const BlockConfig& config : all) {
    CAPTURE(name_in(kOrders, config.order), name_in(kActivations, config.activation), config.gated);
    const Block block = random_block(config, true);
    const Axes axes = {Axis::B, Axis::T, Axis::d_model};
    std::vector<Step> steps;
    Tape tape(steps, Trace::off);
    const BlockSteps first = block.compose(tape, tape.input({"x"}, stream(), axes));
    std::vector<float> scale(static_cast<std::size_t>(config.attention.num_heads), 0.5f);
    KeyValues past{tape[first.keys], tape[first.values]};
    if (block.config().attention.latent) past = {past.key.unsqueeze(1), past.value.unsqueeze(1)};
    const BlockInput input{.head_scale = scale, .past = past};
    std::vector<Step> next_steps;
    Tape next(next_steps, Trace::off);
    const BlockSteps at = block.compose(next, next.input({"x"}, stream(), axes), input);
    std::vector<int> pieces;
    for (Index most : {Index{1}, Index{400}, Index{3000}, Index{1} << 40}) {
      CAPTURE(most);
      BlockPass pass = begin(block, stream(), input, {.keys_and_values = true, .read = true});
      for (pieces.push_back(1); pass.steps.advance(most);) ++pieces.back();
      CHECK(have_equal_bits(pass[pass.at.output], next[at.output]));
      CHECK(have_equal_bits(pass[pass.at.weights].contiguous(), next[at.weights].contiguous()));
      CHECK(have_equal_bits(pass[pass.at.read], next[at.read]));
      CHECK(have_equal_bits(pass[pass.at.keys].contiguous(), next[at.keys].contiguous()));
      CHECK(have_equal_bits(pass[pass.at.values].contiguous(), next[at.values].contiguous()));
      CHECK(have_equal_bits(pass[pass.at.head_values].contiguous(), next[at.head_values].contiguous()));
      CHECK(pass.present().key.sizes() == past_key_sizes(block.config().attention, 1, 2 * stream().size(1)));
      CHECK(pass.present().value.sizes() ==
            past_value_sizes(block.config().attention, 1, 2 * stream().size(1)));
    }
    CHECK(pieces[0] > 60);  // a piece for each token of eleven steps, and each head of the others
    CHECK(pieces[1] > 10);
    CHECK(pieces[2] > 1);
    CHECK(std::ranges::is_sorted(pieces, std::greater()));
    CHECK(pieces[3] == 1);
  }
}

TEST_CASE("a pass in pieces frees a result after its last use", "[transformer]") {
  for (const BlockConfig& config : configs()) {
    BlockPass pass = begin(random_block(config, true), stream(), {});
    while (pass.steps.advance(500)) {
    }
    const BlockSteps& at = pass.at;
    for (StepIndex i = 0; i <= at.output; ++i)
      CHECK(static_cast<bool>(pass[i]) == (i == at.weights || i == at.output));
  }
}

TEST_CASE("a pass that keeps its steps returns those of a trace", "[transformer]") {
  for (const BlockConfig& config : configs()) {
    CAPTURE(name_in(kOrders, config.order), config.gated);
    const Block block = random_block(config, true);
    std::vector<Step> steps;
    Tape tape(steps);
    block.compose(tape, tape.input({"x"}, stream(), {Axis::B, Axis::T, Axis::d_model}));
    BlockPass pass = begin(block, stream(), {}, {.steps = true});
    pass.steps.advance(Index{1} << 40);
    std::vector<std::string> ids;
    for (const auto& [id, at] : pass.named) {
      const auto same = std::ranges::find(steps, id, &Step::id);
      REQUIRE(same != steps.end());
      CHECK(relative_difference(pass[at], same->output) < 2e-6);
      ids.push_back(id);
    }
    const bool is_post = config.order == Order::post, is_after = config.order == Order::after;
    const bool has_norms_before = !is_post && !is_after;
    const bool has_norms_after = config.order == Order::sandwich || is_after;
    std::vector<std::string> expected;
    const auto expect = [&](const char* id, bool is_there = true) {
      if (is_there) expected.push_back(id);
    };
    expect("normed", has_norms_before);
    expect("output");
    expect("attention_normed", has_norms_after);
    expect("middle");
    expect("middle_normed", is_post);
    expect("mlp_normed", has_norms_before);
    expect("gate", config.gated);
    expect("up");
    expect("activated");
    expect("gated", config.gated);
    expect("down");
    expect("down_normed", has_norms_after);
    expect("stream");
    expect("stream_normed", is_post);
    CHECK(ids == expected);
  }
}

TEST_CASE("gradients of a block agree with finite differences", "[transformer]") {
  for (const BlockConfig& config : configs()) {
    if (config.activation == Activation::relu) continue;  // not differentiable at 0
    CAPTURE(name_in(kOrders, config.order), name_in(kActivations, config.activation), config.gated);
    const Block block = random_block(config, false);
    std::vector<Step> steps;
    Tape tape(steps);
    const BlockSteps at = block.compose(tape, tape.input({"x"}, stream(), {Axis::B, Axis::T, Axis::d_model}));
    const Tensor d_output = random_values(7, 1.0f, tape[at.output].sizes());
    const TapeGradients gradients = walk_back(steps, at.output, d_output);
    const auto loss = [&](const Block& moved, const Tensor& x) {
      const Tensor output = run(moved, Trace::on, x).first;
      double sum = 0;
      for (std::size_t i = 0; i < output.values().size(); ++i)
        sum += static_cast<double>(output.values()[i]) * static_cast<double>(d_output.values()[i]);
      return sum;
    };
    constexpr float kStep = 2e-3f;
    const auto moved_by = [](const Tensor& tensor, std::size_t place, float by) {
      Tensor moved = Tensor::from(tensor.values(), tensor.sizes());
      moved.values()[place] += by;
      return moved;
    };
    for (std::size_t place : {std::size_t{0}, std::size_t{31}}) {
      const double slope =
          (loss(block, moved_by(stream(), place, kStep)) - loss(block, moved_by(stream(), place, -kStep))) /
          (2 * kStep);
      CHECK(std::abs(slope - gradients.steps[0].values()[place]) < 0.02 * (1 + std::abs(slope)));
    }
    const Tensor w_up = gradients.parameter("wUp").contiguous();
    for (std::size_t place : {std::size_t{3}, std::size_t{100}}) {
      const auto loss_by = [&](float by) {
        Block moved = block;
        for (const Step& step : steps) {
          for (const Parameter& parameter : step.parameters) {
            if (parameter.name == "wUp") moved.set(BlockParam::w_up, moved_by(parameter.values, place, by));
          }
        }
        return loss(moved, stream());
      };
      const double slope = (loss_by(kStep) - loss_by(-kStep)) / (2 * kStep);
      CHECK(std::abs(slope - w_up.values()[place]) < 0.02 * (1 + std::abs(slope)));
    }
  }
}

TEST_CASE("activations agree with their formulas", "[transformer]") {
  const std::vector<float> x = {-30, -3, -0.5f, 0, 0.25f, 1, 9, 40};
  const auto value_by = [&](const Operation& op, std::size_t i) {
    const Tensor in = Tensor::from(x, {1, 8});
    Tensor y = Tensor::uninitialised({1, 8});
    const Attributes none;
    op.fast().forward(Operands{.inputs = {&in}, .given = none}, y);
    CHECK(op.sizes(Operands{.inputs = {&in}, .given = none}) == Dims{1, 8});
    return static_cast<double>(y.values()[i]);
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    CAPTURE(x[i]);
    const double v = static_cast<double>(x[i]), scale = std::max(1.0, std::abs(v));
    const double gelu = v / 2 * (1 + std::erf(v / std::sqrt(2.0)));
    const double gelu_tanh =
        v / 2 * (1 + std::tanh(std::sqrt(2 / 3.14159265358979) * (v + 0.044715 * v * v * v)));
    const double quick_gelu = v / (1 + std::exp(-1.702 * v)), silu = v / (1 + std::exp(-v));
    for (const auto& [op, expected] : {std::pair{&op::gelu, gelu},
                                       {&op::gelu_tanh, gelu_tanh},
                                       {&op::quick_gelu, quick_gelu},
                                       {&op::silu, silu}}) {
      CAPTURE(op->name);
      CHECK(std::abs(value_by(*op, i) - expected) < 5e-7 * scale);
    }
  }
}

TEST_CASE("the likeliest pieces do not depend on the parts in which logits arrive", "[transformer]") {
  constexpr Index kVocabulary = 100, kMost = 7;
  const Tensor all = random_values(5, 3.0f, {1, kBlockTokens, kVocabulary});
  Likeliest found(kBlockTokens, kMost, {3, -1, 99, 0, 50});
  Tensor rows = all.view({kBlockTokens, kVocabulary});
  for (Index first = 0; first < kVocabulary; first += 33) {
    const Index count = std::min<Index>(33, kVocabulary - first);
    found.add(rows.slice(1, first, count).contiguous().view({1, kBlockTokens, count}), first);
  }
  for (Index token = 0; token < kBlockTokens; ++token) {
    std::vector<std::pair<float, Index>> sorted;
    double sum = 0;
    for (Index id = 0; id < kVocabulary; ++id) {
      sorted.emplace_back(-rows({token, id}), id);
      sum += std::exp(static_cast<double>(rows({token, id})));
    }
    std::ranges::sort(sorted);
    const auto& pieces = found.pieces(token);
    REQUIRE(pieces.size() == kMost);
    for (std::size_t i = 0; i < kMost; ++i) CHECK(pieces[i].id == sorted[i].second);
    CHECK(std::abs(found.log_sum(token) - std::log(sum)) < 1e-6);
  }
  CHECK(found.answer(0) == rows({0, 3}));
  CHECK(std::isnan(found.answer(1)));
  CHECK(found.answer(2) == rows({2, 99}));
}

TEST_CASE("embeddings are sums of rows, optionally scaled and normalised", "[transformer]") {
  const Tensor words = random_values(1, 1, {1, 2, 3}), positions = random_values(2, 1, {1, 2, 3}),
               types = random_values(3, 1, {1, 2, 3});
  const Tensor sum = embed(words, 2, positions, types, {});
  for (std::size_t i = 0; i < 6; ++i)
    CHECK(std::abs(sum.values()[i] - (2 * words.values()[i] + positions.values()[i] + types.values()[i])) <
          1e-6f);
  const std::vector<float> ones(3, 1), zeros(3, 0);
  const Norm norm{NormKind::layer, 1e-5, Tensor::from(ones, {3}), Tensor::from(zeros, {3})};
  const Tensor normed = embed(words, 1, {}, {}, norm);
  float total = 0;
  for (std::size_t i = 0; i < 3; ++i) total += normed.values()[i];
  CHECK(std::abs(total) < 1e-5f);
  CHECK(have_equal_bits(finished(words, norm), normed));
  CHECK(have_equal_bits(finished(words, {}), words));
}

TEST_CASE("a block without one of its parameters is refused before its first step", "[transformer]") {
  const auto refused_by = [](const BlockConfig& config, std::span<const BlockParam> given,
                             bool sets_attention) {
    Block block(config);
    std::uint64_t seed = 1;
    for (const BlockParam param : given)
      block.set(param, random_values(seed++, 0.4f, shape_of(param, block.config())));
    for (const Param param : kParams) {
      if (sets_attention && has(block.config().attention, param))
        block.set(param, random_values(seed++, 0.4f, shape_of(param, block.config().attention)));
    }
    try {
      begin(block, stream(), {});
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::config);
      return std::string(error.what());
    }
    return std::string();
  };
  BlockConfig config{
      .attention = {.d_model = 12, .num_heads = 3}, .d_ff = 20, .norm = NormKind::rms, .eps = 1e-5};
  std::vector<BlockParam> given = {BlockParam::attention_gain, BlockParam::mlp_gain, BlockParam::w_up,
                                   BlockParam::w_down};
  CHECK(refused_by(config, given, true).empty());
  CHECK(refused_by(config, given, false) == "the block has no wQ; set it before a pass");
  for (std::size_t left_out = 0; left_out < given.size(); ++left_out) {
    std::vector<BlockParam> others = given;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(left_out));
    CHECK(refused_by(config, others, true) ==
          text("the block has no {}; set it before a pass", name_in(kBlockParams, given[left_out])));
  }
  config.norm = NormKind::layer;
  CHECK(refused_by(config, given, true) == "the block has no attentionNorm.shift; set it before a pass");
  config.norm = NormKind::rms;
  config.order = Order::sandwich;
  CHECK(refused_by(config, given, true) == "the block has no afterAttentionNorm.gain; set it before a pass");
  config.order = Order::pre;
  config.gated = true;
  CHECK(refused_by(config, given, true) == "the block has no wGate; set it before a pass");
}

TEST_CASE("the logarithm of a sum of logits with a NaN is NaN, wherever the NaN is", "[transformer]") {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const auto log_sum_of = [](const std::vector<float>& logits) {
    Likeliest likeliest(1, 1, {});
    likeliest.add(Tensor::from(logits, {1, 1, static_cast<Index>(logits.size())}), 0);
    return likeliest.log_sum(0);
  };
  for (const std::size_t place : {std::size_t{0}, std::size_t{3}, std::size_t{300}, std::size_t{767}}) {
    CAPTURE(place);
    std::vector<float> logits(768, 0.5f);
    logits[place] = kNaN;
    CHECK(std::isnan(log_sum_of(logits)));
  }
  std::vector<float> first_half(512, kNaN);
  std::fill(first_half.begin() + 256, first_half.end(), 1.0f);
  CHECK(std::isnan(log_sum_of(first_half)));
  CHECK(log_sum_of(std::vector<float>(300, -kInfinity)) == -std::numeric_limits<double>::infinity());
  CHECK(std::abs(log_sum_of(std::vector<float>(512, 2.0f)) - (2 + std::log(512.0))) < 1e-6);
}

TEST_CASE("activations of numbers far below 0 are 0", "[transformer]") {
  for (const float far : {-81.0f, -1e4f, -1e30f, -1e34f, -1e38f}) {
    const std::vector<float> x(5, far);
    for (const auto row : {silu_row, gelu_tanh_row, gelu_row}) {
      std::vector<float> y(5, 1.0f);
      row(x.data(), 5, y.data());
      for (const float value : y) CHECK(value == 0.0f);
    }
  }
}
