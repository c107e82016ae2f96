#include "heads.hpp"

#include <algorithm>

#include "../tensor/gemm.hpp"

namespace mha {
namespace {

/// Copies the remaining blocks of a dimension that consists of `blocks` equal parts.
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

/// The key/value heads that remain. Throws if a key/value head loses only some of its heads.
std::vector<Index> kept_kv_heads(const Config& config, const std::vector<Index>& kept) {
  std::vector<Index> out;
  for (Index g = 0; g < config.num_kv_heads; ++g) {
    const Index first = g * config.group_size(), end = first + config.group_size();
    const auto in_group = std::ranges::count_if(kept, [&](Index h) { return h >= first && h < end; });
    if (in_group != 0 && in_group != config.group_size()) {
      fail(ErrorCode::config, "heads_share_keys",
           "heads {first} to {last} share key/value head {group}; prune all of them or none", first, end - 1,
           g);
    }
    if (in_group != 0) out.push_back(g);
  }
  return out;
}

}  // namespace

void check_head(const Config& config, Index head) {
  if (head < 0 || head >= config.num_heads)
    fail(ErrorCode::config, "no_head", "head {head} does not exist (0 to {last})", head,
         config.num_heads - 1);
}

const Tensor& context_of(const Run& run) {
  if (!run.fault.empty()) {
    fail(ErrorCode::config, "contributions_of_wrong_path",
         "this run took the wrong path {path}; contributions follow the right one", run.fault);
  }
  const Step* scaled = run.find("context_scaled");
  return scaled != nullptr ? scaled->output : run.tensor("context");
}

Tensor contributions(const Run& run) {
  const Config& c = run.layer.config;
  const Tensor& context = context_of(run);  // (B, H, T_q, d_v)
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
  for (Index h : heads) check_head(config, h);
  if (kept.empty())
    fail(ErrorCode::config, "all_heads_pruned", "all {heads} heads would be pruned; at least one has to stay",
         config.num_heads);
  if (config.alibi && !heads.empty()) {
    fail(ErrorCode::config, "slopes_follow_heads",
         "a layer with alibi cannot lose heads: the slopes of the others follow from the number of heads");
  }
  const std::vector<Index> kept_kv = kept_kv_heads(config, kept);

  Layer out{config, Weights()};
  out.config.num_heads = static_cast<Index>(kept.size());
  out.config.num_kv_heads = static_cast<Index>(kept_kv.size());
  out.weights = Weights::zeros(out.config);
  for (const LayerParam& param : kParams) {
    const Tensor& tensor = layer.weights[param];
    if (!tensor) continue;
    const bool of_queries = param.heads == HeadsOf::queries;
    const Index blocks = of_queries ? config.num_heads : config.num_kv_heads;
    out.weights.set(out.config, param,
                    param.heads == HeadsOf::none
                        ? tensor
                        : keep_blocks(tensor, param.head_dim, blocks, of_queries ? kept : kept_kv));
  }
  return out;
}

}  // namespace mha
