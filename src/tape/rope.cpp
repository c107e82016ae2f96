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

/// A rotation of rows from position `first` on. Sign -1 rotates back.
struct Rotation {
  const Rope& rope;
  Index first, pairs;
  std::span<const float> factors;  // those of factors_of()
  float sign = 1.0f;
};

void rotate_into(const Tensor& x, const Rotation& rotation, Tensor& y) {
  copy(x, y);
  const auto& [rope, first, pairs, factors, sign] = rotation;
  if (pairs == 0) return;
  const Index rows = x.size(-2), d = x.size(-1);
  const Tensor table = rotary_table(rope, first, rows, pairs, factors);
  float* row = y.data();
  for (Index i = 0; i < y.elements() / d; ++i, row += d)
    rotate_row(row, rope.style, table.data() + i % rows * 2 * pairs, pairs, sign);
}

/// Sign -1 rotates back, which is the vector-Jacobian product.
void rotate_by(const Operands& operands, RopeStyle style, const Tensor& x, float sign, Tensor& y) {
  const Attributes& given = operands.given;
  const Rope rope{.style = style, .base = given.get<double>("base"), .scaling = given.get<double>("scaling")};
  rotate_into(x,
              {.rope = rope,
               .first = given.get<Index>("first"),
               .pairs = given.get<Index>("turned") / 2,
               .factors = given.factors,
               .sign = sign},
              y);
}

template <RopeStyle style>
constexpr Implementation kRotation = {
    [](const Operands& operands, Tensor& y) { rotate_by(operands, style, operands.x(), 1.0f, y); },
    [](const Operands& operands, const Tensor&, const Tensor& dy, GradientAccumulator& gradients) {
      Tensor dx = gradients.take(dy.sizes());
      rotate_by(operands, style, dy, -1.0f, dx);
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
  if (!rope.factors.empty()) return pairs == 0 ? std::vector<float>() : rope.factors;
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
  const std::vector<float> factors = factors_of(rope, y.is_meta() ? 0 : pairs);
  if (!y.is_meta()) rotate_into(x, {.rope = rope, .first = first, .pairs = pairs, .factors = factors}, y);
  return y;
}

Tensor rotary_table(const Rope& rope, Index first, Index count, Index pairs, std::span<const float> factors) {
  Tensor out = Tensor::uninitialised({count, pairs, 2});
  float* to = out.data();
  for (Index t = first; t < first + count; ++t) {
    for (Index i = 0; i < pairs; ++i) {
      const double angle = static_cast<double>(t) * frequency_of(rope, i, pairs);
      const SinCos of =
          sin_cos(factors.empty() ? angle / rope.scaling
                                  : angle * static_cast<double>(factors[static_cast<std::size_t>(i)]));
      *to++ = static_cast<float>(of.cos);
      *to++ = static_cast<float>(of.sin);
    }
  }
  return out;
}

void rotate_row(float* row, RopeStyle style, const float* table, Index pairs, float sign) {
  const Index apart = style == RopeStyle::half ? pairs : 1, step = style == RopeStyle::half ? 1 : 2;
  for (Index i = 0; i < pairs; ++i, row += step, table += 2) {
    const float x0 = row[0], x1 = row[apart], cosine = table[0], sine = sign * table[1];
    row[0] = x0 * cosine - x1 * sine;
    row[apart] = x0 * sine + x1 * cosine;
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
                                  .kernel = kRotation<RopeStyle::interleaved>,
                                  .cost = rope_cost,
                                  .reads = "[[1,2]]",
                                  .formulas = kTurned};
// `reads` gives aligned blocks, but the features of a pair are not adjacent, so a block spans all of them.
constinit const Operation rope_half = {.name = "rope_half",
                                       .takes = kTaken,
                                       .sizes = rope_sizes,
                                       .kernel = kRotation<RopeStyle::half>,
                                       .cost = rope_cost,
                                       .reads = "[[1,0]]",
                                       .formulas = kTurned};

}  // namespace op
}  // namespace mha
