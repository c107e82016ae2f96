#include "operations.hpp"

#include <algorithm>

#include "../kernel/rows.hpp"
#include "../tape/operation_cost.hpp"
#include "../tensor/softmax.hpp"
#include "matrix.hpp"
#include "surprisal.hpp"

namespace mha {
namespace {

ConstMatrix rows_of(const Tensor& x) {
  return {x.data(), narrow(x.elements() / x.size(-1)), narrow(x.size(-1))};
}
Matrix rows_of(Tensor& x) {
  return {x.data(), narrow(x.elements() / x.size(-1)), narrow(x.size(-1))};
}

/// Row by row, (1, indices, n).
Tensor gathered(const Operands& operands, const Tensor& from) {
  const std::vector<Index>& indices = operands.given.indices;
  const Tensor source = from.contiguous();
  Tensor y = Tensor::uninitialised({1, static_cast<Index>(indices.size()), from.size(-1)});
  const Matrix to = rows_of(y);
  for (Index i = 0; i < to.rows; ++i)
    copy_row(rows_of(source)[indices[static_cast<std::size_t>(i)]], to.columns, to[i]);
  return y;
}

/// Adds each row to where it was gathered from; all others are 0.
Tensor scattered(const Operands& operands, const Tensor& rows, const Dims& sizes) {
  const Tensor source = rows.contiguous();
  Tensor sum = Tensor::zeros(sizes);
  const Matrix to = rows_of(sum);
  for (Index i = 0; i < rows_of(source).rows; ++i)
    add_row(to[operands.given.indices[static_cast<std::size_t>(i)]], to.columns, rows_of(source)[i]);
  return sum;
}

Tensor lookup_forward(const Operands& operands) {
  return gathered(operands, *operands.parameters[0]);
}

void lookup_backward(const Operands& operands, const Tensor&, const Tensor& dy, Backflow& back) {
  back.to_parameter(0, scattered(operands, dy, operands.parameters[0]->sizes()));
}

Tensor select_forward(const Operands& operands) {
  return gathered(operands, operands.x());
}

void select_backward(const Operands& operands, const Tensor&, const Tensor& dy, Backflow& back) {
  back.to_input(0, scattered(operands, dy, operands.x().sizes()));
}

/// For each head, query and key: where among the parameter's numbers its distance stands.
template <class F>
void for_each_distance(const Operands& operands, F f) {
  const Tensor &x = operands.x(), &distances = *operands.parameters[0];
  const Index heads = x.size(1), queries = x.size(2), keys = x.size(3), width = distances.size(1);
  for (Index h = 0, at = 0; h < heads; ++h) {
    for (Index i = 0; i < queries; ++i) {
      for (Index j = 0; j < keys; ++j, ++at) f(at, h * width + j - i + (width - 1) / 2);
    }
  }
}

Tensor add_distances_forward(const Operands& operands) {
  const Tensor x = operands.x().contiguous(), distances = operands.parameters[0]->contiguous();
  Tensor y = Tensor::uninitialised(x.sizes());
  for_each_distance(
      operands, [&](Index at, Index distance) { y.data()[at] = x.data()[at] + distances.data()[distance]; });
  return y;
}

void add_distances_backward(const Operands& operands, const Tensor&, const Tensor& dy, Backflow& back) {
  const Tensor given = dy.contiguous();
  Tensor sum = Tensor::zeros(operands.parameters[0]->sizes());
  for_each_distance(operands, [&](Index at, Index distance) { sum.data()[distance] += given.data()[at]; });
  back.to_input(0, dy);
  back.to_parameter(0, sum);
}

Tensor norm_forward(const Operands& operands) {
  const Tensor x = operands.x().contiguous();
  Tensor y = Tensor::uninitialised(x.sizes());
  norm_rows(rows_of(x), operands.parameters[0]->data(), operands.parameters[1]->data(), rows_of(y));
  return y;
}

void norm_backward(const Operands& operands, const Tensor&, const Tensor& dy, Backflow& back) {
  const Tensor x = operands.x().contiguous(), given = dy.contiguous();
  Tensor dx = Tensor::zeros(x.sizes()), dgain = Tensor::zeros({x.size(-1)}),
         dshift = Tensor::zeros({x.size(-1)});
  norm_rows_backward(rows_of(x), operands.parameters[0]->data(), rows_of(given), rows_of(dx), dgain.data(),
                     dshift.data());
  back.to_input(0, dx);
  back.to_parameter(0, dgain);
  back.to_parameter(1, dshift);
}

Tensor relu_forward(const Operands& operands) {
  const Tensor x = operands.x().contiguous();
  Tensor y = Tensor::uninitialised(x.sizes());
  std::ranges::transform(x.values(), y.values().begin(), [](float each) { return std::max(each, 0.0f); });
  return y;
}

void relu_backward(const Operands&, const Tensor& y, const Tensor& dy, Backflow& back) {
  const Tensor given = dy.contiguous();
  Tensor dx = Tensor::uninitialised(y.sizes());
  std::ranges::transform(given.values(), y.values(), dx.values().begin(),
                         [](float slope, float made) { return made > 0 ? slope : 0.0f; });
  back.to_input(0, dx);
}

Tensor cross_entropy_forward(const Operands& operands) {
  const Tensor p = softmax(operands.x(), EmptyRow::nan).contiguous();
  const std::vector<Index>& answers = operands.given.indices;
  double loss = 0;
  for (std::size_t i = 0; i < answers.size(); ++i)
    loss += surprisal(rows_of(p)[static_cast<Index>(i)][answers[i]]);
  const std::array mean = {static_cast<float>(loss / static_cast<double>(answers.size()))};
  return Tensor::from(mean, {1});
}

/// (softmax(x) - one at the answer) / rows
void cross_entropy_backward(const Operands& operands, const Tensor&, const Tensor& dy, Backflow& back) {
  Tensor dx = softmax(operands.x(), EmptyRow::nan).contiguous();
  const std::vector<Index>& answers = operands.given.indices;
  const float share = *dy.data() / static_cast<float>(answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) rows_of(dx)[static_cast<Index>(i)][answers[i]] -= 1;
  for (float& each : dx.values()) each *= share;
  back.to_input(0, dx);
}

OperationCost norm_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({8, y.elements()}));
}

OperationCost cross_entropy_cost(const Operands& operands, const Tensor& y) {
  return each_operand_once(operands, y, multiply_checked({5, operands.x().elements()}));
}

}  // namespace

namespace op {

constinit const Operation lookup = {"lookup", lookup_forward, lookup_backward, no_flops};
constinit const Operation select = {"select", select_forward, select_backward, no_flops};
constinit const Operation add_distances = {"add_distances", add_distances_forward, add_distances_backward,
                                           one_flop_an_element};
constinit const Operation norm = {"norm", norm_forward, norm_backward, norm_cost};
constinit const Operation relu = {"relu", relu_forward, relu_backward, one_flop_an_element};
constinit const Operation cross_entropy = {"cross_entropy", cross_entropy_forward, cross_entropy_backward,
                                           cross_entropy_cost};

}  // namespace op
}  // namespace mha
