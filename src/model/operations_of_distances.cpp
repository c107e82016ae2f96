// Relative positions: learned numbers for distances, added to the scores.
#include <algorithm>

#include "../tape/operand_checks.hpp"
#include "../tape/operation_cost.hpp"
#include "../tensor/maps.hpp"
#include "operations.hpp"

namespace mha {
namespace {

/// Calls f(at, first, keys) for each head and query. Its `keys` scores begin at `at` in x (1, H, T, T), which
/// is contiguous; the numbers of their distances begin at `first` in `distances` (H, 2 M - 1).
template <class F>
void for_each_query(const Tensor& x, const Tensor& distances, F f) {
  const Size heads = narrow(x.size(1)), queries = narrow(x.size(2)), keys = narrow(x.size(3)),
             width = narrow(distances.size(1));
  for (Size h = 0; h < heads; ++h) {
    for (Size i = 0; i < queries; ++i) f((h * queries + i) * keys, h * width + (width - 1) / 2 - i, keys);
  }
}

Dims add_distances_sizes(const Operands& operands) {
  const Dims& x = operands.x().sizes();
  if (x.size() != 4 || x[0] != 1) fail_shape("what distances are added to", x, "(1, H, T_q, T_k)");
  const Dims& distances = operands.parameters[0]->sizes();
  const Index least = std::max(x[2], x[3]);
  if (distances.size() != 2 || distances[0] != x[1] || distances[1] % 2 == 0 || distances[1] / 2 + 1 < least)
    fail_shape("distances", distances, text("({}, 2 M - 1) with M of at least {}", x[1], least).c_str());
  return x;
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

}  // namespace

namespace op {

constinit const Operation add_distances = {.name = "add_distances",
                                           .takes = {.parameters = 1},
                                           .sizes = add_distances_sizes,
                                           .definition = {add_distances_forward, add_distances_backward},
                                           .cost = one_flop_an_element};

}  // namespace op
}  // namespace mha
