#include <catch2/catch_test_macros.hpp>
#include <cctype>
#include <headscope/backward.hpp>

#include "fixture.hpp"

using namespace mha;

TEST_CASE("gradients agree with PyTorch in every case of attention.txt that has them", "[backward][golden]") {
  int cases = 0;
  for (const FixtureCase& fixture : read_fixture("attention")) {
    if (!fixture.has("dOutput")) continue;
    CAPTURE(fixture.name);
    ++cases;
    const Run run = forward(layer_of(fixture), args_of(fixture));
    const Gradients gradients = backward(run, fixture.tensor("dOutput"));
    const auto check = [&](const std::string& key, const Tensor& gradient) {
      CAPTURE(key);
      CHECK(static_cast<bool>(gradient) == fixture.has(key));
      if (gradient) CHECK(relative_difference(gradient, fixture.tensor(key)) < 1e-4);
    };
    check("dQuery", gradients.query);
    check("dKey", gradients.key);
    check("dValue", gradients.value);
    for (Param param : kParams) {
      std::string key = text("d{}", name(param));
      key[1] = static_cast<char>(std::toupper(key[1]));
      check(key, gradients.parameter(param));
    }
  }
  CHECK(cases >= 60);
}
