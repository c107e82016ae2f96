#include <headscope/attention.hpp>

#include <catch2/catch_test_macros.hpp>

#include "fixture.hpp"

using namespace mha;

TEST_CASE("forward agrees with PyTorch in every case of attention.txt", "[attention][golden]") {
  const std::vector<FixtureCase> cases = read_fixture("attention");
  REQUIRE(cases.size() >= 60);
  for (const FixtureCase& fixture : cases) {
    CAPTURE(fixture.name);
    const Run run = forward(layer_of(fixture), args_of(fixture));
    CHECK(relative_difference(run.output, fixture.tensor("output")) < 1e-5);
    CHECK(relative_difference(run.attention, fixture.tensor("attention")) < 1e-5);
  }
}

TEST_CASE("without trace the numbers are the same and no step remains", "[attention]") {
  for (const FixtureCase& fixture : read_fixture("attention")) {
    CAPTURE(fixture.name);
    ForwardArgs args = args_of(fixture);
    const Run traced = forward(layer_of(fixture), args);
    args.trace = false;
    const Run fast = forward(layer_of(fixture), args);
    CHECK(fast.steps.empty());
    CHECK(relative_difference(fast.output, traced.output) == 0);
    CHECK(relative_difference(fast.attention, traced.attention) == 0);
  }
}
