#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <functional>
#include <headscope/attention.hpp>
#include <headscope/embedding.hpp>
#include <headscope/patterns.hpp>

using namespace mha;

namespace {

const std::vector<std::string> kSentence = {"The",     "animal", "didn't", "cross", "the",   "street",
                                            "because", "it",     "was",    "too",   "tired", "."};

std::vector<std::string> tokens(std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t t = 0; t < count; ++t) out.push_back(kSentence[t % kSentence.size()]);
  return out;
}

bool same(const std::string& a, const std::string& b) {
  return std::ranges::equal(a, b, [](char x, char y) { return std::tolower(x) == std::tolower(y); });
}

/// Whether a head of this kind should attend from token i to token j.
bool is_target(HeadKind kind, const std::vector<std::string>& words, Index i, Index j) {
  switch (kind) {
    case HeadKind::previous_token:
      return j == i - 1;
    case HeadKind::next_token:
      return j == i + 1;
    case HeadKind::first_token:
      return j == 0;
    case HeadKind::self:
      return j == i;
    case HeadKind::near_tokens:
      return std::abs(i - j) <= 2;
    case HeadKind::same_word:
      return same(words[static_cast<std::size_t>(i)], words[static_cast<std::size_t>(j)]);
    default:
      return true;
  }
}

/// The mean weight on such tokens over the rows that have such a token.
double mean_on_target(const Tensor& attention, Index head, const std::vector<std::string>& words) {
  const Index t = attention.size(-1);
  double total = 0;
  int rows = 0;
  for (Index i = 0; i < t; ++i) {
    double mass = 0;
    bool any = false;
    for (Index j = 0; j < t; ++j) {
      if (!is_target(head_kind(head), words, i, j)) continue;
      mass += attention({0, head, i, j});
      any = true;
    }
    total += mass;
    rows += any;
  }
  return total / rows;
}

struct Case {
  std::size_t tokens;
  Index d_model, heads;
};

}  // namespace

TEST_CASE("each constructed head has the pattern of its kind", "[patterns]") {
  for (const Case c : {Case{12, 64, 8}, Case{12, 64, 4}, Case{24, 128, 8}}) {
    const std::vector<std::string> words = tokens(c.tokens);
    const Config config = resolve({.d_model = c.d_model, .num_heads = c.heads});
    const Run run = forward({config, constructed_weights(config, 1)}, {.query = embed(words, c.d_model, 1)});
    for (Index head = 0; head < c.heads; ++head) {
      CAPTURE(c.tokens, c.d_model, c.heads, head);
      CHECK(mean_on_target(run.attention, head, words) > 0.6);
      if (head_kind(head) == HeadKind::broad) {
        const Tensor rows = run.attention.slice(1, head, 1).contiguous();
        for (float weight : rows.values())
          CHECK(std::abs(weight - 1.0 / static_cast<double>(c.tokens)) < 1e-6);
      }
    }
  }
}

TEST_CASE("constructed heads keep their patterns with shared keys, many heads, and wide or narrow heads",
          "[patterns]") {
  const std::vector<std::string> words = tokens(12);
  for (const Config& given : std::initializer_list<Config>{
           {.d_model = 64, .num_heads = 8, .num_kv_heads = 4},
           {.d_model = 64, .num_heads = 8, .num_kv_heads = 1},
           {.d_model = 64, .num_heads = 16},
           {.d_model = 128, .num_heads = 16, .num_kv_heads = 2},
           {.d_model = 768, .num_heads = 12},
           {.d_model = 32, .num_heads = 8},
           {.d_model = 50, .num_heads = 8, .d_k = 9, .d_v = 3, .bias = true, .fused = true}}) {
    const Config config = resolve(given);
    const Run run =
        forward({config, constructed_weights(config, 1)}, {.query = embed(words, config.d_model, 1)});
    for (Index head = 0; head < config.num_heads; ++head) {
      CAPTURE(config.d_model, config.num_heads, config.num_kv_heads, head);
      CHECK(mean_on_target(run.attention, head, words) > 0.6);
    }
  }
}

TEST_CASE("in cross-attention constructed heads relate positions and words of both sentences", "[patterns]") {
  const std::vector<std::string> words = tokens(12);
  const Config config = resolve({.d_model = 64, .num_heads = 8, .d_key = 32, .d_value = 48});
  const Run run =
      forward({config, constructed_weights(config, 1)},
              {.query = embed(words, 64, 1), .key = embed(words, 32, 1), .value = embed(words, 48, 1)});
  for (Index head = 0; head < 8; ++head) {
    CAPTURE(head);
    CHECK(mean_on_target(run.attention, head, words) > 0.6);
  }
}

TEST_CASE("constructed weights give a distribution for any size", "[patterns]") {
  for (const Index d_model : {1, 2, 3, 4, 5, 8, 10, 30, 256, 1024}) {
    for (const Index heads : {1, 2, 5, 8, 96}) {
      for (const std::size_t count : {1, 2, 33}) {
        CAPTURE(d_model, heads, count);
        const bool divides = d_model % heads == 0;
        const Config config = resolve({.d_model = d_model, .num_heads = heads, .d_k = divides ? 0 : 3});
        const Run run =
            forward({config, constructed_weights(config, 1)}, {.query = embed(tokens(count), d_model, 1)});
        const Index keys = run.attention.size(-1);
        double worst = 0;
        for (Index row = 0; row < run.attention.elements(); row += keys) {
          double sum = 0;
          for (Index j = 0; j < keys; ++j) sum += run.attention.data()[row + j];
          worst = std::max(worst, std::abs(sum - 1));
        }
        CHECK(worst < 1e-5);
      }
    }
  }
}

namespace {

/// The mean weight that a hand-built head puts on the token `to` of each query, over the queries that have
/// such a token.
double mean_on(const HeadDials& dials, Index d_k, const std::vector<std::string>& words,
               const std::function<Index(Index)>& to) {
  const Config config = resolve({.d_model = 64, .num_heads = 1, .d_k = d_k});
  const HeadBlocks blocks = build_head(64, d_k, dials);
  Weights weights = Weights::zeros(config);
  weights.set(config, Param::wQ, blocks.w_q);
  weights.set(config, Param::wK, blocks.w_k);
  const Run run = forward({config, weights}, {.query = embed(words, 64, 1)});
  double total = 0;
  int rows = 0;
  for (Index i = 0; i < run.attention.size(2); ++i) {
    const Index j = to(i);
    if (j < 0 || j >= run.attention.size(3)) continue;
    total += run.attention({0, 0, i, j});
    ++rows;
  }
  return total / rows;
}

}  // namespace

TEST_CASE("a hand-built head attends to the target of its dials", "[patterns]") {
  const std::vector<std::string> words = tokens(12);
  for (const Index offset : {-6, -1, 0, 3}) {
    CAPTURE(offset);
    const auto at_offset = [&](Index i) { return i + offset; };
    CHECK(mean_on({.offset = offset, .place = 1, .sharpness = 6}, 8, words, at_offset) > 0.98);
    const double near = mean_on({.offset = offset, .place = 1, .sharpness = 2}, 8, words, at_offset);
    CHECK((near > 0.6 && near < 0.9));
  }
  CHECK(mean_on({.first = 1, .sharpness = 6}, 8, words, [](Index) { return 0; }) > 0.9);
  CHECK(mean_on({.word = 1, .sharpness = 12}, 8, words, [](Index i) { return i == 0 || i == 4 ? -1 : i; }) >
        0.8);
  CHECK(mean_on({.sharpness = 6}, 8, words, [](Index) { return 3; }) == static_cast<double>(1.0f / 12));
}

TEST_CASE("a neighbour of the target gets e^-sharpness of its weight", "[patterns]") {
  const Config config = resolve({.d_model = 64, .num_heads = 1, .d_k = 8});
  for (const double sharpness : {0.5, 2.0, 5.0}) {
    const HeadBlocks blocks = build_head(64, 8, {.offset = -2, .place = 1, .sharpness = sharpness});
    Weights weights = Weights::zeros(config);
    weights.set(config, Param::wQ, blocks.w_q);
    weights.set(config, Param::wK, blocks.w_k);
    const Run run = forward({config, weights}, {.query = embed(tokens(12), 64, 1)});
    const double peak = run.attention({0, 0, 7, 5}), neighbour = run.attention({0, 0, 7, 6});
    CHECK(std::abs(std::log(peak / neighbour) - sharpness) < 1e-4);
  }
}

TEST_CASE("a constructed head equals a hand-built head with the same dials", "[patterns]") {
  const Config config = resolve({.d_model = 64, .num_heads = 8});
  const Weights weights = constructed_weights(config, 1);
  const std::vector<HeadDials> dials = {{.offset = -1, .place = 1, .sharpness = 3.3},
                                        {.offset = 1, .place = 1, .sharpness = 3.3},
                                        {.first = 1, .sharpness = 3.3},
                                        {.place = 1, .sharpness = 2.8},
                                        {.place = 1, .sharpness = 0.6},
                                        {.word = 1, .sharpness = 10}};
  for (std::size_t head = 0; head < dials.size(); ++head) {
    CAPTURE(head);
    const HeadBlocks built = build_head(64, 8, dials[head]);
    const auto columns = [&](Param param) {
      return weights[param].slice(1, static_cast<Index>(head) * 8, 8).contiguous();
    };
    CHECK(std::ranges::equal(built.w_q.values(), columns(Param::wQ).values()));
    CHECK(std::ranges::equal(built.w_k.values(), columns(Param::wK).values()));
  }
}

TEST_CASE("positions and words never share a column of a head", "[patterns]") {
  for (const Index d_k : {2, 3, 4, 6, 7}) {
    CAPTURE(d_k);
    const Config config = resolve({.d_model = 64, .num_heads = 8, .num_kv_heads = 1, .d_k = d_k});
    const Tensor w_k = constructed_weights(config, 1)[Param::wK];
    for (Index column = 0; column < d_k; ++column) {
      int held = 0;
      for (Index row = 0; row < 64; ++row) held += w_k({row, column}) != 0;
      CHECK(held == 1);
    }
  }
}
