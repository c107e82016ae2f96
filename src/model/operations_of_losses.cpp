// Losses, each the mean over rows.
#include <algorithm>

#include "../base/elementary.hpp"
#include "../kernel/rows.hpp"
#include "../tape/operand_checks.hpp"
#include "../tape/operation_cost.hpp"
#include "../tensor/maps.hpp"
#include "../tensor/softmax.hpp"
#include "operation_indices.hpp"
#include "operations.hpp"

namespace mha {
namespace {

void check_logits(const Tensor& x) {
  if (x.shape().rank() != 3 || x.size(0) != 1) fail_shape("what a loss reads", x.sizes(), "(1, rows, n)");
}

Dims cross_entropy_sizes(const Operands& operands) {
  const Tensor& x = operands.x();
  check_logits(x);
  if (const Dims given = {static_cast<Index>(indices_of(operands).size())}; given[0] != x.size(1))
    fail_shape("the indices of cross_entropy", given, Dims{x.size(1)});
  check_indices(operands, -1, x.size(2));
  return {1};
}

Dims squared_error_sizes(const Operands& operands) {
  check_logits(operands.x());
  check_indices(operands, 0, operands.x().size(1));
  return {1};
}

using Softmax = void(const Tensor& x, Tensor& p);

void softmax_of(const Tensor& x, Tensor& p) {
  softmax(x, EmptyRow::nan, -1, p);
}

void softmax_of_fast(const Tensor& x, Tensor& p) {
  copy(x, p);
  softmax_rows(rows(p), weight_in(EmptyRow::nan));
}

/// The number of rows with a known index, that is, not -1.
Index known_rows(const Operands& operands) {
  const std::vector<Index>& indices = indices_of(operands);
  return static_cast<Index>(indices.size()) - std::ranges::count(indices, Index{-1});
}

/// log sum exp(row), computed relative to the largest element.
double log_sum_exp(const ConstRowsMap& x, Size i) {
  const float largest = x.row(i).maxCoeff();
  return log(static_cast<double>((x.row(i).array() - largest).exp().sum())) + static_cast<double>(largest);
}

double log_sum_exp_fast(const ConstRowsMap& x, Size i) {
  const float* const row = row_of(x, i);
  const float largest = largest_in_row(row, x.cols());
  return log(static_cast<double>(sum_exp_row(row, x.cols(), largest))) + static_cast<double>(largest);
}

/// The mean of log sum exp(row) - row[index] over the rows whose index is known; 0 if there are none.
template <double (*sums)(const ConstRowsMap& x, Size i)>
void cross_entropy_forward(const Operands& operands, Tensor& y) {
  const Tensor in = operands.x().contiguous();
  const ConstRowsMap x = rows(in);
  double loss = 0;
  for (Size i = 0; i < x.rows(); ++i) {
    const Size index = index_of(operands, i);
    if (index >= 0) loss += sums(x, i) - static_cast<double>(x(i, index));
  }
  const Index known = known_rows(operands);
  *y.data() = known == 0 ? 0.0f : static_cast<float>(loss / static_cast<double>(known));
}

/// dy (softmax(x) - 1 at the index) / known rows; 0 in rows whose index is not known.
template <Softmax* makes_probabilities>
void cross_entropy_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                            GradientAccumulator& gradients) {
  Tensor dx = gradients.take(operands.x().sizes());
  makes_probabilities(operands.x(), dx);
  MatrixMap d = rows(dx);
  const float share = *dy.data() / static_cast<float>(known_rows(operands));
  for (Size i = 0; i < d.rows(); ++i) {
    const Size index = index_of(operands, i);
    if (index >= 0) d(i, index) -= 1;
    d.row(i) *= index < 0 ? 0.0f : share;
  }
  gradients.add_to_input(0, dx);
}

/// The mean over the given rows of the sum of their squares.
void squared_error_forward(const Operands& operands, Tensor& y) {
  const Tensor in = operands.x().contiguous();
  const ConstRowsMap x = rows(in);
  float sum = 0;
  for (Index row : indices_of(operands)) sum += x.row(narrow(row)).squaredNorm();
  *y.data() = sum / static_cast<float>(indices_of(operands).size());
}

void squared_error_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                            GradientAccumulator& gradients) {
  const Tensor in = operands.x().contiguous();
  Tensor dx = gradients.take(in.sizes());
  const ConstRowsMap x = rows(in);
  MatrixMap d = rows(dx);
  d.setZero();
  const float share = 2 * *dy.data() / static_cast<float>(indices_of(operands).size());
  for (Index row : indices_of(operands)) d.row(narrow(row)) += share * x.row(narrow(row));
  gradients.add_to_input(0, dx);
}

OperationCost cross_entropy_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({5, operands.x().elements()}));
}

}  // namespace

namespace op {

constinit const Operation cross_entropy = {
    .name = "cross_entropy",
    .takes = {.indices = true},
    .sizes = cross_entropy_sizes,
    .definition = {cross_entropy_forward<log_sum_exp>, cross_entropy_backward<softmax_of>},
    .kernel = {cross_entropy_forward<log_sum_exp_fast>, cross_entropy_backward<softmax_of_fast>},
    .cost = cross_entropy_cost};
constinit const Operation squared_error = {.name = "squared_error",
                                           .takes = {.indices = true},
                                           .sizes = squared_error_sizes,
                                           .definition = {squared_error_forward, squared_error_backward},
                                           .cost = one_flop_an_element};

}  // namespace op
}  // namespace mha
