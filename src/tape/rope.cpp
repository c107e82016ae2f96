#include "rope.hpp"

#include "../tensor/elementary.hpp"
#include "operation_cost.hpp"

namespace mha {
namespace {

constexpr const char* kPairs = "(..., T, d) with an even d";

void check_pairs(const Tensor& x) {
  const Index d = x.shape().rank() < 2 ? 1 : x.size(-1);
  if (d % 2 != 0) fail_shape("what rope turns", x.sizes(), kPairs);
}

/// Sign -1 rotates back, which is the vector-Jacobian product.
void rotate_into(const Tensor& x, Index first, double base, float sign, Tensor& y) {
  copy(x, y);
  const Index rows = x.size(-2), d = x.size(-1);
  const Tensor by_position = turns(first, rows, d, base);
  float* row = y.data();
  for (Index i = 0; i < y.elements() / d; ++i, row += d)
    turn_row(row, by_position.data() + i % rows * d, d / 2, sign);
}

Dims rope_sizes(const Operands& operands) {
  check_pairs(operands.x());
  return operands.x().sizes();
}

void turn(const Operands& operands, const Tensor& x, float sign, Tensor& y) {
  rotate_into(x, operands.given.get<Index>("first"), operands.given.get<double>("base"), sign, y);
}

void rope_forward(const Operands& operands, Tensor& y) {
  turn(operands, operands.x(), 1.0f, y);
}

void rope_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                   GradientAccumulator& gradients) {
  Tensor dx = gradients.take(dy.sizes());
  turn(operands, dy, -1.0f, dx);
  gradients.add_to_input(0, dx);
}

/// Four products and two sums for each pair. The cost of the angle is not counted, because heads and batch
/// items share it.
OperationCost rope_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({3, y.elements()}));
}

}  // namespace

Tensor rotate(const Tensor& x, Index first, double base) {
  check_pairs(x);
  Tensor y = x.like(x.sizes());
  if (!y.is_meta()) rotate_into(x, first, base, 1.0f, y);
  return y;
}

Tensor turns(Index first, Index count, Index d, double base) {
  if (d % 2 != 0) fail_shape("what rope turns", Dims{count, d}, kPairs);
  Tensor out = Tensor::uninitialised({count, d / 2, 2});
  float* turn = out.data();
  for (Index t = first; t < first + count; ++t) {
    for (Index i = 0; i < d; i += 2) {
      const double frequency = exp(-static_cast<double>(i) / static_cast<double>(d) * log(base));
      const SinCos of = sin_cos(static_cast<double>(t) * frequency);
      *turn++ = static_cast<float>(of.cos);
      *turn++ = static_cast<float>(of.sin);
    }
  }
  return out;
}

void turn_row(float* row, const float* turns, Index pairs, float sign) {
  for (float* const end = row + 2 * pairs; row != end; row += 2, turns += 2) {
    const float x0 = row[0], x1 = row[1], sine = sign * turns[1];
    row[0] = x0 * turns[0] - x1 * sine;
    row[1] = x0 * sine + x1 * turns[0];
  }
}

namespace op {

constinit const Operation rope = {
    .name = "rope",
    .sizes = rope_sizes,
    .kernel = {rope_forward, rope_backward},
    .cost = rope_cost,
    .reads = "[[1,2]]",
    .formulas = R"-(["{x0} · cos φ − {x1} · sin φ, φ = ({first} + {i}) · {base}^(−{pair}/{width})",)-"
                R"-("{x0} · sin φ + {x1} · cos φ, φ = ({first} + {i}) · {base}^(−{pair}/{width})"])-"};

}  // namespace op
}  // namespace mha
