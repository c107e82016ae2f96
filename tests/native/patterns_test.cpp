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
