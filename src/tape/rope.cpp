#include "rope.hpp"

#include <algorithm>
#include <numbers>
#include <utility>

#include "../base/elementary.hpp"
#include "operation_cost.hpp"

namespace mha {
namespace {

Dims rope_sizes(const Operands& operands) {
  const Tensor& x = operands.x();
  const Attributes& given = operands.given;
  const Index turned = given.get<Index>("turned"), factors = given.count_factors();
  if (x.shape().rank() < 2 || turned < 0 || turned % 2 != 0 || turned > x.size(-1))
    fail_shape("what rope turns", x.sizes(), "(..., T, d) with an even number of turned features");
  if (factors != 0 && factors != turned / 2)
    fail_shape("the factors of rope", Dims{factors}, Dims{turned / 2});
  add_checked(given.get<Index>("first"), x.size(-2));  // throws if a position needs more than 64 bits
  return x.sizes();
}

void rotate_into(const Tensor& x, const Rope& rope, Index first, Index pairs, float sign,
                 std::span<const float> factors, Tensor& y) {
  copy(x, y);
  if (pairs == 0) return;
  const Index rows = x.size(-2), d = x.size(-1);
  const Tensor by_position = turns(rope, first, rows, pairs, factors);
  float* row = y.data();
  for (Index i = 0; i < y.elements() / d; ++i, row += d)
    turn_row(row, rope.style, by_position.data() + i % rows * 2 * pairs, pairs, sign);
}

/// Sign -1 rotates back, which is the vector-Jacobian product.
void turn(const Operands& operands, RopeStyle style, const Tensor& x, float sign, Tensor& y) {
  const Attributes& given = operands.given;
  const Rope rope{.style = style, .base = given.get<double>("base"), .scaling = given.get<double>("scaling")};
  rotate_into(x, rope, given.get<Index>("first"), given.get<Index>("turned") / 2, sign, given.factors, y);
}

template <RopeStyle style>
constexpr Implementation kTurn = {
    [](const Operands& operands, Tensor& y) { turn(operands, style, operands.x(), 1.0f, y); },
    [](const Operands& operands, const Tensor&, const Tensor& dy, GradientAccumulator& gradients) {
      Tensor dx = gradients.take(dy.sizes());
      turn(operands, style, dy, -1.0f, dx);
      gradients.add_to_input(0, dx);
    }};

/// Four products and two sums for each pair. The cost of the angle is not counted, because heads and batch
/// items share it.
OperationCost rope_cost(const Operands& operands, const Tensor& y) {
  const Index turned = y.elements() / y.size(-1) * operands.given.get<Index>("turned");
  return each_operand_once(operands, y, multiply_checked({3, turned}));
}

}  // namespace

Index Rope::turned(Index d) const {
  if (!(fraction >= 0 && fraction <= 1))
    fail(ErrorCode::config, "fraction_out_of_range", "rope fraction {fraction} is not in [0, 1]", fraction);
  return static_cast<Index>(fraction * static_cast<double>(d));
}

Index Rope::pairs(Index d) const {
  if (turned(d) % 2 != 0) fail_shape("what rope turns", Dims{turned(d)}, "an even number of features");
  return turned(d) / 2;
}

namespace {

double frequency_of(const Rope& rope, Index pair, Index pairs) {
  return exp(-static_cast<double>(pair) / static_cast<double>(pairs) * log(rope.base));
}

}  // namespace

std::vector<float> factors_of(const Rope& rope, Index pairs) {
  std::vector<float> factors;
  for (Index i = 0; rope.has_factors() && i < pairs; ++i) {
    const double times = rope.length * frequency_of(rope, i, pairs) / (2 * std::numbers::pi);
    const double kept = std::clamp((times - rope.low) / (rope.high - rope.low), 0.0, 1.0);
    factors.push_back(static_cast<float>(kept + (1 - kept) / rope.scaling));
  }
  return factors;
}

Tensor rotate(const Tensor& x, Index first, const Rope& rope) {
  const Index pairs = rope.pairs(x.shape().rank() < 2 ? 1 : x.size(-1));
  Tensor y = x.like(x.sizes());
  if (!y.is_meta()) rotate_into(x, rope, first, pairs, 1.0f, factors_of(rope, pairs), y);
  return y;
}

Tensor turns(const Rope& rope, Index first, Index count, Index pairs, std::span<const float> factors) {
  Tensor out = Tensor::uninitialised({count, pairs, 2});
  float* turn = out.data();
  for (Index t = first; t < first + count; ++t) {
    for (Index i = 0; i < pairs; ++i) {
      const double angle = static_cast<double>(t) * frequency_of(rope, i, pairs);
      const SinCos of =
          sin_cos(factors.empty() ? angle / rope.scaling
                                  : angle * static_cast<double>(factors[static_cast<std::size_t>(i)]));
      *turn++ = static_cast<float>(of.cos);
      *turn++ = static_cast<float>(of.sin);
    }
  }
  return out;
}

void turn_row(float* row, RopeStyle style, const float* turns, Index pairs, float sign) {
  const Index apart = style == RopeStyle::half ? pairs : 1, step = style == RopeStyle::half ? 1 : 2;
  for (Index i = 0; i < pairs; ++i, row += step, turns += 2) {
    const float x0 = row[0], x1 = row[apart], sine = sign * turns[1];
    row[0] = x0 * turns[0] - x1 * sine;
    row[apart] = x0 * sine + x1 * turns[0];
  }
}

const Operation& operation_of(const Rope& rope) {
  return rope.style == RopeStyle::half ? op::rope_half : op::rope;
}

InlineList<Attribute, 4> attributes_of(const Rope& rope, Index first, Index d) {
  return {{"first", first}, {"base", rope.base}, {"turned", rope.turned(d)}, {"scaling", rope.scaling}};
}

namespace op {

constexpr Takes kTaken = {
    .attributes = {{{"first"}, {"base", AttributeType::real}, {"turned"}, {"scaling", AttributeType::real}}},
    .factors = true};
constexpr std::string_view kTurned =
    R"-(["{x0} · cos φ − {x1} · sin φ, φ = ({first} + {i}) / {scaling} · {base}^(−{pair}/{turned})",)-"
    R"-("{x0} · sin φ + {x1} · cos φ, φ = ({first} + {i}) / {scaling} · {base}^(−{pair}/{turned})"])-";

constinit const Operation rope = {.name = "rope",
                                  .takes = kTaken,
                                  .sizes = rope_sizes,
                                  .kernel = kTurn<RopeStyle::interleaved>,
                                  .cost = rope_cost,
                                  .reads = "[[1,2]]",
                                  .formulas = kTurned};
// `reads` gives aligned blocks, but the features of a pair are not adjacent, so a block spans all of them.
constinit const Operation rope_half = {.name = "rope_half",
                                       .takes = kTaken,
                                       .sizes = rope_sizes,
                                       .kernel = kTurn<RopeStyle::half>,
                                       .cost = rope_cost,
                                       .reads = "[[1,0]]",
                                       .formulas = kTurned};

}  // namespace op
}  // namespace mha
