#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "../base/named_value.hpp"
#include "../tape/tape.hpp"
#include "config.hpp"

namespace mha {

/// The parameters of a layer. kParams has the facts about each, in this order, which has no meaning.
enum class Param { wQ, wK, wV, wO, bQ, bK, bV, bO, gQ, gK, sinks, wDQ, wDKV, wKR, bDQ, bDKV, bKR, gDQ, gDKV };

enum class ParamRole { matrix, bias, gain, logit };
/// The heads whose blocks make up a dimension of a parameter.
enum class HeadsOf { none, queries, keys };

/// The facts about a parameter. Tapes, setWeights and Step.weights know a parameter by its name only.
struct LayerParam {
  Param value;
  std::string_view name;
  ParamRole role;
  bool (*is_of)(const Config&);  // whether a layer has the parameter; null: every layer has it
  HeadsOf heads;
  int head_dim;          // the dimension that consists of blocks of heads
  std::uint64_t stream;  // of random numbers, for a matrix
  Dims (*sizes)(const Config&);

  constexpr operator Param() const { return value; }
};

inline constexpr auto kOfBias = [](const Config& c) { return c.bias; };
inline constexpr auto kOfNorm = [](const Config& c) { return c.qk_norm; };
inline constexpr auto kOfLatentBias = [](const Config& c) { return c.latent.bias; };

/// Applied as Q = X W_Q + b_Q; the head's index is the slower one in H*d_k. In latent attention, W_K and W_V
/// multiply the latent X W_DKV + b_DKV in place of X, and W_Q multiplies the latent X W_DQ + b_DQ if the
/// layer has W_DQ; a norm of latents stands between.
inline constexpr std::array kParams = {
    LayerParam{Param::wQ, "wQ", ParamRole::matrix, nullptr, HeadsOf::queries, 1, 1,
               [](const Config& c) {
                 return Dims{c.latent.query_rank > 0 ? c.latent.query_rank : c.d_model,
                             c.num_heads * c.score_width()};
               }},
    LayerParam{Param::wK, "wK", ParamRole::matrix, nullptr, HeadsOf::keys, 1, 2,
               [](const Config& c) {
                 return Dims{c.latent ? c.latent.rank : c.d_key, c.num_kv_heads * c.d_k};
               }},
    LayerParam{Param::wV, "wV", ParamRole::matrix, nullptr, HeadsOf::keys, 1, 3,
               [](const Config& c) {
                 return Dims{c.latent ? c.latent.rank : c.d_value, c.num_kv_heads * c.d_v};
               }},
    LayerParam{Param::wO, "wO", ParamRole::matrix, nullptr, HeadsOf::queries, 0, 4,
               [](const Config& c) {
                 return Dims{c.num_heads * c.d_v, c.d_model};
               }},
    LayerParam{Param::bQ, "bQ", ParamRole::bias, kOfBias, HeadsOf::queries, 0, 0,
               [](const Config& c) { return Dims{c.num_heads * c.d_k}; }},
    LayerParam{Param::bK, "bK", ParamRole::bias, kOfBias, HeadsOf::keys, 0, 0,
               [](const Config& c) { return Dims{c.num_kv_heads * c.d_k}; }},
    LayerParam{Param::bV, "bV", ParamRole::bias, kOfBias, HeadsOf::keys, 0, 0,
               [](const Config& c) { return Dims{c.num_kv_heads * c.d_v}; }},
    LayerParam{Param::bO, "bO", ParamRole::bias, [](const Config& c) { return c.bias || c.latent.bias; },
               HeadsOf::none, 0, 0, [](const Config& c) { return Dims{c.d_model}; }},
    LayerParam{Param::gQ, "gQ", ParamRole::gain, kOfNorm, HeadsOf::none, 0, 0,
               [](const Config& c) { return Dims{c.qk_norm_whole ? c.num_heads * c.d_k : c.d_k}; }},
    LayerParam{Param::gK, "gK", ParamRole::gain, kOfNorm, HeadsOf::none, 0, 0,
               [](const Config& c) { return Dims{c.qk_norm_whole ? c.num_kv_heads * c.d_k : c.d_k}; }},
    LayerParam{Param::sinks, "sinks", ParamRole::logit, [](const Config& c) { return c.sinks; },
               HeadsOf::queries, 0, 0, [](const Config& c) { return Dims{c.num_heads}; }},
    LayerParam{Param::wDQ, "wDQ", ParamRole::matrix, [](const Config& c) { return c.latent.query_rank > 0; },
               HeadsOf::none, 0, 5,
               [](const Config& c) {
                 return Dims{c.d_model, c.latent.query_rank};
               }},
    LayerParam{Param::wDKV, "wDKV", ParamRole::matrix, [](const Config& c) { return c.latent.rank > 0; },
               HeadsOf::none, 0, 6,
               [](const Config& c) {
                 return Dims{c.d_model, c.latent.rank};
               }},
    LayerParam{Param::wKR, "wKR", ParamRole::matrix, [](const Config& c) { return c.latent.rank > 0; },
               HeadsOf::none, 0, 7,
               [](const Config& c) {
                 return Dims{c.d_model, c.latent.rope_width};
               }},
    LayerParam{Param::bDQ, "bDQ", ParamRole::bias,
               [](const Config& c) { return c.latent.bias && c.latent.query_rank > 0; }, HeadsOf::none, 0, 0,
               [](const Config& c) { return Dims{c.latent.query_rank}; }},
    LayerParam{Param::bDKV, "bDKV", ParamRole::bias, kOfLatentBias, HeadsOf::none, 0, 0,
               [](const Config& c) { return Dims{c.latent.rank}; }},
    LayerParam{Param::bKR, "bKR", ParamRole::bias, kOfLatentBias, HeadsOf::none, 0, 0,
               [](const Config& c) { return Dims{c.latent.rope_width}; }},
    LayerParam{Param::gDQ, "gDQ", ParamRole::gain,
               [](const Config& c) { return c.latent.norm && c.latent.query_rank > 0; }, HeadsOf::none, 0, 0,
               [](const Config& c) { return Dims{c.latent.query_rank}; }},
    LayerParam{Param::gDKV, "gDKV", ParamRole::gain, [](const Config& c) { return c.latent.norm; },
               HeadsOf::none, 0, 0, [](const Config& c) { return Dims{c.latent.rank}; }},
};

constexpr std::size_t index_of(Param param) {
  return static_cast<std::size_t>(param);
}
static_assert(std::ranges::all_of(kParams,
                                  [](const LayerParam& each) {
                                    return &each == &kParams[index_of(each.value)];
                                  }) &&
              kParams.back() == Param::gDKV);
constexpr const LayerParam& facts_of(Param param) {
  return kParams[index_of(param)];
}
constexpr std::string_view name(Param param) {
  return facts_of(param).name;
}
/// `config` is resolved, here and in all functions below.
inline Dims shape_of(Param param, const Config& config) {
  return facts_of(param).sizes(config);
}
/// Whether layers of this configuration have the parameter.
inline bool has(const Config& config, Param param) {
  const auto is_of = facts_of(param).is_of;
  return is_of == nullptr || is_of(config);
}

/// The parameters of one layer. In a fused layer, wQ, wK and wV are slices (views with an offset) of one
/// matrix `qkv` (d_model, (H + H_kv) * d_k + H_kv * d_v), and their biases are slices of `qkv_bias`. The
/// library never changes them in place, so a copy keeps its values. Errors for a configuration are those of
/// resolve().
/// Threads may read one object at the same time; set() needs a lock.
class Weights {
 public:
  Weights() = default;
  /// Xavier initialisation (Glorot and Bengio 2010): W_Q, W_K and W_V uniform in +-sqrt(6 / (in + out)) of
  /// each whole matrix, as (d_model, H*d_k), fused or not; W_O uniform in +-1 / sqrt(in); biases 0. The same
  /// as torch.nn.MultiheadAttention with kdim or vdim. Without these, PyTorch treats the three projections as
  /// one matrix of 3 d_model columns and draws numbers smaller by sqrt(2).
  static Weights random(const Config& config, std::uint64_t seed);
  /// Normal with standard deviation 0.02, as is common in language models: the scores are so small
  /// that all keys get almost equal weight.
  static Weights small(const Config& config, std::uint64_t seed);
  /// Matrices, biases and sinks of 0, and weights of norms of 1.
  static Weights zeros(const Config& config);
  static Weights meta(const Config& config);

  /// Empty for a parameter that the layer does not have.
  const Tensor& operator[](Param param) const { return tensors_[index_of(param)]; }
  NamedTensor named(Param param) const { return {name(param), (*this)[param]}; }
  const Tensor& qkv() const { return qkv_; }
  const Tensor& qkv_bias() const { return qkv_bias_; }

  /// The same weights with one replaced by a tensor of any strides. Shares the buffer of a contiguous or
  /// packed tensor: do not write to it afterwards, but set a new tensor. Error "config" for a parameter that
  /// the layer does not have and for weights of another configuration; "shape" if the shape is not shape_of.
  void set(const Config& config, Param param, const Tensor& values);
  bool same_as(const Weights& other) const;
  /// Whether the weights fit layers of these sizes, that is, each has shape_of. Fused weights also fit
  /// unfused layers.
  bool fit(const Config& config) const;

 private:
  template <class F>
  static Weights each_by(const Config& given, F make);
  template <class F>
  static Weights drawn(const Config& config, std::uint64_t seed, F draw);
  Tensor& slot(Param param) { return tensors_[index_of(param)]; }
  /// Concatenates the weights, or the biases, of Q, K and V.
  void fuse(bool biases);

  std::array<Tensor, kParams.size()> tensors_;
  Tensor qkv_, qkv_bias_;
  Config config_;
};

/// The number of parameters. With default sizes it is 4 d_model^2 for any number of heads.
Index count_parameters(const Config& config);

}  // namespace mha
