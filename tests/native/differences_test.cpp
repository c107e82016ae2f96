#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/backward.hpp>

#include "fixture.hpp"
#include "random_case.hpp"
#include "sanitizer.hpp"

using namespace mha;

namespace {

constexpr std::uint32_t kCases = 1000;

double loss(const oracle::Problem& problem, const Tensor& d_output) {
  const oracle::Answer answer = oracle::attend(problem);
  double sum = 0;
  for (std::size_t i = 0; i < answer.output.size(); ++i) sum += answer.output[i] * d_output.values()[i];
  return sum;
}

std::vector<std::pair<Param, oracle::Numbers oracle::Problem::*>> array_of_parameter() {
  using oracle::Problem;
  return {{Param::wQ, &Problem::w_q},     {Param::wK, &Problem::w_k},      {Param::wV, &Problem::w_v},
          {Param::wO, &Problem::w_o},     {Param::bQ, &Problem::b_q},      {Param::bK, &Problem::b_k},
          {Param::bV, &Problem::b_v},     {Param::bO, &Problem::b_o},      {Param::gQ, &Problem::g_q},
          {Param::gK, &Problem::g_k},     {Param::sinks, &Problem::sinks}, {Param::wDQ, &Problem::w_dq},
          {Param::wDKV, &Problem::w_dkv}, {Param::wKR, &Problem::w_kr},    {Param::bDQ, &Problem::b_dq},
          {Param::bDKV, &Problem::b_dkv}, {Param::bKR, &Problem::b_kr},    {Param::gDQ, &Problem::g_dq},
          {Param::gDKV, &Problem::g_dkv}};
}

/// The derivative of the loss with respect to one number, which several arrays of the problem may contain.
double central_difference(oracle::Problem problem,
                          const std::vector<oracle::Numbers oracle::Problem::*>& arrays, std::size_t at,
                          const Tensor& d_output) {
  constexpr double kStep = 1e-5;
  const auto move = [&](double by) {
    for (auto array : arrays) (problem.*array)[at] += by;
  };
  move(kStep);
  const double above = loss(problem, d_output);
  move(-2 * kStep);
  return (above - loss(problem, d_output)) / (2 * kStep);
}

}  // namespace

TEST_CASE("gradients agree with central differences of the double-precision oracle",
          "[properties][backward]") {
  using oracle::Problem;
  const std::uint32_t cases = kCases / static_cast<std::uint32_t>(day_share() > 1 ? sanitizer_share() : 1);
  for (std::uint32_t seed = 1; seed <= cases; ++seed) {
    CAPTURE(seed);
    const RandomCase random(seed);
    const Run run = forward(random.layer, random.args);
    const Tensor d_output = random_values(seed, 1.0f, run.output.sizes());
    const Gradients gradients = backward(run, d_output);
    const oracle::Problem problem = problem_of(random);

    // Tests two elements of each gradient. A defaulted input changes together with the input that it defaults
    // to.
    const auto check = [&](const char* name, const Tensor& gradient,
                           const std::vector<oracle::Numbers Problem::*>& arrays) {
      if (!gradient) return;
      CAPTURE(name);
      double largest = 1;
      for (float value : gradient.values()) largest = std::max(largest, std::abs(static_cast<double>(value)));
      for (std::size_t sample = 0; sample < 2; ++sample) {
        const std::size_t at = (seed * 7919 + sample * 104729) % gradient.values().size();
        const double expected = central_difference(problem, arrays, at, d_output);
        CHECK(std::abs(gradient.values()[at] - expected) < 1e-4 * largest);
      }
    };
    std::vector<oracle::Numbers Problem::*> by_query = {&Problem::query}, by_key = {&Problem::key};
    auto& by_value_of = random.args.key ? by_key : by_query;
    if (!random.args.value) by_value_of.push_back(&Problem::value);
    if (!random.args.key) by_query.push_back(&Problem::key);
    check("query", gradients.query, by_query);
    check("key", gradients.key, by_key);
    check("value", gradients.value, {&Problem::value});
    for (const auto& [param, array] : array_of_parameter()) {
      const Tensor gradient = gradients.parameter(param);
      check(std::string(name(param)).c_str(), gradient ? gradient.contiguous() : gradient, {array});
    }
    if (random.args.past) {
      const auto of_step = [&](const char* id) {
        const auto at = std::ranges::find(run.steps, id, &Step::id);
        return gradients.steps[static_cast<std::size_t>(at - run.steps.begin())].contiguous();
      };
      const bool is_latent = random.layer.config.latent ? true : false;
      check("past key", of_step(is_latent ? "latent_past" : "k_past"), {&Problem::past_key});
      check("past value", of_step(is_latent ? "k_rope_past" : "v_past"), {&Problem::past_value});
    }
  }
}
