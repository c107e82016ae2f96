// Operations that read rows by their indices.
#include "../kernel/rows.hpp"
#include "../tape/operand_checks.hpp"
#include "../tape/operation_cost.hpp"
#include "../tensor/maps.hpp"
#include "operation_indices.hpp"
#include "operations.hpp"

namespace mha {
namespace {

/// The sizes (1, indices, n), for rows of n numbers.
Dims gathered_sizes(const Operands& operands, const Tensor& from) {
  check_indices(operands, 0, from.size(-2));
  return {1, static_cast<Index>(indices_of(operands).size()), from.size(-1)};
}

void gather(const Operands& operands, const Tensor& from, Tensor& y) {
  const Tensor source = from.contiguous();
  MatrixMap to = rows(y);
  for (Size i = 0; i < to.rows(); ++i) to.row(i) = rows(source).row(index_of(operands, i));
}

/// Adds each row of `given` to the row that it was gathered from. Other rows are unchanged.
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
  const Tensor& table = *operands.parameters[0];
  if (table.shape().rank() != 2) fail_shape("what rows are looked up in", table.sizes(), "(rows, n)");
  return gathered_sizes(operands, table);
}

Dims select_sizes(const Operands& operands) {
  const Tensor& x = operands.x();
  if (x.shape().rank() != 3 || x.size(0) != 1)
    fail_shape("what rows are selected of", x.sizes(), "(1, T, n)");
  return gathered_sizes(operands, x);
}

}  // namespace

namespace op {

constinit const Operation lookup = {.name = "lookup",
                                    .takes = {.inputs = 0, .parameters = 1, .indices = true},
                                    .sizes = lookup_sizes,
                                    .definition = kLookup<gather, scattered>,
                                    .kernel = kLookup<gather_fast, scattered_fast>,
                                    .cost = no_flops};
constinit const Operation select = {.name = "select",
                                    .takes = {.indices = true},
                                    .sizes = select_sizes,
                                    .definition = kSelect<gather, scattered>,
                                    .kernel = kSelect<gather_fast, scattered_fast>,
                                    .cost = no_flops};

}  // namespace op
}  // namespace mha
