#include "operations.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "../kernel/norm.hpp"
#include "../kernel/rows.hpp"
#include "../tape/operation_cost.hpp"
#include "../tensor/elementary.hpp"
#include "../tensor/maps.hpp"
#include "../tensor/softmax.hpp"

namespace mha {
namespace {

const std::vector<Index>& indices_of(const Operands& operands) {
  return operands.given.indices;
}

Size index_of(const Operands& operands, Size i) {
  return narrow(indices_of(operands)[static_cast<std::size_t>(i)]);
}

/// (1, indices, n) of rows of n.
Dims gathered_sizes(const Operands& operands, const Tensor& from) {
  return {1, static_cast<Index>(indices_of(operands).size()), from.size(-1)};
}

void gather(const Operands& operands, const Tensor& from, Tensor& y) {
  const Tensor source = from.contiguous();
  MatrixMap to = rows(y);
  for (Size i = 0; i < to.rows(); ++i) to.row(i) = rows(source).row(index_of(operands, i));
}

/// Adds each row to where it was gathered from; all others are 0.
Tensor scattered(const Operands& operands, const Tensor& given, const Dims& sizes, Memory& memory) {
  const Tensor source = given.contiguous();
  Tensor sum = memory.take(sizes);
  MatrixMap to = rows(sum);
  to.setZero();
  for (Size i = 0; i < rows(source).rows(); ++i) to.row(index_of(operands, i)) += rows(source).row(i);
  return sum;
}

void gather_fast(const Operands& operands, const Tensor& from, Tensor& y) {
  const Tensor source = from.contiguous();
  const Size width = narrow(y.size(-1));
  for (Size i = 0; i < rows(y).rows(); ++i)
    copy_row(source.data() + index_of(operands, i) * width, width, y.data() + i * width);
}

Tensor scattered_fast(const Operands& operands, const Tensor& given, const Dims& sizes, Memory& memory) {
  const Tensor source = given.contiguous();
  Tensor sum = memory.take(sizes);
  const Size width = narrow(sum.size(-1));
  fill_row(sum.data(), narrow(sum.elements()), 0.0f);
  for (Size i = 0; i < rows(source).rows(); ++i)
    add_row(sum.data() + index_of(operands, i) * width, width, source.data() + i * width);
  return sum;
}

using Gather = void(const Operands&, const Tensor& from, Tensor& y);
using Scatter = Tensor(const Operands&, const Tensor& given, const Dims& sizes, Memory&);

template <Gather* gathers, Scatter* scatters>
constexpr Implementation kLookup = {
    [](const Operands& operands, Tensor& y) { gathers(operands, *operands.parameters[0], y); },
    [](const Operands& operands, const Tensor&, const Tensor& dy, GradientAccumulator& gradients) {
      gradients.add_to_parameter(0, scatters(operands, dy, operands.parameters[0]->sizes(), gradients));
    }};

template <Gather* gathers, Scatter* scatters>
constexpr Implementation kSelect = {
    [](const Operands& operands, Tensor& y) { gathers(operands, operands.x(), y); },
    [](const Operands& operands, const Tensor&, const Tensor& dy, GradientAccumulator& gradients) {
      gradients.add_to_input(0, scatters(operands, dy, operands.x().sizes(), gradients));
    }};

Dims lookup_sizes(const Operands& operands) {
  return gathered_sizes(operands, *operands.parameters[0]);
}

Dims select_sizes(const Operands& operands) {
  return gathered_sizes(operands, operands.x());
}

/// Calls f for each head and query with the map of its scores, its keys' numbers in `x` (contiguous) and in
/// `distances` (H, 2 M - 1): those from key 0 on.
template <class F>
void for_each_query(const Tensor& x, const Tensor& distances, F f) {
  const Size heads = narrow(x.size(1)), queries = narrow(x.size(2)), keys = narrow(x.size(3)),
             width = narrow(distances.size(1));
  for (Size h = 0; h < heads; ++h) {
    for (Size i = 0; i < queries; ++i) f((h * queries + i) * keys, h * width + (width - 1) / 2 - i, keys);
  }
}

void add_distances_forward(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().contiguous(), distances = operands.parameters[0]->contiguous();
  for_each_query(x, distances, [&](Size at, Size first, Size keys) {
    numbers(y).segment(at, keys) = numbers(x).segment(at, keys) + numbers(distances).segment(first, keys);
  });
}

void add_distances_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                            GradientAccumulator& gradients) {
  const Tensor given = dy.contiguous();
  Tensor sum = gradients.take(operands.parameters[0]->sizes());
  numbers(sum) = 0;
  for_each_query(given, sum, [&](Size at, Size first, Size keys) {
    numbers(sum).segment(first, keys) += numbers(given).segment(at, keys);
  });
  gradients.add_to_input(0, dy);
  gradients.add_to_parameter(0, sum);
}

/// A row less its mean, over its standard deviation, in double precision.
struct Normed {
  Eigen::ArrayXd row;
  double stretch;

  template <class Row>
  explicit Normed(const Row& x) : row(x.transpose().array().template cast<double>()) {
    row -= row.mean();
    stretch = 1 / std::sqrt(row.square().mean() + kLeastVariance);
    row *= stretch;
  }
};

void norm_forward(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().contiguous();
  const auto gain = numbers(*operands.parameters[0]), shift = numbers(*operands.parameters[1]);
  MatrixMap to = rows(y);
  for (Size i = 0; i < to.rows(); ++i)
    to.row(i) = (Normed(rows(x).row(i)).row.cast<float>() * gain + shift).matrix();
}

/// With n the row normed and dn = dy gain: dx = stretch (dn - mean(dn) - n mean(dn n)).
void norm_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                   GradientAccumulator& gradients) {
  const Tensor x = operands.x().contiguous(), given = dy.contiguous();
  const auto gain = numbers(*operands.parameters[0]);
  Tensor dx = gradients.take(x.sizes()), dgain = gradients.take(operands.parameters[0]->sizes()),
         dshift = gradients.take(operands.parameters[1]->sizes());
  row(dshift) = rows(given).colwise().sum();
  numbers(dgain) = 0;
  MatrixMap to = rows(dx);
  for (Size i = 0; i < to.rows(); ++i) {
    const Normed n(rows(x).row(i));
    const Eigen::ArrayXf d = rows(given).row(i).transpose().array();
    const Eigen::ArrayXd dn = (d * gain).cast<double>();
    numbers(dgain) += d * n.row.cast<float>();
    to.row(i) = (n.stretch * (dn - dn.mean() - n.row * (dn * n.row).mean())).cast<float>().matrix();
  }
  gradients.add_to_input(0, dx);
  gradients.add_to_parameter(0, dgain);
  gradients.add_to_parameter(1, dshift);
}

void norm_forward_fast(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().contiguous();
  norm_rows(rows(x), operands.parameters[0]->data(), operands.parameters[1]->data(), rows(y));
}

void norm_backward_fast(const Operands& operands, const Tensor&, const Tensor& dy,
                        GradientAccumulator& gradients) {
  const Tensor x = operands.x().contiguous(), given = dy.contiguous();
  Tensor dx = gradients.take(x.sizes()), dgain = gradients.take(operands.parameters[0]->sizes()),
         dshift = gradients.take(operands.parameters[1]->sizes());
  for (Tensor* sum : {&dx, &dgain, &dshift}) fill_row(sum->data(), narrow(sum->elements()), 0.0f);
  norm_rows_backward(rows(x), operands.parameters[0]->data(), rows(given), rows(dx), dgain.data(),
                     dshift.data());
  gradients.add_to_input(0, dx);
  gradients.add_to_parameter(0, dgain);
  gradients.add_to_parameter(1, dshift);
}

void relu_forward(const Operands& operands, Tensor& y) {
  numbers(y) = numbers(operands.x().contiguous()).max(0.0f);
}

void relu_backward(const Operands&, const Tensor& y, const Tensor& dy, GradientAccumulator& gradients) {
  Tensor dx = gradients.take(y.sizes());
  numbers(dx) = (numbers(y) > 0.0f).select(numbers(dy.contiguous()), 0.0f);
  gradients.add_to_input(0, dx);
}

void relu_forward_fast(const Operands& operands, Tensor& y) {
  std::ranges::transform(operands.x().contiguous().values(), y.values().begin(),
                         [](float each) { return std::max(each, 0.0f); });
}

void relu_backward_fast(const Operands&, const Tensor& y, const Tensor& dy, GradientAccumulator& gradients) {
  Tensor dx = gradients.take(y.sizes());
  std::ranges::transform(dy.contiguous().values(), y.values(), dx.values().begin(),
                         [](float gradient, float made) { return made > 0 ? gradient : 0.0f; });
  gradients.add_to_input(0, dx);
}

Dims one_number(const Operands&) {
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

/// Of rows whose index is not -1.
Index known_rows(const Operands& operands) {
  const std::vector<Index>& indices = indices_of(operands);
  return static_cast<Index>(indices.size()) - std::ranges::count(indices, Index{-1});
}

/// log sum exp(row), shifted by its largest number.
double log_sum_exp(const ConstRowsMap& x, Size i) {
  const float largest = x.row(i).maxCoeff();
  return log(static_cast<double>((x.row(i).array() - largest).exp().sum())) + static_cast<double>(largest);
}

double log_sum_exp_fast(const ConstRowsMap& x, Size i) {
  const float* const row = row_of(x, i);
  const float largest = largest_in_row(row, x.cols());
  return log(static_cast<double>(sum_exp_row(row, x.cols(), largest))) + static_cast<double>(largest);
}

/// The mean of log sum exp(row) - row[index] over the rows whose index is known; 0 of none.
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

/// (softmax(x) - one at the index) / rows, 0 where the index is not known.
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

/// The mean over the rows of the sum of their squares.
void squared_error_forward(const Operands& operands, Tensor& y) {
  const ConstRowsMap x = rows(operands.x());
  float sum = 0;
  for (Index row : indices_of(operands)) sum += x.row(narrow(row)).squaredNorm();
  *y.data() = sum / static_cast<float>(indices_of(operands).size());
}

void squared_error_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                            GradientAccumulator& gradients) {
  Tensor dx = gradients.take(operands.x().sizes());
  const ConstRowsMap x = rows(operands.x());
  MatrixMap d = rows(dx);
  d.setZero();
  const float share = 2 * *dy.data() / static_cast<float>(indices_of(operands).size());
  for (Index row : indices_of(operands)) d.row(narrow(row)) = share * x.row(narrow(row));
  gradients.add_to_input(0, dx);
}

OperationCost norm_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({8, y.elements()}));
}

OperationCost cross_entropy_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({5, operands.x().elements()}));
}

}  // namespace

std::span<const Operation* const> model_operations() {
  static constexpr std::array kOperations = {
      &op::lookup,        &op::select,        &op::add_distances,   &op::norm,       &op::relu,
      &op::cross_entropy, &op::squared_error, &op::segment_weights, &op::segment_mix};
  return kOperations;
}

namespace op {

constinit const Operation lookup = {.name = "lookup",
                                    .sizes = lookup_sizes,
                                    .definition = kLookup<gather, scattered>,
                                    .kernel = kLookup<gather_fast, scattered_fast>,
                                    .cost = no_flops};
constinit const Operation select = {.name = "select",
                                    .sizes = select_sizes,
                                    .definition = kSelect<gather, scattered>,
                                    .kernel = kSelect<gather_fast, scattered_fast>,
                                    .cost = no_flops};
constinit const Operation add_distances = {.name = "add_distances",
                                           .definition = {add_distances_forward, add_distances_backward},
                                           .cost = one_flop_an_element};
constinit const Operation norm = {.name = "norm",
                                  .definition = {norm_forward, norm_backward},
                                  .kernel = {norm_forward_fast, norm_backward_fast},
                                  .cost = norm_cost};
constinit const Operation relu = {.name = "relu",
                                  .definition = {relu_forward, relu_backward},
                                  .kernel = {relu_forward_fast, relu_backward_fast},
                                  .cost = one_flop_an_element};
constinit const Operation cross_entropy = {
    .name = "cross_entropy",
    .sizes = one_number,
    .definition = {cross_entropy_forward<log_sum_exp>, cross_entropy_backward<softmax_of>},
    .kernel = {cross_entropy_forward<log_sum_exp_fast>, cross_entropy_backward<softmax_of_fast>},
    .cost = cross_entropy_cost};

constinit const Operation squared_error = {.name = "squared_error",
                                           .sizes = one_number,
                                           .definition = {squared_error_forward, squared_error_backward},
                                           .cost = one_flop_an_element};

}  // namespace op
}  // namespace mha
