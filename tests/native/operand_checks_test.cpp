// Tape::apply() refuses operands that an operation does not take, before it reads or writes anything.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <headscope/gradients.hpp>
#include <headscope/rope.hpp>

#include "all_operations.hpp"
#include "fixture.hpp"

using namespace mha;
using Catch::Matchers::Message;

namespace {

/// The operands of a call, with their memory.
struct Given {
  std::vector<Tensor> inputs;
  InlineList<Attribute, 4> named = {};
  std::vector<Tensor> parameters = {};
  std::vector<Index> indices = {};
  std::vector<float> factors = {};
  std::vector<Mask> masks = {};
};

/// The result of an operation on a new tape.
Tensor result_of(const Operation& op, const Given& given, Trace trace = Trace::on) {
  std::vector<Step> steps;
  Tape tape(steps, trace);
  InlineList<StepIndex, 2> inputs;
  for (const Tensor& input : given.inputs) inputs.push_back(tape.input({"x"}, input, {}));
  std::vector<NamedTensor> parameters;
  for (const Tensor& parameter : given.parameters) parameters.push_back({"p", parameter});
  return tape[tape.apply({"y"}, op, inputs, {},
                         {.named = given.named,
                          .factors = &given.factors,
                          .masks = &given.masks,
                          .indices = &given.indices,
                          .parameters = parameters})];
}

/// The message with which a call is refused, with and without a trace.
std::string refusal_of(const Operation& op, const Given& given) {
  std::string said;
  for (Trace trace : {Trace::on, Trace::off}) {
    try {
      result_of(op, given, trace);
    } catch (const Error& error) {
      if (!said.empty()) CHECK(said == error.what());
      said = error.what();
      continue;
    }
    FAIL(op.name << " is not refused");
  }
  return said;
}

Tensor some(const Dims& sizes) {
  return random_values(1, 1.0f, sizes);
}

const InlineList<Attribute, 4> kEps = {{"eps", 1e-5}};

}  // namespace

TEST_CASE("an operation without its inputs, parameters or attributes is refused, and so are those of another",
          "[operands]") {
  for (const Operation* op : all_operations()) {
    CAPTURE(op->name);
    Given none;
    if (op->takes.inputs == 0) none.inputs = {some({1, 2, 2})};
    CHECK(refusal_of(*op, none).starts_with(op->name));
    Given unknown{.inputs = std::vector<Tensor>(op->takes.inputs, some({1, 2, 2})),
                  .named = {{"unknown", Index{1}}},
                  .parameters = std::vector<Tensor>(op->takes.parameters, some({2}))};
    CHECK(refusal_of(*op, unknown).starts_with(op->name));
  }
}

TEST_CASE("messages about operands name those given and those expected", "[operands]") {
  const Tensor x = some({1, 2, 8});
  CHECK(refusal_of(op::matmul, {.inputs = {x}}) == "matmul has 1 inputs, expected 2");
  CHECK(refusal_of(op::rms_norm, {.inputs = {x}, .named = kEps}) == "rms_norm has 0 parameters, expected 1");
  CHECK(refusal_of(op::linear, {.inputs = {x}, .parameters = std::vector<Tensor>(7, some({8, 1}))}) ==
        "linear has 7 parameters, expected 1 to 6");
  CHECK(refusal_of(op::softmax, {.inputs = {x}}) ==
        "softmax has the attributes none, expected dim (whole number), emptyRow (real number)");
  CHECK(refusal_of(op::softmax, {.inputs = {x}, .named = {{"dim", -1.0}, {"emptyRow", 0.0}}}) ==
        "softmax has the attributes dim (real number), emptyRow (real number), expected dim (whole number), "
        "emptyRow (real number)");
  CHECK(refusal_of(op::relu, {.inputs = {x}, .indices = {1}}) == "relu takes no indices; leave them out");
  CHECK(refusal_of(op::relu, {.inputs = {x}, .factors = {1}}) == "relu takes no factors; leave them out");
  CHECK(refusal_of(op::relu, {.inputs = {x}, .masks = {{x}}}) == "relu takes no masks; leave them out");
  CHECK(refusal_of(op::input, {.inputs = {}}) ==
        "input computes nothing; put a tensor on a tape by Tape::input()");
  CHECK(refusal_of(op::scale, {.inputs = {x}}) == "scale needs a factor, or factors of heads");
  CHECK(refusal_of(op::mask, {.inputs = {some({1, 1, 2, 2})},
                              .named = {{"fill", 0.0}},
                              .masks = {{Tensor::meta({1, 1, 2, 2})}}}) ==
        "a tensor without numbers cannot be read");
}

TEST_CASE("a tape refuses steps that do not exist, and steps without an output", "[operands]") {
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  const StepIndex x = tape.input({"x"}, some({1, 2, 8}), {Axis::B, Axis::T, Axis::d_model});
  CHECK_THROWS_MATCHES(tape[4], Error, Message("there is no step 4 on a tape of 1"));
  CHECK_THROWS_MATCHES(tape.axes(1), Error, Message("there is no step 1 on a tape of 1"));
  CHECK_THROWS_MATCHES(tape.softmax({"y"}, 9, EmptyRow::zero), Error,
                       Message("there is no step 9 on a tape of 1"));
  CHECK_THROWS_MATCHES(tape.apply({"y"}, op::relu, {9}, {}), Error,
                       Message("there is no step 9 on a tape of 1"));
  CHECK_THROWS_MATCHES(tape.expand_groups({"y"}, x, 2), Error,
                       Message("what is expanded over groups has shape (1, 2, 8), expected (B, H_kv, T, d)"));
  const StepIndex y = tape.scale({"y"}, x, 2);
  tape.release(y, {});
  const char* const released =
      "the step y has no output to read, because it was refused or released; read a step that has one";
  CHECK_THROWS_MATCHES(tape.scale({"z"}, y, 2), Error, Message(released));
  CHECK_THROWS_MATCHES(tape.view({"z"}, y, {16}, {}), Error, Message(released));
  CHECK(steps.size() == 2);
}

TEST_CASE("walking back needs the outputs of all steps", "[operands]") {
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  const StepIndex x = tape.input({"x"}, some({1, 2, 8}), {Axis::B, Axis::T, Axis::d_model});
  const StepIndex y = tape.scale({"y"}, x, 2), z = tape.scale({"z"}, y, 2);
  CHECK(walk_back(steps, z, some({1, 2, 8})).steps[x]);
  tape.release(y, {z});
  CHECK_THROWS_MATCHES(walk_back(steps, z, some({1, 2, 8})), Error,
                       Message("the step y has no output any more, because its tape released it; record the "
                               "steps with a trace"));
}

TEST_CASE("operations along a dimension refuse one that does not exist, and accept one from the end",
          "[operands]") {
  const Tensor x = some({1, 2, 8});
  const auto joined = [&](Index dim, const Dims& lengths) {
    return Given{.inputs = {x, x}, .named = {{"dim", dim}, {"lengths", lengths}}};
  };
  CHECK(result_of(op::concat, joined(-1, {8, 8})).sizes() == Dims{1, 2, 16});
  CHECK(result_of(op::concat, joined(1, {2, 2})).sizes() == Dims{1, 4, 8});
  CHECK(refusal_of(op::concat, joined(1, {8, 8})) ==
        "the lengths of concat has shape (8, 8), expected (2, 2)");
  for (Index dim : {Index{3}, Index{-4}, Index{1} << 32, Index{1} << 62}) {
    CAPTURE(dim);
    CHECK(refusal_of(op::concat, joined(dim, {8, 8})).starts_with("dimension "));
    CHECK(refusal_of(op::softmax, {.inputs = {x}, .named = {{"dim", dim}, {"emptyRow", 0.0}}})
              .starts_with("dimension "));
    CHECK(refusal_of(op::slice,
                     {.inputs = {x}, .named = {{"dim", dim}, {"start", Index{0}}, {"length", Index{1}}}})
              .starts_with("dimension "));
    CHECK(refusal_of(op::transpose, {.inputs = {x}, .named = {{"dims", Dims{0, dim}}}})
              .starts_with("dimension "));
  }
  const auto expanded = [&](Index dim) {
    return Given{.inputs = {x}, .named = {{"dim", dim}, {"size", Index{5}}}};
  };
  CHECK(result_of(op::expand, expanded(-1)).sizes() == Dims{1, 2, 8, 5});
  CHECK(refusal_of(op::expand, expanded(4)).starts_with("unsqueeze at 4"));
  CHECK(refusal_of(op::transpose, {.inputs = {x}, .named = {{"dims", Dims{1}}}}) ==
        "the dims of transpose has shape (1), expected two dimensions");
  CHECK(refusal_of(op::concat,
                   {.inputs = {x, some({2, 8})}, .named = {{"dim", Index{0}}, {"lengths", Dims{1, 2}}}})
            .starts_with("what is appended"));
}

TEST_CASE("norms refuse parameters of other widths, and read those of any strides", "[operands]") {
  const Tensor x = some({1, 2, 64}), shorter = some({1}), none = some({});
  CHECK(refusal_of(op::norm, {.inputs = {x}, .named = kEps, .parameters = {shorter, shorter}}) ==
        "the gain of norm has shape (1), expected (64)");
  CHECK(refusal_of(op::norm, {.inputs = {x}, .named = kEps, .parameters = {some({64}), shorter}}) ==
        "the bias of norm has shape (1), expected (64)");
  CHECK(refusal_of(op::rms_norm, {.inputs = {x}, .named = kEps, .parameters = {shorter}}) ==
        "the weight of rms_norm has shape (1), expected (64)");
  for (const Operation* op : {&op::norm, &op::rms_norm}) {
    const std::vector<Tensor> given(op->takes.parameters, shorter);
    CHECK(refusal_of(*op, {.inputs = {none}, .named = kEps, .parameters = given}) ==
          "what has rows has shape (), expected (..., n)");
  }
  const Tensor column = some({64, 3}).slice(1, 1, 1).view({64});
  for (Trace trace : {Trace::on, Trace::off}) {
    const auto normed = [&](const Tensor& gain) {
      return result_of(op::norm, {.inputs = {x}, .named = kEps, .parameters = {gain, gain}}, trace);
    };
    CHECK(relative_difference(normed(column), normed(column.contiguous())) == 0);
  }
}

TEST_CASE("operations with indices refuse rows that do not exist", "[operands]") {
  const Tensor x = some({1, 5, 8});
  CHECK(refusal_of(op::lookup, {.inputs = {}, .parameters = {some({4, 8})}, .indices = {100}}) ==
        "there is no index 100, expected 0 to 3");
  CHECK(refusal_of(op::lookup, {.inputs = {}, .parameters = {some({4})}, .indices = {0}}) ==
        "what rows are looked up in has shape (4), expected (rows, n)");
  CHECK(refusal_of(op::select, {.inputs = {x}, .indices = {0, -1}}) ==
        "there is no index -1, expected 0 to 4");
  CHECK(refusal_of(op::select, {.inputs = {x}}) == "indices are missing; give at least one, 0 to 4");
  CHECK(refusal_of(op::cross_entropy, {.inputs = {x}, .indices = {1}}) ==
        "the indices of cross_entropy has shape (1), expected (5)");
  CHECK(refusal_of(op::cross_entropy, {.inputs = {x}, .indices = {1, -1, 0, 7, 8}}) ==
        "there is no index 8, expected -1 to 7");
  CHECK(refusal_of(op::squared_error, {.inputs = {x}, .indices = {5}}) ==
        "there is no index 5, expected 0 to 4");
  CHECK(refusal_of(op::squared_error, {.inputs = {some({5, 8})}, .indices = {0}}) ==
        "what a loss reads has shape (5, 8), expected (1, rows, n)");
}

TEST_CASE("the squared error of a transposed step is that of its copy, and so is its gradient",
          "[operands]") {
  const Tensor x = some({1, 4, 4}).transpose(1, 2);
  const auto gradient_of = [](const Tensor& in, float& loss) {
    std::vector<Step> steps;
    Tape tape(steps);
    const StepIndex from = tape.input({"x"}, in, {Axis::B, Axis::T, Axis::d_model});
    const std::vector<Index> rows = {0, 2, 2};
    const StepIndex made = tape.apply({"loss"}, op::squared_error, {from}, {Axis::B}, {.indices = &rows});
    loss = tape[made]({0});
    return walk_back(steps, made, Tensor::from(std::vector<float>{1}, {1})).steps[from];
  };
  float loss = 0, of_copy = 0;
  const Tensor gradient = gradient_of(x, loss), gradient_of_copy = gradient_of(x.contiguous(), of_copy);
  CHECK(loss == of_copy);
  CHECK(relative_difference(gradient, gradient_of_copy) == 0);
  CHECK(std::abs(gradient({0, 2, 1}) - 4 * x({0, 2, 1}) / 3) < 1e-6f);  // row 2 counts twice
}

TEST_CASE("distances, sinks, slopes and rotations fit the scores or the features", "[operands]") {
  const Tensor scores = some({1, 2, 3, 4});
  CHECK(refusal_of(op::add_distances, {.inputs = {scores}, .parameters = {some({2, 5})}}) ==
        "distances has shape (2, 5), expected (2, 2 M - 1) with M of at least 4");
  CHECK(refusal_of(op::sink, {.inputs = {scores},
                              .named = {{"dim", Index{-1}}, {"lengths", Dims{4, 1}}},
                              .parameters = {some({3})}}) == "sinks has shape (3), expected (2)");
  const Index furthest = std::numeric_limits<Index>::max();
  const auto biased = [&](Index first, const std::vector<float>& slopes) {
    return Given{.inputs = {scores}, .named = {{"dim", Index{1}}, {"first", first}}, .factors = slopes};
  };
  CHECK(refusal_of(op::alibi, biased(0, {})) == "the factors of heads has shape (0), expected (2)");
  CHECK(refusal_of(op::alibi, biased(furthest, {1, 1})) == "more operations or bytes than 64 bits can count");
  const auto turned = [&](Index first, Index width, const std::vector<float>& factors) {
    return Given{.inputs = {scores},
                 .named = {{"first", first}, {"base", 1e4}, {"turned", width}, {"scaling", 1.0}},
                 .factors = factors};
  };
  for (const Operation* op : {&op::rope, &op::rope_half}) {
    CHECK(refusal_of(*op, turned(0, -2, {})).starts_with("what rope turns"));
    CHECK(refusal_of(*op, turned(0, 6, {})).starts_with("what rope turns"));
    CHECK(refusal_of(*op, turned(0, 4, {1})) == "the factors of rope has shape (1), expected (2)");
    CHECK(refusal_of(*op, turned(furthest, 4, {})) == "more operations or bytes than 64 bits can count");
  }
  CHECK_THROWS_MATCHES(rotate(some({3, 4}), 0, {.style = RopeStyle::half, .fraction = 2}), Error,
                       Message("rope fraction 2 is not in [0, 1]"));
}

TEST_CASE("attention over segments refuses places, masks and weights that do not fit", "[operands]") {
  const Tensor q = some({1, 2, 4}), k = some({1, 3, 4}), weights = some({1, 2, 2, 3});
  const InlineList<Attribute, 4> sizes = {{"factor", 1.0}, {"heads", Index{2}}, {"most", Index{3}}};
  const auto scored = [&](const std::vector<Index>& places) {
    return Given{.inputs = {q, k}, .named = sizes, .indices = places};
  };
  CHECK(result_of(op::segment_weights, scored({0, 2, 1, 2, 1, 0})).sizes() == Dims{1, 2, 2, 3});
  for (const auto& place :
       {std::vector<Index>{0, 4, 0}, {1, 3, 0}, {-1, 2, 0}, {0, 0, 0}, {0, 2, 3}, {0, 2, -1}}) {
    CAPTURE(place);
    CHECK(refusal_of(op::segment_weights, scored({0, 2, 1, place[0], place[1], place[2]}))
              .starts_with("a query at position "));
  }
  CHECK(refusal_of(op::segment_weights, scored({0, 2, 1})).starts_with("the places of queries"));
  Given given = scored({0, 2, 1, 2, 1, 0});
  given.masks = {{some({1, 3})}};
  CHECK(refusal_of(op::segment_weights, given) == "mask has shape (1, 3), expected (2, 3)");
  given.masks = {};
  given.parameters = {some({2, 6})};
  CHECK(refusal_of(op::segment_weights, given) == "distances has shape (2, 6), expected (2, 5)");
  given = scored({0, 2, 1, 2, 1, 0});
  given.inputs[1] = some({1, 4, 3}).transpose(1, 2);
  CHECK(refusal_of(op::segment_weights, given) == "the keys is not contiguous; call contiguous() first");
  given = scored({0, 2, 1, 2, 1, 0});
  given.named = {{"factor", 1.0}, {"heads", Index{0}}, {"most", Index{3}}};
  CHECK(refusal_of(op::segment_weights, given) == "0 heads and at most 3 keys, expected 1 or more of both");
  CHECK(refusal_of(op::segment_mix, {.inputs = {weights, k},
                                     .named = {{"heads", Index{2}}, {"most", Index{3}}},
                                     .indices = {0, 2, 1, 2, 1, 0},
                                     .factors = {1}}) == "the factors of heads has shape (1), expected (2)");
  CHECK(refusal_of(op::segment_mix, {.inputs = {some({1, 2, 2, 4}), k},
                                     .named = {{"heads", Index{2}}, {"most", Index{3}}},
                                     .indices = {0, 2, 1, 2, 1, 0}}) ==
        "the weights has shape (1, 2, 2, 4), expected (1, queries, 2, 3)");
}

TEST_CASE("only linear reads packed matrices, and only whole ones, in any type", "[operands]") {
  for (const StoredType type : {StoredType::F32, StoredType::F16, StoredType::BF16}) {
    Tensor packed = Tensor::packed(4, 3, type);
    std::fill_n(packed.data(), packed.buffer_elements(), 1.0f);
    const Tensor x = some({1, 2, 4});
    CHECK(result_of(op::linear, {.inputs = {x}, .parameters = {packed}}).sizes() == Dims{1, 2, 3});
    const char* const others =
        "linear expects matrices, then a bias for each or none; a packed matrix stands alone";
    CHECK(refusal_of(op::linear, {.inputs = {x}, .parameters = {packed, packed}}) == others);
    CHECK(refusal_of(op::linear, {.inputs = {x}, .parameters = {packed.slice(1, 1, 2)}}) == others);
    CHECK(refusal_of(op::lookup, {.inputs = {}, .parameters = {packed}, .indices = {0}})
              .starts_with("lookup cannot"));
    CHECK(refusal_of(op::relu, {.inputs = {packed}}).starts_with("relu cannot"));
  }
}
