// Effect of shuffling the words on the rows of the output.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/attention.hpp>
#include <headscope/embedding.hpp>
#include <headscope/patterns.hpp>
#include <headscope/reorder.hpp>
#include <limits>

using namespace mha;

namespace {

const std::vector<std::string> kWords = {"a", "bird", "saw", "a", "cat"};
const std::vector<Index> kOrder = {3, 0, 4, 2, 1};

Reordered after_shuffle(bool positions) {
  const Config config = resolve({.d_model = 32, .num_heads = 4});
  const Layer layer = {config, constructed_weights(config, 1)};
  std::vector<std::string> shuffled;
  for (Index from : kOrder) shuffled.push_back(kWords[static_cast<std::size_t>(from)]);
  const auto output = [&](const std::vector<std::string>& words) {
    return forward(layer, {.query = embed(words, 32, 1, positions)}).output;
  };
  return put_back(output(kWords), output(shuffled), kOrder);
}

}  // namespace

TEST_CASE("output rows move with shuffled words only without positions", "[reorder]") {
  CHECK(after_shuffle(false).largest < 1e-6f);
  CHECK(after_shuffle(true).largest > 0.1f);
}

TEST_CASE("an embedding without positions equals the word part of an embedding with positions", "[reorder]") {
  const Tensor with = embed(kWords, 10, 1), without = embed(kWords, 10, 1, false);
  for (Index t = 0; t < 5; ++t) {
    for (Index f = 0; f < 10; ++f) CHECK(without({0, t, f}) == (f < 5 ? with({0, t, f}) : 0.0f));
  }
}

TEST_CASE("each shuffled row returns to the original position of its token", "[reorder]") {
  const std::array straight = {0.0f, 1.0f, 10.0f, 11.0f, 20.0f, 21.0f},
                   shuffled = {20.0f, 21.5f, 0.0f, 1.0f, 10.25f, 11.0f};
  const Reordered back =
      put_back(Tensor::from(straight, {1, 3, 2}), Tensor::from(shuffled, {1, 3, 2}), {2, 0, 1});
  CHECK(back.rows({0, 2, 1}) == 21.5f);
  CHECK(back.rows({0, 1, 0}) == 10.25f);
  CHECK(back.apart({0, 0}) == 0.0f);
  CHECK(back.apart({0, 1}) == 0.25f);
  CHECK(back.apart({0, 2}) == 0.5f);
  CHECK(back.largest == 0.5f);
}

TEST_CASE("reordering keeps NaN", "[reorder]") {
  std::array shuffled = {1.0f, 2.0f, std::numeric_limits<float>::quiet_NaN(), 4.0f};
  const Reordered back = put_back(Tensor::zeros({1, 2, 2}), Tensor::from(shuffled, {1, 2, 2}), {1, 0});
  CHECK(std::isnan(back.apart({0, 0})));
  CHECK(back.apart({0, 1}) == 2.0f);
  CHECK(std::isnan(back.largest));
}

TEST_CASE("an order that is not a permutation is refused", "[reorder]") {
  const Tensor x = Tensor::zeros({1, 3, 2});
  CHECK_THROWS_AS(put_back(x, x, {0, 1}), Error);
  CHECK_THROWS_AS(put_back(x, x, {0, 1, 1}), Error);
  CHECK_THROWS_AS(put_back(x, x, {0, 1, 3}), Error);
  CHECK_THROWS_AS(put_back(x, Tensor::zeros({1, 2, 2}), {0, 1, 2}), Error);
  CHECK_THROWS_AS(put_back(Tensor::zeros({3, 2}), Tensor::zeros({3, 2}), {0, 1, 2}), Error);
}
