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

/// Whether a head of this kind should look from token i to token j.
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

/// The mean weight on such tokens over the rows that have one.
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

TEST_CASE("each constructed head does what its kind says", "[patterns]") {
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

TEST_CASE("constructed heads keep their kinds in groups, in later rounds, wide and narrow", "[patterns]") {
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
