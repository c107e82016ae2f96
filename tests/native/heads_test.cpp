// Studies of heads, compared with PyTorch (tests/fixtures/heads.py). The tests of the page and of the wasm
// build use the fixture's case of the hosted page.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <cmath>
#include <headscope/effects.hpp>
#include <headscope/faults.hpp>
#include <headscope/geometry.hpp>
#include <headscope/heads.hpp>
#include <headscope/measures.hpp>

#include "fixture.hpp"

using namespace mha;

namespace {

constexpr double kTolerance = 1e-5;

std::vector<FixtureCase> cases() {
  std::vector<FixtureCase> all = read_fixture("heads");
  std::erase_if(all, [](const FixtureCase& fixture) { return fixture.name == "page"; });
  return all;
}

Run run_of(const FixtureCase& fixture, std::vector<float> head_scale = {}) {
  ForwardArgs args;
  args.query = fixture.tensor("query");
  args.head_scale = std::move(head_scale);
  return forward(layer_of(fixture), args);
}

std::vector<float> floats(const Tensor& tensor) {
  return {tensor.values().begin(), tensor.values().end()};
}

}  // namespace

TEST_CASE("contributions of heads, and effects of removing heads, agree with PyTorch", "[heads]") {
  for (const FixtureCase& fixture : cases()) {
    INFO(fixture.name);
    const Run run = run_of(fixture);
    CHECK(relative_difference(shares(run), fixture.tensor("shares")) < kTolerance);
    const Removals moved = removals(run);
    CHECK(relative_difference(moved.alone, fixture.tensor("alone")) < kTolerance);
    CHECK(floats(moved.order) == floats(fixture.tensor("order")));
    CHECK(relative_difference(moved.least_first, fixture.tensor("leastFirst")) < kTolerance);
    CHECK(relative_difference(moved.head_order, fixture.tensor("headOrder")) < kTolerance);
    const Run scaled = run_of(fixture, floats(fixture.tensor("scale")));
    const Change change = mha::change(run.output, scaled.output);
    CHECK(relative_difference(change.whole, fixture.tensor("scaledWhole")) < kTolerance);
    CHECK(relative_difference(change.tokens, fixture.tensor("scaledTokens")) < kTolerance);
  }
}

TEST_CASE("measures of heads, and their numbers of queries, agree with PyTorch", "[heads]") {
  const std::vector<Index> words = {0, 1, 0, 2, 1};  // a b a c B
  for (const FixtureCase& fixture : cases()) {
    INFO(fixture.name);
    const Run run = run_of(fixture);
    const HeadMeasures measures = measure(run.attention, {.query_words = words, .key_words = words});
    const Tensor expected = fixture.tensor("measures"), counts = fixture.tensor("counts");
    const std::array columns = {Measure::entropy,   Measure::diagonal,  Measure::previous,
                                Measure::next,      Measure::first,     Measure::near,
                                Measure::same_word, Measure::elsewhere, Measure::distance};
    for (Index head = 0; head < expected.size(0); ++head) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto at = static_cast<Index>(i);
        CHECK(std::abs(measures.summary({head, static_cast<Index>(columns[i])}) - expected({head, at})) <
              kTolerance * 10);
        CHECK(measures.queries({head, static_cast<Index>(columns[i])}) == counts({head, at}));
      }
    }
    CHECK(relative_difference(measures.similarity, fixture.tensor("similarity")) < kTolerance);
    CHECK(relative_difference(blend(run.attention, fixture.tensor("factors")), fixture.tensor("blend")) <
          kTolerance);
  }
}

TEST_CASE("arrows lie in the plane of PyTorch's principal components", "[heads]") {
  for (const FixtureCase& fixture : cases()) {
    INFO(fixture.name);
    const Run run = run_of(fixture);
    const Tensor queries = fixture.tensor("planeQueries"), keys = fixture.tensor("planeKeys");
    for (Index head = 0; head < run.layer.config.num_heads; ++head) {
      const Plane drawn = plane(run, head);
      const auto of_head = [&](const Tensor& all) {
        return all.slice(0, head, 1).contiguous().view({all.size(1), all.size(2)});
      };
      CHECK(relative_difference(drawn.queries, of_head(queries)) < 2e-4);
      CHECK(relative_difference(drawn.keys, of_head(keys)) < 2e-4);
      CHECK(std::abs(*drawn.kept.data() - fixture.tensor("planeKept")({head})) < kTolerance);
    }
    const std::vector<float> meet = floats(fixture.tensor("meet"));
    const auto index = [&](std::size_t i) { return static_cast<Index>(meet[i]); };
    const Meeting met = meeting(run, index(0), index(1), index(2));
    CHECK(relative_difference(met.products, fixture.tensor("products")) < kTolerance);
    CHECK(relative_difference(met.angles, fixture.tensor("angles")) < 1e-4);
  }
}

TEST_CASE("arrows of more features than arrows lie in the same plane", "[heads]") {
  for (const FixtureCase& fixture : cases()) {
    INFO(fixture.name);
    const Run run = run_of(fixture);
    if (run.layer.config.d_k <= 2) continue;  // the plane is the space of the features
    Run wide = run;
    for (Step& step : wide.steps) {
      if (step.output.shape().rank() != 4 || step.output.size(3) != run.layer.config.d_k) continue;
      const Tensor from = step.output;
      step.output = Tensor::zeros({from.size(0), from.size(1), from.size(2), 40});
      for (Index item = 0; item < from.size(0); ++item)
        for (Index head = 0; head < from.size(1); ++head)
          for (Index token = 0; token < from.size(2); ++token)
            for (Index i = 0; i < from.size(3); ++i)
              *step.output.slice(0, item, 1).slice(1, head, 1).slice(2, token, 1).slice(3, i, 1).data() =
                  from({item, head, token, i});
    }
    for (Index head = 0; head < run.layer.config.num_heads; ++head) {
      const Plane narrow = plane(run, head), drawn = plane(wide, head);
      CHECK(relative_difference(drawn.queries, narrow.queries) < kTolerance);
      CHECK(relative_difference(drawn.keys, narrow.keys) < kTolerance);
      CHECK(std::abs(*drawn.kept.data() - *narrow.kept.data()) < kTolerance);
    }
  }
}

TEST_CASE("the arrows of one token span their plane, which keeps their products", "[heads]") {
  const Config config = resolve({.d_model = 24, .num_heads = 2});
  const Layer layer{config, Weights::random(config, 1)};
  const Run run = forward(layer, {.query = random_values(1, 1.0f, {1, 1, 24})});
  const Plane drawn = plane(run, 1);
  CHECK(std::abs(*drawn.kept.data() - 1) < kTolerance);
  double product = 0;
  for (Index i = 0; i < 2; ++i) product += static_cast<double>(drawn.queries({0, i})) * drawn.keys({0, i});
  CHECK(std::abs(product - run.tensor("scores")({0, 1, 0, 0})) < kTolerance);
  // A layer whose keys are its queries: one line, on which the second coordinate is 0.
  Run line = run;
  for (Step& step : line.steps)
    if (step.id == "k_heads") step.output = run.tensor("q_heads");
  const Plane flat = plane(line, 1);
  CHECK(std::abs(std::abs(flat.queries({0, 0})) - *flat.query_lengths.data()) < kTolerance);
  CHECK(std::abs(flat.queries({0, 1})) < kTolerance);
  CHECK(std::abs(*flat.kept.data() - 1) < kTolerance);
}

TEST_CASE("zero queries and keys have a plane, and angles of NaN", "[heads]") {
  FixtureCase fixture = cases().front();
  fixture.tensors["wQ"] = Tensor::zeros(fixture.tensor("wQ").sizes());
  fixture.tensors["bQ"] = Tensor::zeros(fixture.tensor("bQ").sizes());
  const Run run = run_of(fixture);
  const Plane drawn = plane(run, 0);
  CHECK(floats(drawn.query_lengths) == std::vector<float>(5, 0.0f));
  CHECK(*drawn.kept.data() > 0.5f);
  const Meeting met = meeting(run, 0, 0, 0);
  for (const float angle : met.angles.values()) CHECK(std::isnan(angle));
}

TEST_CASE("shares and removals of a wrong path are refused, also if it has no output", "[heads]") {
  const Config config = resolve({.d_model = 8, .num_heads = 2});
  const Layer layer{config, Weights::random(config, 1)};
  for (const Fault fault : {Fault::view_without_contiguous, Fault::no_scale}) {
    const Run run = forward_with_fault(layer, {.query = random_values(1, 1.0f, {1, 3, 8})}, fault);
    const std::string expected =
        text("this run took the wrong path {}; contributions follow the right one", name(fault));
    CHECK_THROWS_MATCHES(shares(run), Error, Catch::Matchers::Message(expected));
    CHECK_THROWS_MATCHES(removals(run), Error, Catch::Matchers::Message(expected));
  }
}

TEST_CASE("a blend and a change read tensors of any strides", "[heads]") {
  const std::vector<float> ones(4, 1), columns = {1, 10, 2, 20, 3, 30, 4, 40};
  const Tensor attention = Tensor::from(ones, {1, 4, 1, 1}),
               factors = Tensor::from(columns, {4, 2}).slice(1, 0, 1);
  CHECK(blend(attention, factors)({0, 0, 0}) == 10);
  const Tensor x = random_values(1, 1.0f, {1, 8, 4}).transpose(1, 2);
  CHECK(change(x, x.contiguous()).whole({0}) == 0);
  const Tensor row = random_values(1, 1.0f, {1, 1, 8}), repeated = row.expand({1, 64, 8});
  CHECK(change(repeated, repeated.contiguous()).whole({0}) == 0);
  CHECK_THROWS_AS(change(row.view({8}), row.view({8})), Error);
  CHECK_THROWS_AS(change(Tensor::meta({1, 1, 8}), row), Error);
  CHECK_THROWS_AS(blend(attention, Tensor::meta({4})), Error);
}
