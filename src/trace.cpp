#include "trace.hpp"

#include <algorithm>
#include <array>

#include "elementwise.hpp"
#include "gemm.hpp"

namespace mha {
namespace {

constexpr Index kBytes = sizeof(float);

Index read_once(const Value& x) { return x.tensor.shape().distinct_elements(); }

Names with_last(Names axes, std::string_view axis) {
  axes.back() = axis;
  return axes;
}

std::size_t axis_index(const Value& x, int dim) {
  return static_cast<std::size_t>(dim < 0 ? dim + static_cast<int>(x.axes.size()) : dim);
}

}  // namespace

std::string_view name(Op op) {
  constexpr std::array<std::string_view, 12> names = {"input",  "linear", "view", "transpose", "expand",  "slice",
                                                      "matmul", "scale",  "mask", "softmax",   "dropout", "contiguous"};
  return names[static_cast<std::size_t>(op)];
}

std::string_view name(Lane lane) {
  constexpr std::array<std::string_view, 4> names = {"", "q", "k", "v"};
  return names[static_cast<std::size_t>(lane)];
}

Value Trace::record(At at, Op op, std::initializer_list<const Value*> inputs, Value out, Cost cost, const Params& params) {
  out.id = at.id;
  if (steps_ == nullptr) return out;
  Step step{.id = at.id, .op = op, .lane = at.lane, .stage = stage_, .weights = params, .axes = out.axes, .output = out.tensor};
  for (const Value* input : inputs) {
    step.inputs.push_back(input->id);
    step.is_view = step.is_view || input->tensor.shares_buffer_with(out.tensor);
  }
  if (!step.is_view && op != Op::input) {
    step.flops = cost.flops;
    step.bytes_read = cost.elements_read * kBytes;
    step.bytes_written = out.tensor.elements() * kBytes;
  }
  steps_->push_back(std::move(step));
  return out;
}

Value Trace::input(At at, const Tensor& x, const Names& axes) { return record(at, Op::input, {}, {x, at.id, axes}, {}); }

Value Trace::linear(At at, const Value& x, const Tensor& w, const Tensor& bias, const Params& params, std::string_view axis) {
  const Tensor y = mha::linear(x.tensor, w, bias);
  const Index products = 2 * x.tensor.elements() * w.size(1);
  const Index bias_elements = bias ? bias.elements() : 0;
  return record(at, Op::linear, {&x}, {y, at.id, with_last(x.axes, axis)},
                {products + (bias ? y.elements() : 0), read_once(x) + w.elements() + bias_elements}, params);
}

Value Trace::view(At at, const Value& x, const Dims& sizes, const Names& axes) {
  return record(at, Op::view, {&x}, {x.tensor.view(sizes), at.id, axes}, {});
}

Value Trace::transpose(At at, const Value& x, int dim_a, int dim_b) {
  Names axes = x.axes;
  std::swap(axes[axis_index(x, dim_a)], axes[axis_index(x, dim_b)]);
  return record(at, Op::transpose, {&x}, {x.tensor.transpose(dim_a, dim_b), at.id, axes}, {});
}

Value Trace::expand_groups(At at, const Value& x, Index group_size) {
  const Dims& s = x.tensor.sizes();
  const Tensor expanded = x.tensor.view({s[0], s[1], 1, s[2], s[3]}).expand({-1, -1, group_size, -1, -1});
  return record(at, Op::expand, {&x}, {expanded, at.id, {x.axes[0], x.axes[1], "G", x.axes[2], x.axes[3]}}, {});
}

Value Trace::slice(At at, const Value& x, Index start, Index length, std::string_view axis) {
  return record(at, Op::slice, {&x}, {x.tensor.slice(-1, start, length), at.id, with_last(x.axes, axis)}, {});
}

Value Trace::matmul(At at, const Value& a, const Value& b, const Names& axes) {
  const Tensor c = mha::matmul(a.tensor, b.tensor);
  return record(at, Op::matmul, {&a, &b}, {c, at.id, axes}, {2 * c.elements() * a.tensor.size(-1), read_once(a) + read_once(b)});
}

Value Trace::scale(At at, const Value& x, float factor) {
  return record(at, Op::scale, {&x}, {mha::scale(x.tensor, factor), at.id, x.axes}, {x.tensor.elements(), read_once(x)});
}

Value Trace::scale_heads(At at, const Value& x, const std::vector<float>& factors) {
  return record(at, Op::scale, {&x}, {mha::scale_heads(x.tensor, factors), at.id, x.axes},
                {x.tensor.elements(), read_once(x) + static_cast<Index>(factors.size())});
}

Value Trace::mask(At at, const Value& x, const std::vector<Mask>& masks, float fill) {
  Cost cost{0, read_once(x)};
  for (const Mask& mask : masks) {
    cost.flops += mask.additive ? x.tensor.elements() : 0;
    cost.elements_read += mask.values.shape().distinct_elements();
  }
  return record(at, Op::mask, {&x}, {apply(masks, x.tensor, fill), at.id, x.axes}, cost);
}

Value Trace::softmax(At at, const Value& x, EmptyRow empty_row, int dim) {
  const Tensor y = mha::softmax(x.tensor.transpose(dim, -1), empty_row).transpose(dim, -1).contiguous();
  // maximum, subtract, exp, sum, divide
  return record(at, Op::softmax, {&x}, {y, at.id, x.axes}, {5 * y.elements(), read_once(x)});
}

Value Trace::dropout(At at, const Value& x, double p, std::uint64_t seed) {
  return record(at, Op::dropout, {&x}, {mha::dropout(x.tensor, p, seed), at.id, x.axes}, {x.tensor.elements(), read_once(x)});
}

Value Trace::contiguous(At at, const Value& x) {
  return record(at, Op::contiguous, {&x}, {x.tensor.contiguous(), at.id, x.axes}, {0, read_once(x)});
}

Index bytes_held(const std::vector<Step>& steps) {
  std::vector<const void*> seen;
  Index bytes = 0;
  for (const Step& step : steps) {
    const void* buffer = step.output.buffer_identity();
    if (buffer == nullptr || std::ranges::find(seen, buffer) != seen.end()) continue;
    seen.push_back(buffer);
    bytes += step.output.buffer_elements() * kBytes;
  }
  return bytes;
}

}  // namespace mha
