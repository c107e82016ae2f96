// Errors of the C++ library, also in release builds: no test here may read or write out of bounds.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <headscope/backward.hpp>
#include <headscope/cost.hpp>
#include <headscope/fast_forward.hpp>
#include <headscope/faults.hpp>
#include <headscope/heads.hpp>
#include <headscope/patterns.hpp>
#include <headscope/tape/rope.hpp>
#include <headscope/tensor/elementwise.hpp>
#include <headscope/tensor/gemm.hpp>
#include <numeric>

#include "fixture.hpp"

using namespace mha;
using Catch::Matchers::Message;

namespace {

ErrorCode code_of(auto call) {
  try {
    call();
  } catch (const Error& error) {
    CHECK(std::string_view(error.what()).size() > 10);
    return error.code();
  }
  FAIL("not refused");
  return {};
}

/// A tensor with 0, 1, 2, ...
Tensor counted(const Dims& sizes) {
  Tensor out = Tensor::uninitialised(sizes);
  std::iota(out.values().begin(), out.values().end(), 0.0f);
  return out;
}

const Config kConfig = resolve({.d_model = 8, .num_heads = 2});

Layer layer_of(const Config& config) {
  return {config, Weights::random(config, 1)};
}

/// Calls forward() with and without a trace.
void check_refused(const Layer& layer) {
  const ForwardArgs args{.query = counted({1, 3, layer.config.d_model})};
  CHECK(code_of([&] { forward(layer, args); }) == ErrorCode::config);
  CHECK(code_of([&] { FastForward().run(layer, args); }) == ErrorCode::config);
}

}  // namespace

TEST_CASE("more than six dimensions are refused", "[refusals]") {
  CHECK_THROWS_MATCHES(Tensor::zeros({2, 1, 1, 1, 1, 1, 3}), Error,
                       Message("7 dimensions were given, expected at most 6"));
  Dims sizes(6, 1);
  CHECK(code_of([&] { sizes.push_back(1); }) == ErrorCode::shape);
  CHECK(sizes.size() == 6);
  CHECK(code_of([&] { Dims(7, 1); }) == ErrorCode::shape);
}

TEST_CASE("weights and operands of linear() may have any strides", "[refusals]") {
  const Tensor every_third = counted({3, 2, 3}).slice(2, 0, 1).view({3, 2});  // 0 3 / 6 9 / 12 15
  const Tensor x = counted({1, 3});
  CHECK(relative_difference(linear(x, every_third, {}), linear(x, every_third.contiguous(), {})) == 0);
  const Config config = resolve({.d_model = 3, .num_heads = 1});
  Layer layer{config, Weights::zeros(config)};
  const Tensor strided = counted({3, 3, 2}).slice(2, 0, 1).view({3, 3});  // 0 2 4 / 6 8 10 / ...
  layer.weights.set(config, Param::wV, strided);
  for (Index i = 0; i < 9; ++i)
    CHECK(layer.weights[Param::wV].values()[static_cast<std::size_t>(i)] == static_cast<float>(2 * i));
  Layer packed = layer;
  packed.weights.set(config, Param::wV, strided.contiguous());
  const ForwardArgs args{.query = counted({1, 2, 3})};
  CHECK(relative_difference(forward(layer, args).tensor("v"), forward(packed, args).tensor("v")) == 0);
}

TEST_CASE("a layer whose weights do not fit its configuration is refused, traced or not", "[refusals]") {
  Layer other = layer_of(resolve({.d_model = 8, .num_heads = 2, .d_k = 64}));
  other.config = kConfig;
  check_refused(other);
  check_refused({kConfig, Weights()});
  check_refused({{.d_model = 8, .num_heads = 2}, Weights::random(kConfig, 1)});
  check_refused({{.d_model = 8}, Weights()});
  Layer fused = layer_of(kConfig);
  fused.config.fused = true;  // its weights are not in one matrix
  check_refused(fused);
  CHECK(code_of([&] { prune(other, {0}); }) == ErrorCode::config);
  CHECK(code_of([&] {
          fused.weights.set(resolve({.d_model = 4, .num_heads = 1}), Param::wQ, Tensor::zeros({4, 4}));
        }) == ErrorCode::config);
}

TEST_CASE("an unresolved configuration is resolved or refused", "[refusals]") {
  const Config open{.d_model = 8, .num_heads = 2};
  CHECK(open.group_size() == 1);
  CHECK(Weights::random(open, 1)[Param::wQ].sizes() == Dims{8, 8});
  CHECK(constructed_weights(open, 1)[Param::wK].sizes() == Dims{8, 8});
  CHECK(code_of([] { Weights::zeros({.d_model = 8}); }) == ErrorCode::config);
  CHECK(code_of([] { constructed_weights({}, 1); }) == ErrorCode::config);
}

TEST_CASE("operations refuse operands whose sizes do not fit", "[refusals]") {
  const Tensor scalar = Tensor::zeros({}), row = counted({3}), matrix = counted({2, 3}), none;
  const std::vector<float> factors = {1, 2};
  CHECK(code_of([&] { matmul(row, row); }) == ErrorCode::shape);
  CHECK(code_of([&] { matmul(scalar, scalar); }) == ErrorCode::shape);
  CHECK(code_of([&] { matmul(none, none); }) == ErrorCode::shape);
  CHECK(code_of([&] { linear(matrix, row, {}); }) == ErrorCode::shape);
  CHECK(code_of([&] { linear(scalar, matrix, {}); }) == ErrorCode::shape);
  CHECK(code_of([&] { linear(counted({4, 2}), matrix, counted({2})); }) == ErrorCode::shape);
  Tensor small = Tensor::zeros({4, 2});
  CHECK(code_of([&] { linear(counted({4, 2}), matrix, {}, small); }) == ErrorCode::shape);
  CHECK(code_of([&] { scale(none, 2.0f); }) == ErrorCode::shape);
  CHECK(code_of([&] { scale_heads(row, factors); }) == ErrorCode::shape);
  CHECK(code_of([&] { scale_heads(counted({1, 3, 2}), factors); }) == ErrorCode::shape);
  CHECK(code_of([&] { add(row, matrix); }) == ErrorCode::shape);
  CHECK(code_of([&] { dropout(row, 1.0, 1); }) == ErrorCode::config);
  CHECK(code_of([&] { softmax(scalar, EmptyRow::zero); }) == ErrorCode::shape);
  CHECK(code_of([&] { softmax(none, EmptyRow::zero); }) == ErrorCode::shape);
  CHECK(code_of([&] { rotate(row, 0); }) == ErrorCode::shape);
  CHECK(code_of([&] { rotate(matrix, 0); }) == ErrorCode::shape);
  CHECK(code_of([&] { apply({}, matrix, 0.0f); }) == ErrorCode::shape);
  CHECK(code_of([&] {
          apply({Mask{counted({1, 1, 2, 2})}}, counted({1, 1, 3, 3}), 0.0f);
        }) == ErrorCode::shape);
  CHECK(code_of([&] { measure(matrix); }) == ErrorCode::shape);
  CHECK(code_of([&] { copy(Tensor::meta({3}), row); }) == ErrorCode::shape);
}

TEST_CASE("a tensor of no dimension is one number", "[refusals]") {
  Tensor scalar = Tensor::zeros({});
  scalar.values()[0] = 3.0f;
  CHECK(scale(scalar, 2.0f).values()[0] == 6.0f);
  CHECK(add(scalar, scalar).values()[0] == 6.0f);
}

TEST_CASE("contributions and backward need a traced run", "[refusals]") {
  const ForwardArgs args{.query = counted({1, 3, 8})};
  for (Fault fault : {Fault::no_scale, Fault::merge_without_transpose, Fault::view_without_contiguous}) {
    const Run run = forward_with_fault(layer_of(kConfig), args, fault);
    CHECK(code_of([&] { contributions(run); }) == ErrorCode::config);
  }
}

TEST_CASE("rotary positions of an odd d_k are refused, traced or not", "[refusals]") {
  Layer layer = layer_of(resolve({.d_model = 6, .num_heads = 2}));  // d_k 3
  layer.config.rope = {RopeStyle::interleaved};
  ForwardArgs args{.query = counted({1, 3, 6})};
  for (bool trace : {true, false}) {
    args.trace = trace;
    CHECK(code_of([&] { forward(layer, args); }) == ErrorCode::shape);
  }
  CHECK(code_of([] { Rope{RopeStyle::half}.pairs(3); }) == ErrorCode::shape);
}

TEST_CASE("meta tensors are not mixed with others", "[refusals]") {
  const Layer layer = layer_of(kConfig), meta{kConfig, Weights::meta(kConfig)};
  ForwardArgs args{.query = counted({1, 3, 8})};
  for (bool trace : {true, false}) {
    args.trace = trace;
    CHECK(code_of([&] { forward(meta, args); }) == ErrorCode::shape);
    ForwardArgs masked = args;
    masked.attn_mask = Mask{Tensor::meta({3, 3})};
    CHECK(code_of([&] { forward(layer, masked); }) == ErrorCode::shape);
  }
  const Run run = forward(layer, {.query = args.query});
  CHECK(code_of([&] { backward(run, Tensor::meta({1, 3, 8})); }) == ErrorCode::shape);
  const std::vector<Step> steps = cost(kConfig, {.t_q = 3, .t_k = 3}).steps;
  CHECK(code_of([&] { walk_back(steps, steps.size() - 1, counted({1, 3, 8})); }) == ErrorCode::shape);
  CHECK(code_of([] { softmax_backward(counted({2, 3}), counted({2, 4})); }) == ErrorCode::shape);
}

TEST_CASE("a refused call leaves no step on the tape", "[refusals]") {
  std::vector<Step> steps;
  Tape tape(steps);
  const StepIndex x = tape.input({"x"}, counted({1, 3, 8}), {Axis::B, Axis::T, Axis::d_model});
  const Tensor w = counted({8, 2}), v = counted({8, 4}), b = counted({6}), none;
  CHECK(code_of([&] { tape.linear({"y"}, x, {}, Axis::d_model); }) == ErrorCode::shape);
  CHECK(code_of([&] { tape.linear({"y"}, x, {{"w", none}}, Axis::d_model); }) == ErrorCode::shape);
  CHECK(code_of([&] {
          tape.linear({"y"}, x, {{"w", w}, {"v", v}, {"b", b}}, Axis::d_model);
        }) == ErrorCode::shape);
  CHECK(code_of([&] { tape.transpose({"t"}, x, 4000, 1); }) == ErrorCode::shape);
  tape.next_stage();
  CHECK(code_of([&] { tape.matmul({"m"}, x, x, {}); }) == ErrorCode::shape);
  CHECK(steps.size() == 1);
  tape.next_stage();
  tape.scale({"s"}, x, 2.0f);
  CHECK(steps.back().stage == 1);

  const Layer layer = layer_of(kConfig);
  ForwardArgs args;
  args.attn_mask = Mask{Tensor::zeros({5, 5})};
  CHECK(code_of([&] { attend(tape, {x, x, x}, layer, args); }) == ErrorCode::mask);
  CHECK(code_of([&] { attend(tape, {x, 99, x}, layer, {}); }) == ErrorCode::config);
  CHECK(steps.size() == 2);  // neither refused call left a step
}

TEST_CASE("fused weights stay in one matrix after any change", "[refusals]") {
  Config fused = kConfig;
  fused.fused = true;
  Layer layer = layer_of(fused);
  layer.weights.set(kConfig, Param::wQ, counted({8, 8}));
  ForwardArgs args{.query = counted({1, 3, 8})};
  const Tensor traced = forward(layer, args).output;
  args.trace = false;
  CHECK(relative_difference(forward(layer, args).output, traced) < 1e-6);
}

TEST_CASE("a softcap that single precision cannot hold is refused", "[refusals]") {
  const auto refused = [](double cap) {
    return code_of([&] { resolve({.d_model = 8, .num_heads = 2, .softcap = cap}); });
  };
  for (const double cap : {1e-50, 1e-42, 1e39, 1e300}) CHECK(refused(cap) == ErrorCode::config);
  CHECK_THROWS_MATCHES(resolve({.d_model = 8, .num_heads = 2, .softcap = 1e-50}), Error,
                       Message("softcap of about 1e-50 is beyond single precision, expected 1e-37 to 1e38"));
  Layer layer = layer_of(resolve({.d_model = 8, .num_heads = 2, .softcap = 1e-37}));
  ForwardArgs args{.query = counted({1, 3, 8})};
  const Tensor traced = forward(layer, args).attention;
  args.trace = false;
  CHECK(relative_difference(forward(layer, args).attention, traced) < 1e-6);
}

TEST_CASE("attention refuses input steps without an axis for each dimension", "[refusals]") {
  std::vector<Step> steps;
  Tape tape(steps);
  const StepIndex x = tape.input({"x"}, counted({1, 3, 8}), {});
  CHECK_THROWS_MATCHES(attend(tape, {x, x, x}, layer_of(kConfig), {}), Error,
                       Message("an input of attention has 0 axes, expected 3, as (B, T, d_model)"));
}
