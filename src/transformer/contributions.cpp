#include "contributions.hpp"

#include <cmath>

#include "../tensor/gemm.hpp"
#include "ends.hpp"

namespace mha {
namespace {

std::size_t count_of(const Readings& readings) {
  return readings.added.size();
}

/// Row i of a tensor (n, d); of a tensor (1, 1, d), row 0.
std::span<const float> row_of(const Tensor& x, std::size_t i = 0) {
  const auto width = static_cast<std::size_t>(x.size(-1));
  return x.values().subspan(i * width, width);
}

double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * double{b[i]};
  return sum;
}

void check_row(const char* name, const Tensor& x, Index width) {
  if (x.sizes() != Dims{1, 1, width}) fail_shape(name, x.sizes(), Dims{1, 1, width});
}

Tensor sum_of(const Tensor& a, const Tensor& b) {
  Tensor out = Tensor::zeros(a.sizes());
  for (std::size_t i = 0; i < out.values().size(); ++i) out.values()[i] = a.values()[i] + b.values()[i];
  return out;
}

/// 1 / sqrt(variance + eps), or of the mean of squares.
double scale_of(const Norm& norm, std::span<const float> x) {
  double sum = 0, squares = 0;
  for (const float value : x) sum += double{value};
  const double mean = norm.kind == NormKind::layer ? sum / static_cast<double>(x.size()) : 0;
  for (const float value : x) squares += (double{value} - mean) * (double{value} - mean);
  return 1 / std::sqrt(squares / static_cast<double>(x.size()) + norm.eps);
}

}  // namespace

std::vector<double> read(const Readings& readings, const Tensor& x) {
  std::vector<double> out = readings.added;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += dot(row_of(readings.rows, i), row_of(x));
  return out;
}

Readings before_norm(const Readings& after, const Norm& norm, const Tensor& x) {
  const Index width = after.rows.size(-1);
  check_row("what a norm reads", x, width);
  const double scale = scale_of(norm, row_of(x));
  const std::span<const float> gain = norm.gain.values();
  Readings before{Tensor::uninitialised(after.rows.sizes()), after.added};
  for (std::size_t i = 0; i < count_of(after); ++i) {
    const std::span<const float> from = row_of(after.rows, i);
    const double mean =
        norm.kind == NormKind::layer ? dot(from, gain) / static_cast<double>(width) : 0;  // x is centred
    float* to = before.rows.data() + static_cast<Index>(i) * width;
    for (std::size_t j = 0; j < from.size(); ++j)
      to[j] = static_cast<float>(scale * (double{from[j]} * double{gain[j]} - mean));
    if (norm.kind == NormKind::layer) before.added[i] += dot(from, norm.shift.values());
  }
  return before;
}

Readings before_product(const Readings& after, const Tensor& w, const Tensor& bias) {
  Readings before{linear(after.rows, unpacked(w).transpose(0, 1), {}), after.added};
  if (!bias) return before;
  for (std::size_t i = 0; i < count_of(after); ++i)
    before.added[i] += dot(row_of(after.rows, i), bias.values());
  return before;
}

Readings before_activation(const Readings& after, Activation activation, const Tensor& x) {
  check_row("what an activation reads", x, after.rows.size(-1));
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  const StepIndex in = tape.input({"x"}, x, {Axis::B, Axis::T, Axis::d_model});
  const Tensor out = tape[activated(tape, {"activated"}, in, activation)].contiguous();
  Readings before{Tensor::uninitialised(after.rows.sizes()), after.added};
  const std::span<const float> given = x.values(), made = out.values();
  const std::span<const float> from = after.rows.values();
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::size_t j = i % given.size();
    before.rows.values()[i] = given[j] == 0 ? 0 : from[i] * (made[j] / given[j]);
  }
  return before;
}

Readings before_transformed(const Readings& after, const Tensor& x, const Tensor& w, const Tensor& b,
                            Activation activation, const Norm& norm) {
  const Tensor dense = linear(x, unpacked(w), b);
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  const StepIndex in = tape.input({"x"}, dense, {Axis::B, Axis::T, Axis::d_model});
  const Tensor open = tape[activated(tape, {"activated"}, in, activation)].contiguous();
  const Readings normed = norm.gain ? before_norm(after, norm, open) : after;
  return before_product(before_activation(normed, activation, dense), w, b);
}

BlockShares shares(const Block& block, const BlockRow& row, const Readings& after) {
  const BlockConfig& config = block.config();
  const Config& attention = config.attention;
  const Index width = attention.num_heads * attention.d_v;
  check_row("the input of a block", row.x, attention.d_model);
  check_row("the outputs of heads", row.concat, width);
  check_row("the output of a feed-forward network", row.made, attention.d_model);
  const Tensor w_o = unpacked(block.attention().weights[Param::wO]);
  const Tensor& b_o = block.attention().weights[Param::bO];
  const Tensor attended = linear(row.concat, w_o, b_o);
  BlockShares out;
  // Readings of the stream before and after attention, of the network's output, and of attention's.
  Readings stream = after, network = {after.rows, std::vector<double>(count_of(after))};
  if (config.order == Order::post) {
    const Tensor middle = finished(sum_of(row.x, attended), block.norm(BlockParam::attention_gain));
    stream = before_norm(after, block.norm(BlockParam::mlp_gain), sum_of(middle, row.made));
    network.rows = stream.rows;
    stream = before_norm(stream, block.norm(BlockParam::attention_gain), sum_of(row.x, attended));
  } else if (block.has_norms_after()) {
    network = before_norm(network, block.norm(BlockParam::after_mlp_gain), row.made);
  }
  Readings heads = {stream.rows, std::vector<double>(count_of(after))};
  if (block.has_norms_after())
    heads = before_norm(heads, block.norm(BlockParam::after_attention_gain), attended);
  heads = before_product(heads, w_o, b_o);
  for (std::size_t i = 0; i < count_of(after); ++i) stream.added[i] += network.added[i] + heads.added[i];
  network.added.assign(count_of(after), 0);
  out.network = read(network, row.made);
  out.heads = Tensor::zeros({static_cast<Index>(count_of(after)), attention.num_heads});
  const auto d_v = static_cast<std::size_t>(attention.d_v);
  for (std::size_t i = 0; i < out.heads.values().size(); ++i) {
    const std::size_t number = i / static_cast<std::size_t>(attention.num_heads),
                      first = i % static_cast<std::size_t>(attention.num_heads) * d_v;
    out.heads.values()[i] = static_cast<float>(
        dot(row_of(heads.rows, number).subspan(first, d_v), row_of(row.concat).subspan(first, d_v)));
  }
  out.before = std::move(stream);
  return out;
}

Tensor summed_columns(const Tensor& matrix) {
  const Tensor all = unpacked(matrix);
  Tensor out = Tensor::uninitialised({all.size(0)});
  for (std::size_t i = 0; i < out.values().size(); ++i) {
    double sum = 0;
    for (const float value : row_of(all, i)) sum += double{value};
    out.values()[i] = static_cast<float>(sum);
  }
  return out;
}

}  // namespace mha
