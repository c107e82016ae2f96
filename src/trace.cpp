#include "trace.hpp"

#include <algorithm>
#include <array>

#include "elementwise.hpp"
#include "gemm.hpp"

namespace mha {
namespace {

constexpr Index kBytes = sizeof(float);

Axes with_last(Axes axes, Axis axis) {
  axes.back() = axis;
  return axes;
}

}  // namespace

std::string_view name(Axis axis) {
  constexpr std::array<std::string_view, 17> names = {
      "B",       "T",   "T_q", "T_k",   "H",     "H_kv",     "G",        "d_model", "d_key",
      "d_value", "d_k", "d_v", "H*d_k", "H*d_v", "H_kv*d_k", "H_kv*d_v", "qkv"};
  return names[static_cast<std::size_t>(axis)];
}

std::string_view name(Op op) {
  constexpr std::array<std::string_view, 12> names = {"input",  "linear",  "view",    "transpose",
                                                      "expand", "slice",   "matmul",  "scale",
                                                      "mask",   "softmax", "dropout", "contiguous"};
  return names[static_cast<std::size_t>(op)];
}

std::string_view name(Lane lane) {
  constexpr std::array<std::string_view, 4> names = {"", "q", "k", "v"};
  return names[static_cast<std::size_t>(lane)];
}

Step& Trace::add(At at, Op op, InlineList<Value, 2> inputs, Tensor output, const Axes& axes) {
  stage_ += next_stage_ ? 1 : 0;
  next_stage_ = false;
  Step step{.id = at.id, .op = op, .lane = at.lane, .stage = stage_, .inputs = inputs, .axes = axes};
  for (Value input : inputs) step.is_view = step.is_view || (*this)[input].shares_buffer_with(output);
  step.output = std::move(output);
  steps_.push_back(std::move(step));
  return steps_.back();
}

Value Trace::compute(At at, Op op, InlineList<Value, 2> inputs, Tensor output, const Axes& axes, Index flops,
                     Index also_read) {
  Step& step = add(at, op, inputs, std::move(output), axes);
  if (!step.is_view) {
    step.flops = flops;
    Index read = also_read;
    for (Value input : inputs) read = sum(read, (*this)[input].shape().distinct_elements());
    step.bytes_read = product({read, kBytes});
    step.bytes_written = product({step.output.elements(), kBytes});
  }
  return steps_.size() - 1;
}

Value Trace::input(At at, const Tensor& x, const Axes& axes) {
  add(at, Op::input, {}, x, axes);
  return steps_.size() - 1;
}

Value Trace::linear(At at, Value x, const Tensor& w, const Tensor& bias, const InlineList<Param, 6>& params,
                    Axis axis) {
  Tensor y = mha::linear((*this)[x], w, bias);
  const Index bias_elements = bias ? bias.elements() : 0;
  const Index flops = sum(product({2, y.elements(), w.size(0)}), bias ? y.elements() : 0);
  const Value out = compute(at, Op::linear, {x}, std::move(y), with_last(axes(x), axis), flops,
                            w.elements() + bias_elements);
  steps_.back().weights = params;
  return out;
}

Value Trace::view(At at, Value x, const Dims& sizes, const Axes& axes) {
  std::string refusal = (*this)[x].shape().view_refusal(sizes);
  if (refusal.empty()) return compute(at, Op::view, {x}, (*this)[x].view(sizes), axes, 0);
  Step& step = add(at, Op::view, {x}, {}, axes);
  step.error = std::move(refusal);
  step.refused = sizes;
  return steps_.size() - 1;
}

Value Trace::transpose(At at, Value x, int dim_a, int dim_b) {
  Axes swapped = axes(x);
  const int rank = static_cast<int>(swapped.size());
  const auto position = [&](int dim) { return static_cast<std::size_t>(dim < 0 ? dim + rank : dim); };
  std::swap(swapped[position(dim_a)], swapped[position(dim_b)]);
  return compute(at, Op::transpose, {x}, (*this)[x].transpose(dim_a, dim_b), swapped, 0);
}

Value Trace::expand_groups(At at, Value x, Index group_size) {
  const Dims s = (*this)[x].sizes();
  const Axes a = axes(x);
  Tensor expanded = (*this)[x].view({s[0], s[1], 1, s[2], s[3]}).expand({-1, -1, group_size, -1, -1});
  return compute(at, Op::expand, {x}, std::move(expanded), {a[0], a[1], Axis::G, a[2], a[3]}, 0);
}

Value Trace::slice(At at, Value x, Index start, Index length, Axis axis) {
  return compute(at, Op::slice, {x}, (*this)[x].slice(-1, start, length), with_last(axes(x), axis), 0);
}

Value Trace::matmul(At at, Value a, Value b, const Axes& axes) {
  Tensor c = mha::matmul((*this)[a], (*this)[b]);
  const Index flops = product({2, c.elements(), (*this)[a].size(-1)});
  return compute(at, Op::matmul, {a, b}, std::move(c), axes, flops);
}

Value Trace::scale(At at, Value x, float factor) {
  return compute(at, Op::scale, {x}, mha::scale((*this)[x], factor), axes(x), (*this)[x].elements());
}

Value Trace::scale_heads(At at, Value x, const std::vector<float>& factors) {
  return compute(at, Op::scale, {x}, mha::scale_heads((*this)[x], factors), axes(x), (*this)[x].elements(),
                 static_cast<Index>(factors.size()));
}

Value Trace::mask(At at, Value x, const std::vector<Mask>& masks, float fill) {
  Index flops = 0, read = 0;
  for (const Mask& mask : masks) {
    flops = sum(flops, mask.additive ? (*this)[x].elements() : 0);
    read += mask.values.shape().distinct_elements();
  }
  return compute(at, Op::mask, {x}, apply(masks, (*this)[x], fill), axes(x), flops, read);
}

Value Trace::softmax(At at, Value x, EmptyRow empty_row, int dim) {
  Tensor y = mha::softmax((*this)[x].transpose(dim, -1), empty_row).transpose(dim, -1).contiguous();
  return compute(at, Op::softmax, {x}, std::move(y), axes(x),
                 product({5, (*this)[x].elements()}));  // maximum, subtract, exp, sum, divide
}

Value Trace::dropout(At at, Value x, double p, std::uint64_t seed) {
  return compute(at, Op::dropout, {x}, mha::dropout((*this)[x], p, seed), axes(x), (*this)[x].elements());
}

Value Trace::contiguous(At at, Value x) {
  return compute(at, Op::contiguous, {x}, (*this)[x].contiguous(), axes(x), 0);
}

Index bytes_held(const std::vector<Step>& steps) {
  std::vector<const void*> seen;
  Index bytes = 0;
  for (const Step& step : steps) {
    const void* buffer = step.output.buffer_identity();
    if (buffer == nullptr || std::ranges::find(seen, buffer) != seen.end()) continue;
    seen.push_back(buffer);
    bytes = sum(bytes, product({step.output.buffer_elements(), kBytes}));
  }
  return bytes;
}

}  // namespace mha
