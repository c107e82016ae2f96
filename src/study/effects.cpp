#include "effects.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../tensor/gemm.hpp"
#include "../tensor/maps.hpp"
#include "heads.hpp"
#include "order.hpp"

namespace mha {
namespace {

/// The dot product of each row of a with the same row of b, in double precision.
template <class A, class B>
Eigen::ArrayXd dots(const A& a, const B& b) {
  Eigen::ArrayXd out(a.rows());
  for (Size i = 0; i < out.size(); ++i)
    out[i] = a.row(i).template cast<double>().dot(b.row(i).template cast<double>());
  return out;
}

double norm_of(const Tensor& x) {
  return numbers(x).cast<double>().matrix().norm();
}

float ratio(double part, double whole) {
  return part == 0 && whole == 0 ? 0.0f : static_cast<float>((part + 0.0) / whole);  // + 0.0: never -0
}

/// c_h, (B, 1, T_q, d_model). One head at a time: all heads would take H times the memory of the output.
Tensor contribution(const Run& run, Index head) {
  const Index d_v = run.layer.config.d_v;
  return linear(context_of(run).slice(1, head, 1), run.layer.weights[Param::wO].slice(0, head * d_v, d_v),
                {});
}

/// How far the output moves as the heads are removed one by one: the norm of the sum of their contributions.
template <class Heads>
Tensor removed_in_turn(const Run& run, const Heads& heads, double whole) {
  Tensor moved = Tensor::zeros({run.layer.config.num_heads + 1});
  Tensor gone = Tensor::zeros(run.output.sizes());
  float* at = moved.data();
  for (Index head : heads) {
    const Tensor added = contribution(run, head);
    numbers(gone) += numbers(added);
    *++at = ratio(norm_of(gone), whole);
  }
  return moved;
}

}  // namespace

Tensor shares(const Run& run) {
  context_of(run);  // throws before a wrong path's output is read, which may be missing
  const Config& config = run.layer.config;
  Tensor out = Tensor::zeros({run.output.size(0), run.output.size(1), config.num_heads + 1});
  MatrixMap columns = rows(out);
  const ConstRowsMap y = rows(run.output);
  const Eigen::ArrayXd wholes = dots(y, y);
  const auto set = [&](Index column, const auto& part) {  // (rows of y, d_model)
    columns.col(narrow(column)) = dots(part, y).binaryExpr(wholes, &ratio).matrix();
  };
  for (Index head = 0; head < config.num_heads; ++head) {
    const Tensor added = contribution(run, head);
    set(head, rows(added));
  }
  if (const Tensor& bias = run.layer.weights[Param::bO])
    set(config.num_heads, row(bias.contiguous()).replicate(y.rows(), 1));
  return out;
}

Removals removals(const Run& run) {
  context_of(run);
  const Index heads = run.layer.config.num_heads;
  const double whole = norm_of(run.output);
  std::vector<Index> order(static_cast<std::size_t>(heads));
  std::iota(order.begin(), order.end(), Index{0});
  Removals out{
      Tensor::uninitialised({heads}), Tensor::uninitialised({heads}), {}, removed_in_turn(run, order, whole)};
  float* alone = out.alone.data();
  for (Index head : order) alone[head] = ratio(norm_of(contribution(run, head)), whole);
  order = from_largest(out.alone.values());
  std::ranges::reverse(order);
  std::ranges::copy(order, out.order.data());
  out.least_first = removed_in_turn(run, order, whole);
  return out;
}

Change change(const Tensor& one, const Tensor& other) {
  if (one.shape().rank() != 3) fail_shape("the output", one.sizes(), "(B, T_q, d_model)");
  if (!(one.sizes() == other.sizes())) fail_shape("the other output", other.sizes(), one.sizes());
  for (const Tensor* each : {&one, &other}) check_numbers(*each);
  const Tensor from = one.contiguous(), to = other.contiguous();
  Change out{Tensor::uninitialised({1}), Tensor::uninitialised({from.size(0), from.size(1)})};
  const RowMajor moved = rows(to) - rows(from);
  const Eigen::ArrayXd squares_moved = dots(moved, moved), squares = dots(rows(from), rows(from));
  numbers(out.tokens) = squares_moved.sqrt().binaryExpr(squares.sqrt(), &ratio);
  *out.whole.data() = ratio(std::sqrt(squares_moved.sum()), std::sqrt(squares.sum()));
  return out;
}

}  // namespace mha
