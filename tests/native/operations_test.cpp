// Compares the two implementations of each operation, Eigen's definition and the kernel. transformer_test.cpp
// compares activations with their formulas.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "all_operations.hpp"
#include "fixture.hpp"
#include "segment_definitions.hpp"

using namespace mha;

namespace {

constexpr double kAgreement = 1e-6;
constexpr std::uint32_t kShapes = 60;

/// The operands of an operation, with their memory.
struct Problem {
  std::vector<Tensor> inputs, parameters;
  Attributes given;

  Operands operands() const {
    Operands out{.given = given};
    for (const Tensor& input : inputs) out.inputs.push_back(&input);
    for (const Tensor& parameter : parameters) out.parameters.push_back(&parameter);
    return out;
  }
};

class Draw {
 public:
  explicit Draw(std::uint32_t seed) : engine_(seed) {}
  Index size(Index most) { return 1 + static_cast<Index>(engine_() % static_cast<std::uint32_t>(most)); }
  bool chance() { return engine_() % 2 == 1; }
  Tensor tensor(const Dims& sizes) { return random_values(engine_(), 1.0f, sizes); }
  /// A tensor of the same sizes; sometimes a transposed view.
  Tensor strided(Dims sizes) {
    if (chance()) return tensor(sizes);
    std::swap(sizes[sizes.size() - 1], sizes[sizes.size() - 2]);
    return tensor(sizes).transpose(-2, -1);
  }
  std::vector<Index> indices(Index count, Index below) {
    std::vector<Index> all;
    while (static_cast<Index>(all.size()) < count) all.push_back(size(below) - 1);
    return all;
  }

 private:
  std::mt19937 engine_;
};

/// Two sentences of up to `most` words, with a query for each word: the places, and the numbers of queries
/// and keys.
std::pair<Index, Index> add_segments(Draw& draw, Index most, std::vector<Index>& places) {
  Index keys = 0;
  for (int sentence = 0; sentence < 2; ++sentence) {
    const Index count = draw.size(most);
    for (Index position = 0; position < count; ++position)
      places.insert(places.end(), {keys, count, position});
    keys += count;
  }
  return {static_cast<Index>(places.size()) / 3, keys};
}

/// Positive for the keys of each query's sentence, 0 after them.
Tensor weights_of(Draw& draw, Index queries, Index heads, Index most, const std::vector<Index>& places) {
  Tensor weights = draw.tensor({1, queries, heads, most});
  for (Index i = 0; i < weights.elements(); ++i) {
    const Index keys = places[static_cast<std::size_t>(i / (heads * most) * 3 + 1)];
    weights.data()[i] = i % most < keys ? std::abs(weights.data()[i]) + 0.1f : 0.0f;
  }
  return weights;
}

Problem of_rows(Draw& draw) {
  return Problem{.inputs = {draw.strided({1, draw.size(9), draw.size(9)})}};
}

const std::map<std::string_view, std::function<Problem(Draw&)>> kProblems = {
    {"linear",
     [](Draw& draw) {
       const Index in = draw.size(300);
       Problem problem{.inputs = {draw.strided({draw.size(2), draw.size(9), in})}};
       for (int i = 0; i < 2; ++i) problem.parameters.push_back(draw.strided({in, draw.size(20)}));
       for (int i = 0; i < 2; ++i) problem.parameters.push_back(draw.tensor({problem.parameters[i].size(1)}));
       return problem;
     }},
    {"matmul",
     [](Draw& draw) {
       const Index b = draw.size(3), m = draw.size(19), k = draw.size(40), n = draw.size(19);
       return Problem{.inputs = {draw.strided({b, m, k}), draw.strided({b, k, n})}};
     }},
    {"add",
     [](Draw& draw) {
       const Dims sizes = {draw.size(3), draw.size(5), draw.size(7)};
       return Problem{.inputs = {draw.strided(sizes), draw.strided(sizes)}};
     }},
    {"scale",
     [](Draw& draw) {
       const Index heads = draw.size(4);
       Problem problem{.inputs = {draw.strided({draw.size(2), heads, draw.size(5), draw.size(7)})}};
       if (draw.chance()) {
         const Tensor factors = draw.tensor({heads});
         problem.given.factors.assign(factors.values().begin(), factors.values().end());
       } else {
         problem.given.named = {{"factor", 0.37}};
       }
       return problem;
     }},
    {"softmax",
     [](Draw& draw) {
       return Problem{.inputs = {draw.strided({draw.size(2), draw.size(5), draw.size(40)})},
                      .given = {.named = {{"dim", Index{draw.chance() ? -1 : 1}}, {"emptyRow", 0.0}}}};
     }},
    {"contiguous",
     [](Draw& draw) {
       return Problem{.inputs = {draw.tensor({2, draw.size(5), 2, draw.size(7)}).transpose(1, 2)}};
     }},
    {"lookup",
     [](Draw& draw) {
       const Index height = draw.size(9);
       return Problem{.parameters = {draw.tensor({height, draw.size(9)})},
                      .given = {.indices = draw.indices(draw.size(12), height)}};
     }},
    {"select",
     [](Draw& draw) {
       const Index height = draw.size(9);
       return Problem{.inputs = {draw.strided({1, height, draw.size(9)})},
                      .given = {.indices = draw.indices(draw.size(12), height)}};
     }},
    {"norm",
     [](Draw& draw) {
       const Index width = 1 + draw.size(20);
       return Problem{.inputs = {draw.strided({1, draw.size(9), width})},
                      .parameters = {draw.tensor({width}), draw.tensor({width})},
                      .given = {.named = {{"eps", 1e-5}}}};
     }},
    {"rms_norm",
     [](Draw& draw) {
       const Index width = draw.size(20);
       return Problem{.inputs = {draw.strided({draw.size(3), draw.size(9), width})},
                      .parameters = {draw.tensor({width})},
                      .given = {.named = {{"eps", 1e-5}}}};
     }},
    {"relu", of_rows},
    {"multiply",
     [](Draw& draw) {
       const Dims sizes = {1, draw.size(9), draw.size(9)};
       return Problem{.inputs = {draw.strided(sizes), draw.strided(sizes)}};
     }},
    {"segment_weights",
     [](Draw& draw) {
       const Index heads = draw.size(3), width = draw.size(9), most = 7;
       Problem problem{.given = {.named = {{"factor", 0.4}, {"heads", heads}, {"most", most}}}};
       const auto [queries, keys] = add_segments(draw, most, problem.given.indices);
       problem.inputs = {draw.tensor({1, queries, heads * width}), draw.tensor({1, keys, heads * width})};
       if (draw.chance()) problem.parameters = {draw.tensor({heads, 2 * most - 1})};
       if (draw.chance()) {
         Tensor blocked = draw.tensor({queries, most});
         for (float& value : blocked.values()) value = value > 0.5f ? 1.0f : 0.0f;
         problem.given.masks = {Mask{blocked}};
       }
       return problem;
     }},
    {"segment_mix",
     [](Draw& draw) {
       const Index heads = draw.size(3), width = draw.size(9), most = 7;
       Problem problem{.given = {.named = {{"heads", heads}, {"most", most}}}};
       const auto [queries, keys] = add_segments(draw, most, problem.given.indices);
       problem.inputs = {weights_of(draw, queries, heads, most, problem.given.indices),
                         draw.tensor({1, keys, heads * width})};
       if (draw.chance()) {
         const Tensor factors = draw.tensor({heads});
         problem.given.factors.assign(factors.values().begin(), factors.values().end());
       }
       return problem;
     }},
    {"cross_entropy",
     [](Draw& draw) {
       const Index height = draw.size(9), width = draw.size(30);
       return Problem{.inputs = {draw.strided({1, height, width})},
                      .given = {.indices = draw.indices(height, width)}};
     }},
};

const Implementation& definition_of(const Operation& op) {
  if (&op == &op::segment_weights) return kSegmentWeights;
  return &op == &op::segment_mix ? kSegmentMix : op.definition;
}

/// The gradients of all operands, in the order of the operands.
struct ListedGradients final : GradientAccumulator {
  std::vector<std::pair<std::string, Tensor>> all;

  Tensor take(const Dims& sizes) override { return Tensor::uninitialised(sizes); }
  void add_to_input(std::size_t place, const Tensor& gradient) override {
    all.emplace_back("input " + std::to_string(place), gradient.contiguous());
  }
  void add_to_parameter(std::size_t place, const Tensor& gradient) override {
    all.emplace_back("parameter " + std::to_string(place), gradient.contiguous());
  }
};

Tensor result_by(const Implementation& implementation, const Operation& op, const Problem& problem) {
  Tensor y = Tensor::uninitialised(op.sizes(problem.operands()));
  implementation.forward(problem.operands(), y);
  return y;
}

ListedGradients gradients_by(const Implementation& implementation, const Problem& problem, const Tensor& y,
                             const Tensor& dy) {
  ListedGradients gradients;
  implementation.backward(problem.operands(), y, dy, gradients);
  return gradients;
}

}  // namespace

TEST_CASE("the kernel and Eigen's definition of an operation agree over random shapes", "[operations]") {
  std::size_t compared = 0;
  for (const Operation* op : all_operations()) {
    const Implementation& definition = definition_of(*op);
    if (!definition.is_there() || !op->kernel.is_there()) continue;
    CAPTURE(op->name);
    CHECK(definition.forward != op->kernel.forward);
    ++compared;
    for (std::uint32_t seed = 1; seed <= kShapes; ++seed) {
      CAPTURE(seed);
      Draw draw(seed);
      const Problem problem = kProblems.at(op->name)(draw);
      const Tensor y = result_by(definition, *op, problem);
      CHECK(relative_difference(result_by(op->kernel, *op, problem), y) < kAgreement);
      const Tensor dy = draw.tensor(y.sizes());
      const ListedGradients defined = gradients_by(definition, problem, y, dy),
                            fast = gradients_by(op->kernel, problem, y, dy);
      REQUIRE(defined.all.size() == fast.all.size());
      for (std::size_t i = 0; i < fast.all.size(); ++i) {
        CAPTURE(fast.all[i].first);
        REQUIRE(defined.all[i].first == fast.all[i].first);
        CHECK(relative_difference(fast.all[i].second, defined.all[i].second) < kAgreement);
      }
    }
  }
  CHECK(compared == kProblems.size());
}

TEST_CASE("a trace of attention uses Eigen's definition of every operation that computes numbers",
          "[operations]") {
  std::set<std::string_view> others;
  int by_eigen = 0;
  for (const Operation* op : all_operations()) {
    if (op->definition.forward != nullptr && op->traced().forward == op->definition.forward) {
      ++by_eigen;
    } else {
      others.insert(op->name);
    }
  }
  CHECK(by_eigen >= 17);  // and each operation that is added
  CHECK(others == std::set<std::string_view>{"input", "mask", "rope", "rope_half", "view", "transpose",
                                             "expand", "slice", "concat", "sink", "gelu", "gelu_tanh",
                                             "quick_gelu", "silu", "segment_weights", "segment_mix"});
}
