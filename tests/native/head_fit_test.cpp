// Heads fitted by gradient steps, compared with PyTorch (tests/fixtures/head_fit.py), finite differences in
// double precision, and the bits of wasm.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <fstream>
#include <headscope/batch_tape.hpp>
#include <headscope/embedding.hpp>
#include <headscope/head_fit.hpp>
#include <sstream>
#include <type_traits>

#include "fixture.hpp"

using namespace mha;

namespace {

constexpr double kFitTolerance = 1e-5;

HeadFit fit_of(const FixtureCase& fixture) {
  HeadFit fit(fixture.tensor("x"), fixture.tensor("wanted"), fixture.number("heads"), fixture.number("d_k"),
              1);
  fit.load(fixture.tensor("p").values());
  return fit;
}

Tensor like(std::span<const float> numbers, const Tensor& other) {
  return Tensor::from(numbers, other.sizes());
}

/// The loss by plain loops in double precision.
double oracle_loss(const FixtureCase& fixture, const std::vector<double>& p) {
  const Tensor x = fixture.tensor("x"), wanted = fixture.tensor("wanted");
  const Index tokens = x.size(1), d = x.size(2), heads = fixture.number("heads"), d_k = fixture.number("d_k");
  const auto projected = [&](Index head, Index which, Index token, Index column) {
    double sum = 0;
    for (Index f = 0; f < d; ++f)
      sum += static_cast<double>(x({0, token, f})) *
             p[static_cast<std::size_t>(((head * 2 + which) * d + f) * d_k + column)];
    return sum;
  };
  double loss = 0;
  int rows = 0;
  for (Index i = 0; i < tokens; ++i) {
    std::vector<double> missing;
    bool asked = false;
    for (Index j = 0; j < tokens; ++j) {
      missing.push_back(-static_cast<double>(wanted({i, j})));
      asked = asked || wanted({i, j}) != 0;
    }
    for (Index head = 0; head < heads; ++head) {
      std::vector<double> weights;
      double sum = 0;
      for (Index j = 0; j < tokens; ++j) {
        double score = 0;
        for (Index c = 0; c < d_k; ++c) score += projected(head, 0, i, c) * projected(head, 1, j, c);
        weights.push_back(std::exp(score / std::sqrt(static_cast<double>(d_k))));
        sum += weights.back();
      }
      for (std::size_t j = 0; j < weights.size(); ++j) missing[j] += weights[j] / sum;
    }
    rows += asked;
    for (double each : missing) loss += asked ? each * each : 0;
  }
  return loss / rows;
}

const std::vector<std::string> kWords = {"The",     "animal", "didn't", "cross", "the",   "street",
                                         "because", "it",     "was",    "too",   "tired", "."};

/// Targets: *it* attends to both *animal* and *tired*, *tired* attends to *was*.
HeadFit fit_of_words(Index heads, std::uint64_t seed) {
  Tensor wanted = Tensor::zeros({12, 12});
  for (const auto& [row, column] : {std::pair{7, 1}, {7, 10}, {10, 8}}) wanted.data()[row * 12 + column] = 1;
  return {embed(kWords, 64, 1), wanted, heads, 8, seed};
}

}  // namespace

TEST_CASE("gradients of the loss for target attention, and five training steps, agree with PyTorch",
          "[head_fit][golden]") {
  int cases = 0;
  for (const FixtureCase& fixture : read_fixture("head_fit")) {
    CAPTURE(fixture.name);
    HeadFit fit = fit_of(fixture);
    CHECK(relative_difference(like(fit.gradients(), fixture.tensor("d")), fixture.tensor("d")) <
          kFitTolerance);
    std::vector<float> losses = {static_cast<float>(fit.loss())};
    for (int step = 0; step < 5; ++step) losses.push_back(static_cast<float>(fit.train(1)));
    CHECK(relative_difference(like(losses, fixture.tensor("losses")), fixture.tensor("losses")) <
          kFitTolerance);
    CHECK(relative_difference(like(fit.parameters(), fixture.tensor("after")), fixture.tensor("after")) <
          kFitTolerance);
    CHECK(relative_difference(fit.maps(), fixture.tensor("maps")) < kFitTolerance);
    ++cases;
  }
  CHECK(cases == 3);
}

TEST_CASE("gradients of the loss for target attention agree with finite differences", "[head_fit]") {
  for (const FixtureCase& fixture : read_fixture("head_fit")) {
    CAPTURE(fixture.name);
    HeadFit fit = fit_of(fixture);
    const auto gradients = fit.gradients();
    std::vector<double> p(fit.parameters().begin(), fit.parameters().end());
    constexpr double kStep = 1e-5;
    CHECK(std::abs(oracle_loss(fixture, p) - fit.loss()) < 1e-6);
    int above_noise = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double at = p[i];
      const auto moved = [&](double by) {
        p[i] = at + by;
        return oracle_loss(fixture, p);
      };
      const double slope = (moved(kStep) - moved(-kStep)) / (2 * kStep);
      p[i] = at;
      CAPTURE(i);
      CHECK(std::abs(slope - static_cast<double>(gradients[i])) < 1e-6);
      above_noise += std::abs(slope) > 1e-3 ? 1 : 0;
    }
    CHECK(above_noise > 20);
  }
}

TEST_CASE("a row has a total weight of 1 with one head, and 2 with two", "[head_fit]") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    HeadFit one = fit_of_words(1, seed), two = fit_of_words(2, seed);
    CHECK(std::abs(one.train(400) - 0.25) < 1e-3);  // half of 2 (1 - 1/2)^2, the error of the row with two
                                                    // targets
    CHECK(std::abs(one.maps()({0, 0, 7, 1}) - 0.5f) < 0.02f);
    // With two heads, the row with one target has an excess weight of 1, which costs least when spread over
    // twelve keys.
    CHECK(std::abs(two.train(400) - 1.0 / 24) < 1e-3);
    CHECK(two.maps()({0, 0, 7, 1}) + two.maps()({0, 1, 7, 1}) > 0.97f);
  }
}

TEST_CASE("the fitted matrices work as weights of a layer", "[head_fit]") {
  HeadFit fit = fit_of_words(2, 1);
  fit.train(50);
  const Config config = resolve({.d_model = 64, .num_heads = 2, .d_k = 8});
  Weights weights = Weights::zeros(config);
  weights.set(config, Param::wQ, fit.w_q());
  weights.set(config, Param::wK, fit.w_k());
  const Run run = forward({config, weights}, {.query = embed(kWords, 64, 1)});
  CHECK(relative_difference(run.attention, fit.maps()) < 1e-6);
}

TEST_CASE("the same seed gives the same bits as in wasm", "[head_fit]") {
  std::ifstream file(FIXTURES "/head_fit_bits.txt");
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    Index heads = 0, steps = 0;
    std::string bits;
    words >> heads >> steps >> bits;
    HeadFit fit = fit_of_words(heads, 1);
    fit.train(steps);
    std::uint32_t hash = 0x811c9dc5;
    for (const Tensor& each : {fit.maps(), fit.w_q(), fit.w_k()}) {
      for (float number : each.values()) hash = (hash ^ std::bit_cast<std::uint32_t>(number)) * 0x01000193;
    }
    CAPTURE(line);
    CHECK(hash == std::stoul(bits, nullptr, 16));
    ++compared;
  }
  CHECK(compared == 2);
}

TEST_CASE("impossible targets are refused", "[head_fit]") {
  const Tensor x = Tensor::zeros({1, 3, 4}), nothing = Tensor::zeros({3, 3});
  const Tensor wanted = Tensor::from(std::vector<float>(9, 1.0f), {3, 3});
  CHECK_THROWS_AS(HeadFit(x, nothing, 1, 2, 1), Error);
  CHECK_THROWS_AS(HeadFit(x, Tensor::zeros({3, 4}), 1, 2, 1), Error);
  CHECK_THROWS_AS(HeadFit(Tensor::zeros({3, 4}), wanted, 1, 2, 1), Error);
  CHECK_THROWS_AS(HeadFit(x, wanted, 0, 2, 1), Error);
  CHECK_THROWS_AS(HeadFit(x, wanted, HeadFit::kMostHeads + 1, 2, 1), Error);
  CHECK_THROWS_AS(HeadFit(x, wanted, 1, 0, 1), Error);
  HeadFit fit(x, wanted, 1, 2, 1);
  CHECK_THROWS_AS(fit.train(0), Error);
  CHECK_THROWS_AS(fit.load(std::vector<float>(3)), Error);
}

// A copy would share the parameters of the original.
static_assert(!std::is_copy_constructible_v<HeadFit> && std::is_move_constructible_v<HeadFit>);
static_assert(!std::is_copy_constructible_v<Replay> && !std::is_copy_constructible_v<Arena>);
static_assert(!std::is_copy_constructible_v<BatchTape>);
