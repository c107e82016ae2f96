// Operations that change the layout of numbers: views, and the copy that some views need.
#include "../tensor/elementwise.hpp"
#include "../tensor/maps.hpp"
#include "operand_checks.hpp"
#include "operation_cost.hpp"

namespace mha {
namespace {

constexpr std::string_view kSameMemory = "[null]";

Tensor view_forward(const Operands& operands) {
  return operands.x().view(operands.given.get<Dims>("sizes"));
}

void view_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                   GradientAccumulator& gradients) {
  gradients.add_to_input(0, dy.contiguous().view(operands.x().sizes()));
}

Tensor transposed(const Operands& operands, const Tensor& x) {
  const Dims& dims = operands.given.get<Dims>("dims");
  if (dims.size() != 2) fail_shape("the dims of transpose", dims, "two dimensions");
  return x.transpose(to_dim(dims[0]), to_dim(dims[1]));
}

Tensor transpose_forward(const Operands& operands) {
  return transposed(operands, operands.x());
}

void transpose_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                        GradientAccumulator& gradients) {
  gradients.add_to_input(0, transposed(operands, dy));
}

/// (.., s, ..) -> (.., 1, s, ..) -> (.., size, s, ..)
Tensor expand_forward(const Operands& operands) {
  const Tensor with_one = operands.x().unsqueeze(dim_of(operands));
  Dims expanded = with_one.sizes();
  expanded[with_one.shape().position_of(dim_of(operands))] = operands.given.get<Index>("size");
  return with_one.expand(expanded);
}

/// Sums over the new dimension.
void expand_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                     GradientAccumulator& gradients) {
  const int dim = dim_of(operands);
  Tensor total = dy.slice(dim, 0, 1).contiguous();
  for (Index i = 1; i < dy.size(dim); ++i) total = add(total, dy.slice(dim, i, 1));
  gradients.add_to_input(0, total.view(operands.x().sizes()));
}

Tensor sliced(const Operands& operands, const Tensor& x) {
  return x.slice(dim_of(operands), operands.given.get<Index>("start"), operands.given.get<Index>("length"));
}

Tensor slice_forward(const Operands& operands) {
  return sliced(operands, operands.x());
}

void slice_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                    GradientAccumulator& gradients) {
  const Tensor dx = Tensor::zeros(operands.x().sizes());
  copy(dy, sliced(operands, dx));
  gradients.add_to_input(0, dx);
}

Tensor contiguous_view(const Operands& operands) {
  return operands.x().is_contiguous() ? operands.x() : Tensor();
}

void contiguous_forward(const Operands& operands, Tensor& y) {
  const Tensor x = operands.x().shape().rank() < 2 ? operands.x().unsqueeze(0) : operands.x();
  const Size height = narrow(x.size(-2)), width = narrow(x.size(-1));
  float* out = y.data();
  for_each_block(x.shape(), x.shape(), x.shape().rank() - 2, [&](Index at, Index) {
    map(out, height, width) = matrix(x, at);
    out += height * width;
  });
}

/// Calls f(i, start, length) with the place of each input along `dim`.
template <class F>
void for_each_part(const Operands& operands, F f) {
  Index start = 0;
  for (std::size_t i = 0; i < operands.inputs.size(); ++i) {
    const Index length = operands.inputs[i]->size(dim_of(operands));
    f(i, start, length);
    start += length;
  }
}

Dims concat_sizes(const Operands& operands) {
  Dims sizes = operands.x().sizes(), lengths;
  const std::size_t dim = operands.x().shape().position_of(dim_of(operands));
  sizes[dim] = 0;
  for (const Tensor* input : operands.inputs) {
    Dims fitting = input->sizes();
    if (fitting.size() == sizes.size()) fitting[dim] = operands.x().sizes()[dim];
    if (!(fitting == operands.x().sizes()))
      fail_shape("what is appended", input->sizes(), operands.x().sizes());
    lengths.push_back(input->sizes()[dim]);
    sizes[dim] = add_checked(sizes[dim], lengths.back());
  }
  if (const Dims& given = operands.given.get<Dims>("lengths"); given != lengths)
    fail_shape("the lengths of concat", given, lengths);
  return sizes;
}

void concat_forward(const Operands& operands, Tensor& y) {
  for_each_part(operands, [&](std::size_t i, Index start, Index length) {
    copy(*operands.inputs[i], y.slice(dim_of(operands), start, length));
  });
}

void concat_backward(const Operands& operands, const Tensor&, const Tensor& dy,
                     GradientAccumulator& gradients) {
  for_each_part(operands, [&](std::size_t i, Index start, Index length) {
    gradients.add_to_input(i, dy.slice(dim_of(operands), start, length));
  });
}

void contiguous_forward_fast(const Operands& operands, Tensor& y) {
  copy(operands.x(), y);
}

void contiguous_backward(const Operands&, const Tensor&, const Tensor& dy, GradientAccumulator& gradients) {
  gradients.add_to_input(0, dy);
}

}  // namespace

namespace op {

constinit const Operation view = {.name = "view",
                                  .takes = {.attributes = {{{"sizes", AttributeType::dims}}}},
                                  .view = view_forward,
                                  .kernel = {nullptr, view_backward},
                                  .cost = no_flops,
                                  .reads = kSameMemory};
constinit const Operation transpose = {.name = "transpose",
                                       .takes = {.attributes = {{{"dims", AttributeType::dims}}}},
                                       .view = transpose_forward,
                                       .kernel = {nullptr, transpose_backward},
                                       .cost = no_flops,
                                       .reads = kSameMemory};
constinit const Operation expand = {.name = "expand",
                                    .takes = {.attributes = {{{"dim"}, {"size"}}}},
                                    .view = expand_forward,
                                    .kernel = {nullptr, expand_backward},
                                    .cost = no_flops,
                                    .reads = kSameMemory};
constinit const Operation slice = {.name = "slice",
                                   .takes = {.attributes = {{{"dim"}, {"start"}, {"length"}}}},
                                   .view = slice_forward,
                                   .kernel = {nullptr, slice_backward},
                                   .cost = no_flops,
                                   .reads = kSameMemory};
constinit const Operation concat = {
    .name = "concat",
    .takes = {.inputs = 2, .attributes = {{{"dim"}, {"lengths", AttributeType::dims}}}},
    .sizes = concat_sizes,
    .kernel = {concat_forward, concat_backward},
    .cost = no_flops,
    .reads = "[[1,1],[1,1]]",
    .formulas = R"(["{a}"])"};
constinit const Operation contiguous = {.name = "contiguous",
                                        .view = contiguous_view,
                                        .definition = {contiguous_forward, contiguous_backward},
                                        .kernel = {contiguous_forward_fast, contiguous_backward},
                                        .cost = no_flops,
                                        .reads = "[[1,1]]",
                                        .formulas = R"(["{x}"])"};

}  // namespace op
}  // namespace mha
