// Tapes: composition, scopes, and gradients of every step, compared with PyTorch (tests/fixtures/tape.py).
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <headscope/backward.hpp>
#include <headscope/faults.hpp>

#include "fixture.hpp"

using namespace mha;
using Catch::Matchers::Message;

namespace {

constexpr double kEqual = 2e-5;  // relative tolerance

FixtureCase case_of(const std::string& name) {
  for (const FixtureCase& fixture : read_fixture("tape")) {
    if (fixture.name == name) return fixture;
  }
  throw std::runtime_error("no case " + name);
}

/// Sets the parameters of the case in this scope.
Layer layer_of(const FixtureCase& fixture, const Config& config, const std::string& scope) {
  Layer layer{config, Weights::zeros(config)};
  for (Param param : kParams) {
    const std::string key = scope + std::string(name(param));
    if (fixture.has(key)) layer.weights.set(config, param, fixture.tensor(key));
  }
  return layer;
}

/// Compares every gradient that the case has. Returns their number.
int check_gradients(const FixtureCase& fixture, const std::vector<Step>& steps,
                    const TapeGradients& gradients) {
  int checked = 0;
  for (const auto& [key, expected] : fixture.tensors) {
    if (!key.starts_with("d:")) continue;
    const std::string id = key.substr(2);
    CAPTURE(id);
    ++checked;
    Tensor gradient = gradients.parameter(id);
    for (StepIndex i = 0; i < steps.size(); ++i) {
      if (steps[i].id == id) gradient = gradients.steps[i];
    }
    CHECK(relative_difference(gradient, expected) < kEqual);
  }
  return checked;
}

}  // namespace

TEST_CASE("two layers with residuals on one tape agree with PyTorch, forward and back", "[tape][golden]") {
  const FixtureCase fixture = case_of("two_layers");
  const Layer first = layer_of(fixture, resolve({.d_model = 12, .num_heads = 3, .bias = true}), "layer1."),
              second = layer_of(fixture,
                                resolve({.d_model = 12,
                                         .num_heads = 4,
                                         .num_kv_heads = 2,
                                         .d_k = 4,
                                         .rope = {RopeStyle::interleaved}}),
                                "layer2.");
  std::vector<Step> steps;
  Tape tape(steps);
  const StepIndex x = tape.input({"x"}, fixture.tensor("x"), {Axis::B, Axis::T, Axis::d_model});
  const auto with_residual = [&](const char* sum, const char* scope, StepIndex h, const Layer& layer,
                                 bool causal) {
    tape.next_stage();
    StepIndex out = h;
    {
      const Tape::Scope within(tape, scope);
      out = attend(tape, {h, h, h}, layer, {.causal = causal}).output;
    }
    tape.next_stage();
    return tape.add({sum}, h, out);
  };
  const StepIndex between = with_residual("residual1", "layer1", x, first, true),
                  h = with_residual("residual2", "layer2", between, second, false);
  CHECK(relative_difference(tape[h], fixture.tensor("output")) < kEqual);
  CHECK(steps[h].id == "residual2");
  CHECK(steps.back().stage > 20);

  const TapeGradients gradients = walk_back(steps, h, fixture.tensor("dOutput"));
  CHECK(check_gradients(fixture, steps, gradients) >= 30);
  CHECK(gradients.parameters.size() == 12);
  for (StepIndex i = 0; i < steps.size(); ++i) {
    CAPTURE(steps[i].id);
    CHECK(gradients.steps[i].sizes() == steps[i].output.sizes());
  }
}

/// A layer whose options the wrong path gets wrong.
Config config_for(Fault fault) {
  Config config{.d_model = 8, .num_heads = 2};
  if (fault == Fault::rope_style || fault == Fault::positions_restart) config.rope = {RopeStyle::interleaved};
  config.alibi = fault == Fault::alibi_sign;
  if (fault == Fault::window_off_by_one) config.window = {1, 0};
  return resolve(config);
}

TEST_CASE("gradients on wrong paths agree with PyTorch", "[tape][golden]") {
  int cases = 0;
  for (const Fault fault : kFaults) {
    if (fault == Fault::none || fault == Fault::view_without_contiguous) continue;  // refused
    CAPTURE(name(fault));
    ++cases;
    const FixtureCase fixture = case_of(std::string(name(fault)));
    ForwardArgs args{.query = fixture.tensor("x"), .causal = fault == Fault::mask_reversed};
    if (fixture.has("padding")) args.key_padding_mask = Mask{fixture.tensor("padding")};
    if (fault == Fault::dropped_attention) args.dropout = 0.3, args.dropout_seed = 1;
    if (fault == Fault::pruned_queries) args.head_scale = {0.0f, 1.0f};
    if (fixture.has("k_past")) args.past = {fixture.tensor("k_past"), fixture.tensor("v_past")};
    const Layer layer = layer_of(fixture, config_for(fault), "");
    const Run run = forward_with_fault(layer, args, fault);
    CHECK(run.warnings.empty() == (fault != Fault::mask_reversed));
    CHECK(relative_difference(run.output, fixture.tensor("output")) < kEqual);
    CHECK(relative_difference(run.attention, fixture.tensor("attention")) < kEqual);
    const TapeGradients gradients = walk_back(run.steps, run.steps.size() - 1, fixture.tensor("dOutput"));
    CHECK(check_gradients(fixture, run.steps, gradients) >= 8);
    const Gradients of_layer = backward(run, fixture.tensor("dOutput"));
    CHECK(relative_difference(of_layer.query, fixture.tensor("d:x")) < kEqual);
    CHECK(static_cast<bool>(of_layer.parameter(Param::wQ)) == (fault != Fault::raw_inputs));
  }
  CHECK(cases == 14);
}

TEST_CASE("a wrong style of rotary positions, and a window that is off by one, are layers of other options",
          "[tape]") {
  for (const Fault fault : {Fault::rope_style, Fault::window_off_by_one}) {
    CAPTURE(name(fault));
    Config config = config_for(fault);
    Layer layer{config, Weights::random(config, 1)};
    const ForwardArgs args{.query = random_values(1, 1.0f, {2, 5, 8}), .causal = true};
    const Tensor wrong = forward_with_fault(layer, args, fault).output;
    CHECK(relative_difference(wrong, forward(layer, args).output) > 1e-3);
    if (fault == Fault::rope_style) layer.config.rope.style = RopeStyle::half;
    if (fault == Fault::window_off_by_one) layer.config.window.left = 2;
    CHECK(relative_difference(wrong, forward(layer, args).output) == 0.0);
  }
}

TEST_CASE("a refused path has no gradient, and its error gives the reason", "[tape]") {
  const Config config = resolve({.d_model = 8, .num_heads = 2});
  const Layer layer{config, Weights::random(config, 1)};
  const Run run =
      forward_with_fault(layer, {.query = random_values(1, 1.0f, {1, 3, 8})}, Fault::view_without_contiguous);
  const Tensor gradient = Tensor::zeros({1, 3, 8});
  CHECK_THROWS_MATCHES(backward(run, gradient), Error, Message(run.refusal.text));
  CHECK_THROWS_MATCHES(walk_back(run.steps, run.steps.size() - 1, gradient), Error,
                       Message(run.refusal.text));
  CHECK_THROWS_AS(walk_back(run.steps, run.steps.size(), gradient), Error);
}

TEST_CASE("a parameter read by two steps gets the sum of both gradients", "[tape]") {
  std::vector<Step> steps;
  Tape tape(steps);
  const Tensor x = random_values(1, 1.0f, {3, 2}), w = random_values(2, 1.0f, {2, 2});
  const StepIndex a = tape.input({"x"}, x, {Axis::T, Axis::d_model});
  const StepIndex once = tape.linear({"once"}, a, {{"w", w}}, Axis::d_model),
                  twice = tape.linear({"twice"}, once, {{"w", w}}, Axis::d_model);
  const Tensor dy = random_values(3, 1.0f, {3, 2});
  const Tensor both = walk_back(steps, twice, dy).parameter("w");
  // d(x w w) = (x w)^T dy + x^T (dy w^T)
  const auto sum_of = [&](Index i, Index j) {
    double sum = 0;
    for (Index t = 0; t < 3; ++t) {
      double through = 0;
      for (Index k = 0; k < 2; ++k) through += static_cast<double>(dy({t, k})) * w({j, k});
      sum += static_cast<double>(tape[once]({t, i})) * dy({t, j}) + x({t, i}) * through;
    }
    return sum;
  };
  for (Index i = 0; i < 2; ++i) {
    for (Index j = 0; j < 2; ++j) CHECK(std::abs(both({i, j}) - sum_of(i, j)) < 1e-6);
  }
}

TEST_CASE("two layers in one scope are refused", "[tape]") {
  const Config config = resolve({.d_model = 4, .num_heads = 2});
  const Layer layer{config, Weights::random(config, 1)};
  std::vector<Step> steps;
  Tape tape(steps);
  const StepIndex x = tape.input({"x"}, Tensor::zeros({1, 2, 4}), {Axis::B, Axis::T, Axis::d_model});
  attend(tape, {x, x, x}, layer, {});
  CHECK_THROWS_MATCHES(
      attend(tape, {x, x, x}, layer, {}), Error,
      Message("attention stands in this scope of the tape already; open a Tape::Scope for each layer"));
  const Tape::Scope outer(tape, "encoder"), inner(tape, "layer2");
  attend(tape, {x, x, x}, layer, {});
  CHECK(steps.back().id == "encoder.layer2.output");
  CHECK(steps.back().parameters[0].name == "encoder.layer2.wO");
}

TEST_CASE("running a step's operation again on its operands gives the same result", "[tape]") {
  const Config config = resolve({.d_model = 8,
                                 .num_heads = 4,
                                 .num_kv_heads = 2,
                                 .bias = true,
                                 .fused = true,
                                 .rope = {RopeStyle::interleaved}});
  const Layer layer{config, Weights::random(config, 3)};
  ForwardArgs args{
      .query = random_values(4, 1.0f, {2, 3, 8}), .causal = true, .dropout = 0.5, .dropout_seed = 9};
  args.head_scale = {1.0f, 0.5f, 0.0f, 2.0f};
  const Run run = forward(layer, args);
  for (const Step& step : run.steps) {
    const auto forward = step.op->traced().forward;
    if (forward == nullptr) continue;
    CAPTURE(step.id);
    Tensor again = Tensor::uninitialised(step.output.sizes());
    forward(operands_of(step, run.steps), again);
    CHECK(relative_difference(again, step.output) == 0);
  }
}

TEST_CASE("two parameters of one name and other sizes have no gradient", "[tape]") {
  std::vector<Step> steps;
  Tape tape(steps);
  const StepIndex x = tape.input({"x"}, random_values(1, 1.0f, {3, 2}), {Axis::T, Axis::d_model});
  const Tensor wide = random_values(2, 1.0f, {2, 5}), tall = random_values(3, 1.0f, {5, 1});
  const StepIndex y =
      tape.linear({"y"}, tape.linear({"hidden"}, x, {{"w", wide}}, Axis::d_ff), {{"w", tall}}, Axis::d_model);
  CHECK_THROWS_MATCHES(
      walk_back(steps, y, random_values(4, 1.0f, {3, 1})), Error,
      Message("two parameters of the sizes (2, 5) and (5, 1) have the name w; give each a name "
              "of its own"));
}
