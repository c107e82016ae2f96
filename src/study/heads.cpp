#include "heads.hpp"

#include <algorithm>
#include <utility>

#include "../kernel/rows.hpp"
#include "../tensor/gemm.hpp"

namespace mha {
namespace {

/// Means of one measure of one head.
struct Mean {
  double sum = 0;
  Index count = 0;

  void add(double value) {
    sum += value;
    ++count;
  }
  float value() const { return count == 0 ? 0.0f : static_cast<float>(sum / static_cast<double>(count)); }
};

using Means = std::array<Mean, kMeasures.size()>;

void measure_row(const float* row, Index i, Index keys, const std::vector<Index>& positions,
                 double row_entropy, const Moments& moments, Means& means) {
  if (moments.sum == 0) return;
  double on_positions = 0;
  for (Index j : positions) on_positions += row[j];
  const auto add = [&](Measure measure, double value) {
    means[static_cast<std::size_t>(measure)].add(value);
  };
  add(Measure::entropy, row_entropy);
  if (i < keys) add(Measure::diagonal, row[i]);
  if (i >= 1 && i - 1 < keys) add(Measure::previous, row[i - 1]);
  if (i + 1 < keys) add(Measure::next, row[i + 1]);
  add(Measure::first, row[0]);
  add(Measure::positions, on_positions);
  add(Measure::distance, moments.distance);
}

float similarity(const Tensor& attention, Index a, Index b) {
  const Index rows = attention.size(2), keys = attention.size(3), heads = attention.size(1);
  const auto length = static_cast<std::ptrdiff_t>(keys);
  Mean mean;
  for (Index batch = 0; batch < attention.size(0); ++batch) {
    const float* x = attention.data() + (batch * heads + a) * rows * keys;
    const float* y = attention.data() + (batch * heads + b) * rows * keys;
    for (Index i = 0; i < rows; ++i, x += keys, y += keys) {
      const double shared = sum_of_smaller(x, y, length);
      const bool any = shared != 0 || largest_in_row(x, length) != 0 || largest_in_row(y, length) != 0;
      if (any) mean.add(shared);
    }
  }
  return mean.value();
}

Tensor similarities(const Tensor& attention) {
  const Index heads = attention.size(1);
  Tensor out = Tensor::uninitialised({heads, heads});
  for (Index a = 0; a < heads; ++a) {
    for (Index b = a; b < heads; ++b) {
      out.data()[a * heads + b] = out.data()[b * heads + a] = similarity(attention, a, b);
    }
  }
  return out;
}

/// Copies the kept blocks of a dimension made of `blocks` equal parts.
Tensor keep_blocks(const Tensor& matrix, int dim, Index blocks, const std::vector<Index>& kept) {
  const Index width = matrix.size(dim) / blocks;
  Dims sizes = matrix.sizes();
  sizes[static_cast<std::size_t>(dim)] = width * static_cast<Index>(kept.size());
  Tensor out = Tensor::uninitialised(sizes);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    copy(matrix.slice(dim, kept[i] * width, width), out.slice(dim, static_cast<Index>(i) * width, width));
  }
  return out;
}

/// Key/value heads that lose none of their heads; refuses those that lose only some.
std::vector<Index> kept_kv_heads(const Config& config, const std::vector<Index>& kept) {
  std::vector<Index> out;
  for (Index g = 0; g < config.num_kv_heads; ++g) {
    const Index first = g * config.group_size(), end = first + config.group_size();
    const auto in_group = std::ranges::count_if(kept, [&](Index h) { return h >= first && h < end; });
    if (in_group != 0 && in_group != config.group_size()) {
      fail(ErrorCode::config, "heads {} to {} share key/value head {}; prune all of them or none", first,
           end - 1, g);
    }
    if (in_group != 0) out.push_back(g);
  }
  return out;
}

}  // namespace

HeadMeasures measure(const Tensor& attention, const std::vector<Index>& given_positions,
                     bool with_similarity) {
  if (attention.shape().rank() != 4) fail_shape("attention", attention.sizes(), "(B, H, T_q, T_k)");
  const Tensor packed = attention.contiguous();  // (B, H, T_q, T_k)
  const Index batch = packed.size(0), heads = packed.size(1), rows = packed.size(2), keys = packed.size(3);
  std::vector<Index> positions;
  for (Index j : given_positions) {
    if (j < 0 || j >= keys)
      fail(ErrorCode::shape, "position {} is not one of the {} keys (0 to {})", j, keys, keys - 1);
    if (std::ranges::find(positions, j) == positions.end()) positions.push_back(j);
  }
  HeadMeasures out{Tensor::uninitialised({heads, Index{kMeasures.size()}}),
                   Tensor::uninitialised({batch, heads, rows}), Tensor::uninitialised({batch, heads, rows}),
                   Tensor::uninitialised({batch, heads, keys}), Tensor()};
  std::vector<Means> means(static_cast<std::size_t>(heads));
  const float* row = packed.data();
  float* entropies = out.row_entropy.data();
  float* sums = out.row_sum.data();
  float* column_sums = out.column_sum.data();
  std::vector<double> columns(static_cast<std::size_t>(keys));
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < heads; ++h) {
      for (Index i = 0; i < rows; ++i, row += keys) {
        const auto length = static_cast<std::ptrdiff_t>(keys);
        const double row_entropy = entropy_of_row(row, length);
        const Moments moments = moments_of_row(row, length, static_cast<std::ptrdiff_t>(i));
        for (std::size_t j = 0; j < columns.size(); ++j) columns[j] += row[j];
        *entropies++ = static_cast<float>(row_entropy);
        *sums++ = static_cast<float>(moments.sum);
        measure_row(row, i, keys, positions, row_entropy, moments, means[static_cast<std::size_t>(h)]);
      }
      for (double& column : columns) *column_sums++ = static_cast<float>(std::exchange(column, 0.0));
    }
  }
  float* summary = out.summary.data();
  for (const Means& head : means) {
    for (const Mean& mean : head) *summary++ = mean.value();
  }
  if (with_similarity) out.similarity = similarities(packed);
  return out;
}

Tensor contributions(const Run& run) {
  if (!run.fault.empty()) {
    fail(ErrorCode::config, "this run took the wrong path {}; contributions follow the right one", run.fault);
  }
  const Config& c = run.layer.config;
  const Step* scaled = run.find("context_scaled");
  const Tensor& context = scaled != nullptr ? scaled->output : run.tensor("context");  // (B, H, T_q, d_v)
  const Tensor w_o = run.layer.weights[Param::wO].view({c.num_heads, c.d_v, c.d_model});
  return matmul(context, w_o.expand({context.size(0), c.num_heads, c.d_v, c.d_model}));
}

Layer prune(const Layer& layer, const std::vector<Index>& heads) {
  check(layer);
  const Config& config = layer.config;
  std::vector<Index> kept;
  for (Index h = 0; h < config.num_heads; ++h) {
    if (std::ranges::find(heads, h) == heads.end()) kept.push_back(h);
  }
  for (Index h : heads) {
    if (h < 0 || h >= config.num_heads)
      fail(ErrorCode::config, "head {} does not exist (0 to {})", h, config.num_heads - 1);
  }
  if (kept.empty())
    fail(ErrorCode::config, "all {} heads would be pruned; at least one has to stay", config.num_heads);
  const std::vector<Index> kept_kv = kept_kv_heads(config, kept);

  Layer out{config, Weights()};
  out.config.num_heads = static_cast<Index>(kept.size());
  out.config.num_kv_heads = static_cast<Index>(kept_kv.size());
  out.weights = Weights::zeros(out.config);
  for (Param param : kParams) {
    const Tensor& tensor = layer.weights[param];
    if (!tensor) continue;
    const bool of_queries = param == Param::wQ || param == Param::bQ || param == Param::wO;
    const int dim = param == Param::wO || is_bias(param) ? 0 : 1;
    const Index blocks = of_queries ? config.num_heads : config.num_kv_heads;
    out.weights.set(
        out.config, param,
        param == Param::bO ? tensor : keep_blocks(tensor, dim, blocks, of_queries ? kept : kept_kv));
  }
  return out;
}

}  // namespace mha
