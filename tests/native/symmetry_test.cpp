// Distance of scores from symmetry.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/attention.hpp>
#include <headscope/embedding.hpp>
#include <headscope/faults.hpp>
#include <headscope/symmetry.hpp>
#include <limits>

using namespace mha;

namespace {

Tensor scores_of(const Run& run, std::string_view id) {
  for (const Step& step : run.steps) {
    if (step.id == id) return step.output;
  }
  return {};
}

}  // namespace

TEST_CASE("the asymmetry is 0 for symmetric scores and 1 for antisymmetric scores", "[symmetry]") {
  const std::array scores = {1.0f, 2.0f, 2.0f, 5.0f, 0.0f, 3.0f, -3.0f, 0.0f,
                             0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 0.0f,  1.0f};
  const Tensor out = asymmetry(Tensor::from(scores, {1, 4, 2, 2}));
  CHECK(out({0, 0}) == 0.0f);
  CHECK(out({0, 1}) == 1.0f);
  CHECK(out({0, 2}) == 0.0f);
  CHECK(std::abs(out({0, 3}) - std::sqrt(0.5f / 3)) < 1e-7f);  // two antisymmetric parts of 1/2, and three
                                                               // scores of 1
}

TEST_CASE("scores are symmetric with tied queries and keys, or raw inputs, but not otherwise", "[symmetry]") {
  const Config config = resolve({.d_model = 32, .num_heads = 4});
  Layer layer = {config, Weights::random(config, 1)};
  const ForwardArgs args = {.query = embed({"a", "bird", "saw", "it", "."}, 32, 1)};
  const auto most = [](const Tensor& apart) {
    float largest = 0;
    for (float each : apart.values()) largest = std::max(largest, each);
    return largest;
  };
  CHECK(most(asymmetry(scores_of(forward(layer, args), "scaled"))) > 0.3f);
  CHECK(most(asymmetry(scores_of(forward_with_fault(layer, args, Fault::raw_inputs), "scaled"))) < 1e-6f);
  layer.weights.set(config, Param::wK, layer.weights[Param::wQ]);
  CHECK(most(asymmetry(scores_of(forward(layer, args), "scaled"))) < 1e-6f);
}

TEST_CASE("NaN scores give NaN, and scores that are not square are refused", "[symmetry]") {
  const std::array scores = {1.0f, -std::numeric_limits<float>::infinity(), 2.0f, 5.0f};
  CHECK(std::isnan(asymmetry(Tensor::from(scores, {1, 1, 2, 2}))({0, 0})));
  CHECK_THROWS_AS(asymmetry(Tensor::zeros({1, 1, 2, 3})), Error);
  CHECK_THROWS_AS(asymmetry(Tensor::zeros({2, 2})), Error);
}
