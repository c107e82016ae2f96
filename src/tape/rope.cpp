#include "rope.hpp"

#include "../tensor/elementary.hpp"
#include "operation_cost.hpp"

namespace mha {
namespace {

constexpr const char* kPairs = "(..., T, d) with an even d";

/// sign -1 turns back, which is the vector-Jacobian product.
Tensor rotated(const Tensor& x, Index first, double base, float sign) {
  const Index d = x.shape().rank() < 2 ? 1 : x.size(-1);
  if (d % 2 != 0) fail_shape("what rope turns", x.sizes(), kPairs);
  Tensor y = x.like(x.sizes());
  if (y.is_meta()) return y;
  copy(x, y);
  const Index rows = x.size(-2);
  const Tensor by_position = turns(first, rows, d, base);
  float* row = y.data();
  for (Index i = 0; i < y.elements() / d; ++i, row += d)
    turn_row(row, by_position.data() + i % rows * d, d / 2, sign);
  return y;
}

Tensor turned(const Operands& operands, const Tensor& x, float sign) {
  return rotated(x, operands.given.get<Index>("first"), operands.given.get<double>("base"), sign);
}

Tensor rope_forward(const Operands& operands) {
  return turned(operands, operands.x(), 1.0f);
}

void rope_backward(const Operands& operands, const Tensor&, const Tensor& dy, Backflow& back) {
  back.to_input(0, turned(operands, dy, -1.0f));
}

/// Four products and two sums a pair; its angle is not counted, since heads and batch share it.
OperationCost rope_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({3, y.elements()}));
}

}  // namespace

Tensor rotate(const Tensor& x, Index first, double base) {
  return rotated(x, first, base, 1.0f);
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
    "rope",
    rope_forward,
    rope_backward,
    rope_cost,
    "[[1,2]]",
    R"-(["{x0} · cos φ − {x1} · sin φ, φ = ({first} + {i}) · {base}^(−{pair}/{width})",)-"
    R"-("{x0} · sin φ + {x1} · cos φ, φ = ({first} + {i}) · {base}^(−{pair}/{width})"])-"};

}  // namespace op
}  // namespace mha
