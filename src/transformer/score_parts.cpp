#include "score_parts.hpp"

#include <algorithm>
#include <cmath>

#include "../tensor/gemm.hpp"
#include "circuit.hpp"
#include "ends.hpp"

namespace mha {
namespace {

/// The factors of a head's features by the norm of queries and keys, whose scale is held. features: those of
/// all heads that x makes, before the norm.
std::vector<float> factors_of_norm(const Config& config, const Tensor& gain, std::span<const float> features,
                                   Index head) {
  const auto width = static_cast<std::size_t>(config.d_k), first = static_cast<std::size_t>(head) * width;
  const auto own = config.qk_norm_whole ? features : features.subspan(first, width);
  double squares = 0;
  for (const float value : own) squares += double{value} * double{value};
  const double scale = 1 / std::sqrt(squares / static_cast<double>(own.size()) + config.qk_norm_eps);
  std::vector<float> factors(width);
  for (std::size_t i = 0; i < width; ++i)
    factors[i] = static_cast<float>(scale * double{gain.values()[config.qk_norm_whole ? first + i : i]});
  return factors;
}

}  // namespace

Readings features_of(const Block& block, Side side, Index head, const Tensor& x, Index position) {
  const Config& config = block.config().attention;
  require_own_keys(config);
  const bool is_query = side == Side::query;
  const Index own = is_query ? head : head / config.group_size();
  const Index width = config.d_k, d_model = config.d_model;
  const Weights& weights = block.attention().weights;
  const Tensor matrix = unpacked(weights[is_query ? Param::wQ : Param::wK]);
  const Tensor& bias = weights[is_query ? Param::bQ : Param::bK];
  // Row r holds what feature r of the input adds to the head's features; the last row is the bias.
  Tensor rows = Tensor::zeros({d_model + 1, width});
  const auto columns = matrix.slice(-1, own * width, width).contiguous();
  std::ranges::copy(columns.values(), rows.values().begin());
  if (bias)
    std::ranges::copy(bias.slice(0, own * width, width).contiguous().values(), rows.data() + d_model * width);
  if (config.qk_norm) {
    const Tensor read = block.has_norm_before() ? finished(x, block.norm(BlockParam::attention_gain)) : x;
    const Tensor features = linear(read, matrix, bias);
    const std::vector<float> factors =
        factors_of_norm(config, weights[is_query ? Param::gQ : Param::gK], features.values(), own);
    for (std::size_t i = 0; i < rows.values().size(); ++i) rows.values()[i] *= factors[i % factors.size()];
  }
  if (config.rope)
    rows = rotate(rows.view({d_model + 1, 1, width}), position, config.rope).view({d_model + 1, width});
  const std::span<const float> added = rows.values().last(static_cast<std::size_t>(width));
  const Readings features{rows.slice(0, 0, d_model).transpose(0, 1).contiguous(),
                          {added.begin(), added.end()}};
  return block.has_norm_before() ? before_norm(features, block.norm(BlockParam::attention_gain), x)
                                 : features;
}

double score_of_distance(const Block& block, Index head, Index query, Index key, const Tensor& x) {
  const Config& config = block.config().attention;
  double score = 0;
  if (config.alibi)
    score -= double{alibi_slope(head, config.num_heads)} * std::abs(static_cast<double>(query - key));
  if (const Tensor added = block.by_distance(x, {})) score += double{added({0, head, query, key})};
  return score;
}

Tensor score_pairs(const Tensor& queries, const Tensor& keys, double scale) {
  if (keys.shape().rank() != 2) fail_shape("the parts of a key", keys.sizes(), "(parts, d_k)");
  const Tensor all = linear(queries, keys.transpose(0, 1), {});
  Tensor out = Tensor::uninitialised(all.sizes());
  for (std::size_t i = 0; i < out.values().size(); ++i)
    out.values()[i] = static_cast<float>(scale * double{all.values()[i]});
  return out;
}

}  // namespace mha
