#include "effects.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "../tensor/gemm.hpp"
#include "heads.hpp"
#include "order.hpp"

namespace mha {
namespace {

double dot_in_double(const float* a, const float* b, Index count) {
  return std::inner_product(a, a + count, b, 0.0, std::plus(),
                            [](float x, float y) { return static_cast<double>(x) * y; });
}

double norm(const Tensor& x) {
  return std::sqrt(dot_in_double(x.data(), x.data(), x.elements()));
}

float ratio(double part, double whole) {
  return part == 0 && whole == 0 ? 0.0f : static_cast<float>(part / whole);
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
    std::ranges::transform(gone.values(), added.values(), gone.data(), std::plus());
    *++at = ratio(norm(gone), whole);
  }
  return moved;
}

}  // namespace

Tensor shares(const Run& run) {
  context_of(run);  // throws before a wrong path's output is read, which may be missing
  const Config& config = run.layer.config;
  const Index tokens = run.output.size(0) * run.output.size(1), width = config.d_model;
  const Index columns = config.num_heads + 1;
  Tensor out = Tensor::zeros({run.output.size(0), run.output.size(1), columns});
  const auto add = [&](Index column, const float* added, Index stride) {
    for (Index token = 0; token < tokens; ++token) {
      const float* y = run.output.data() + token * width;
      out.data()[token * columns + column] =
          ratio(dot_in_double(added + token * stride, y, width), dot_in_double(y, y, width));
    }
  };
  for (Index head = 0; head < config.num_heads; ++head) add(head, contribution(run, head).data(), width);
  if (const Tensor& bias = run.layer.weights[Param::bO]) add(config.num_heads, bias.contiguous().data(), 0);
  return out;
}

Removals removals(const Run& run) {
  context_of(run);
  const Index heads = run.layer.config.num_heads;
  const double whole = norm(run.output);
  std::vector<Index> order(static_cast<std::size_t>(heads));
  std::iota(order.begin(), order.end(), Index{0});
  Removals out{
      Tensor::uninitialised({heads}), Tensor::uninitialised({heads}), {}, removed_in_turn(run, order, whole)};
  float* alone = out.alone.data();
  for (Index head : order) alone[head] = ratio(norm(contribution(run, head)), whole);
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
  const Index batch = from.size(0), rows = from.size(1), width = from.size(2);
  Change out{Tensor::uninitialised({1}), Tensor::uninitialised({batch, rows})};
  double all_moved = 0, all = 0;
  std::vector<float> difference(static_cast<std::size_t>(width));
  for (Index token = 0; token < batch * rows; ++token) {
    const float* a = from.data() + token * width;
    const float* b = to.data() + token * width;
    std::transform(b, b + width, a, difference.begin(), std::minus());
    const double moved = dot_in_double(difference.data(), difference.data(), width),
                 before = dot_in_double(a, a, width);
    out.tokens.data()[token] = ratio(std::sqrt(moved), std::sqrt(before));
    all_moved += moved;
    all += before;
  }
  *out.whole.data() = ratio(std::sqrt(all_moved), std::sqrt(all));
  return out;
}

}  // namespace mha
