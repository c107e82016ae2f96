#pragma once

#include <array>
#include <cstdint>

#include "../tape/tape.hpp"
#include "../tensor/named_value.hpp"
#include "config.hpp"

namespace mha {

/// The parameters of one layer, named as in JavaScript's setWeights and in Step.weights. A tape knows
/// parameters by these names alone.
enum class Param { wQ, wK, wV, wO, bQ, bK, bV, bO };
inline constexpr std::array kParams = {
    NamedValue{Param::wQ, "wQ"}, NamedValue{Param::wK, "wK"}, NamedValue{Param::wV, "wV"},
    NamedValue{Param::wO, "wO"}, NamedValue{Param::bQ, "bQ"}, NamedValue{Param::bK, "bK"},
    NamedValue{Param::bV, "bV"}, NamedValue{Param::bO, "bO"},
};
static_assert(is_in_order(kParams) && kParams.back() == Param::bO);
constexpr std::string_view name(Param param) {
  return name_in(kParams, param);
}
constexpr bool is_bias(Param param) {
  return param >= Param::bQ;
}

/// wQ (d_model, H*d_k), wK (d_key, H_kv*d_k), wV (d_value, H_kv*d_v), wO (H*d_v, d_model); bQ (H*d_k), bK
/// (H_kv*d_k), bV (H_kv*d_v), bO (d_model). Applied as Q = X W_Q + b_Q; the head's index is the slower one in
/// H*d_k. `config` is resolved.
Dims shape_of(Param param, const Config& config);

/// The parameters of one layer. In a fused layer, wQ, wK and wV are slices (views with an offset) of one
/// matrix `qkv` (d_model, (H + H_kv) * d_k + H_kv * d_v), and their biases are slices of `qkv_bias`. Never
/// changed in place: a copy keeps its values. Errors for a configuration are those of resolve().
class Weights {
 public:
  Weights() = default;
  /// Xavier initialisation (Glorot and Bengio 2010): W_Q, W_K and W_V uniform in +-sqrt(6 / (in + out)) of
  /// each whole matrix, as (d_model, H*d_k), fused or not; W_O uniform in +-1 / sqrt(in); biases 0. The same
  /// as torch.nn.MultiheadAttention with kdim or vdim. Without these, PyTorch treats the three projections as
  /// one matrix of 3 d_model columns and draws numbers smaller by sqrt(2).
  static Weights random(const Config& config, std::uint64_t seed);
  /// Normal with standard deviation 0.02, biases 0, as is common in language models: the scores are so small
  /// that all keys get almost equal weight.
  static Weights small(const Config& config, std::uint64_t seed);
  static Weights zeros(const Config& config);
  static Weights meta(const Config& config);

  /// Empty for a bias of a layer without biases.
  const Tensor& operator[](Param param) const { return tensors_[static_cast<std::size_t>(param)]; }
  NamedTensor named(Param param) const { return {name(param), (*this)[param]}; }
  const Tensor& qkv() const { return qkv_; }
  const Tensor& qkv_bias() const { return qkv_bias_; }

  /// The same weights with one replaced by a tensor of any strides. Error "config" for a bias of a layer
  /// without biases and for weights of another configuration; "shape" if the shape is not shape_of.
  void set(const Config& config, Param param, const Tensor& values);
  bool same_as(const Weights& other) const;
  /// Whether the weights fit layers of these sizes, so that each has shape_of. Fused weights also fit unfused
  /// layers.
  bool fit(const Config& config) const;

 private:
  template <class F>
  static Weights each_by(const Config& given, F make);
  template <class F>
  static Weights drawn(const Config& config, std::uint64_t seed, F draw);
  /// Concatenates the weights, or the biases, of Q, K and V.
  void fuse(bool biases);

  std::array<Tensor, kParams.size()> tensors_;
  Tensor qkv_, qkv_bias_;
  Config config_;
};

/// The number of parameters. With default sizes it is 4 d_model^2 for any number of heads.
Index count_parameters(const Config& config);

}  // namespace mha
