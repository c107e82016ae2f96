#include "weights.hpp"

#include <algorithm>
#include <cmath>

#include "../base/rng.hpp"

namespace mha {
namespace {

Tensor constant(Param param, const Dims& sizes) {
  Tensor tensor = Tensor::zeros(sizes);
  if (facts_of(param).role == ParamRole::gain) std::ranges::fill(tensor.values(), 1.0f);
  return tensor;
}

constexpr double kSmallDeviation = 0.02;

constexpr std::array kOptionsOfLatents = {Param::bDQ, Param::bDKV, Param::bKR, Param::gDQ, Param::gDKV};

[[noreturn]] void fail_for_missing(const LayerParam& param) {
  if (std::ranges::find(kOptionsOfLatents, param.value) != kOptionsOfLatents.end()) {
    const std::string option = param.role == ParamRole::bias ? "bias" : "norm";
    fail(ErrorCode::config, "no_latent_option",
         "{name} given to a layer whose latents have no {option} (create it with a latent whose {option} is "
         "true)",
         param.name, option, option);
  }
  if (param.role == ParamRole::bias) {
    fail(ErrorCode::config, "no_biases", "{name} given to a layer without biases (create it with bias: true)",
         param.name);
  }
  if (param.role == ParamRole::gain) {
    fail(ErrorCode::config, "no_qk_norm",
         "{name} given to a layer that does not norm queries and keys (create it with qkNorm: true)",
         param.name);
  }
  if (param.role == ParamRole::matrix) {
    fail(ErrorCode::config, "no_latent",
         "{name} given to a layer without such latents (create it with latent)", param.name);
  }
  fail(ErrorCode::config, "no_sinks", "{name} given to a layer without sinks (create it with sinks: true)",
       param.name);
}

/// The bound of Xavier's uniform distribution, +-bound.
double xavier_bound(Param param, const Dims& sizes) {
  const auto in = static_cast<double>(sizes[0]), out = static_cast<double>(sizes[1]);
  return param == Param::wO ? 1.0 / std::sqrt(in) : std::sqrt(6.0 / (in + out));
}

}  // namespace

template <class F>
Weights Weights::each_by(const Config& given, F make) {
  Weights out;
  const Config& config = out.config_ = resolve(given);
  for (Param param : kParams) {
    if (has(config, param)) out.slot(param) = make(param, shape_of(param, config));
  }
  if (config.fused) out.fuse(false);
  if (config.fused && config.bias) out.fuse(true);
  return out;
}

Weights Weights::zeros(const Config& config) {
  return each_by(config, constant);
}

Weights Weights::meta(const Config& config) {
  return each_by(config, [](Param, const Dims& sizes) { return Tensor::meta(sizes); });
}

/// Like zeros(), but each element of a matrix is draw(rng, bound).
template <class F>
Weights Weights::drawn(const Config& config, std::uint64_t seed, F draw) {
  return each_by(config, [&](Param param, const Dims& sizes) {
    if (facts_of(param).role != ParamRole::matrix) return constant(param, sizes);
    Rng rng(seed, facts_of(param).stream);
    const double bound = xavier_bound(param, sizes);
    Tensor tensor = Tensor::uninitialised(sizes);
    for (float& value : tensor.values()) value = static_cast<float>(draw(rng, bound));
    return tensor;
  });
}

Weights Weights::random(const Config& config, std::uint64_t seed) {
  return drawn(config, seed, [](Rng& rng, double bound) { return bound * (2.0 * rng.uniform() - 1.0); });
}

Weights Weights::small(const Config& config, std::uint64_t seed) {
  return drawn(config, seed, [](Rng& rng, double) { return kSmallDeviation * rng.normal(); });
}

void Weights::set(const Config& config, Param param, const Tensor& values) {
  if (!fit(config))
    fail(ErrorCode::config, "weights_of_other_sizes",
         "{name} was set for other sizes than these weights have", name(param));
  if (!has(config, param)) fail_for_missing(facts_of(param));
  const Dims expected = shape_of(param, config);
  if (!(values.sizes() == expected)) {
    fail_shape(name(param), values.sizes(), expected);
  }
  Tensor& place = slot(param);
  const Tensor before = place;
  place = values.contiguous();
  try {
    const ParamRole role = facts_of(param).role;
    if (config_.fused && (role == ParamRole::matrix || role == ParamRole::bias))
      fuse(role == ParamRole::bias);
  } catch (...) {
    place = before;
    throw;
  }
}

bool Weights::same_as(const Weights& other) const {
  for (Param param : kParams) {
    if (!(*this)[param].shares_buffer_with(other[param])) return false;
  }
  return true;
}

bool Weights::fit(const Config& config) const {
  if (config == config_) return true;  // the usual case, and cheaper than the comparison of all fields
  const auto is_same = [&](const ConfigField& field) {
    return field.size == nullptr || config.*field.size == config_.*field.size;
  };
  const auto has_same = [&](const LayerParam& param) { return has(config, param) == has(config_, param); };
  return std::ranges::all_of(kConfigFields, is_same) && std::ranges::all_of(kParams, has_same) &&
         config.latent == config_.latent && (config_.fused || !config.fused);
}

void Weights::fuse(bool biases) {
  const std::array<Tensor*, 3> parts = {&slot(biases ? Param::bQ : Param::wQ),
                                        &slot(biases ? Param::bK : Param::wK),
                                        &slot(biases ? Param::bV : Param::wV)};
  const Tensor whole = side_by_side(parts);  // first, so that nothing changes if the allocation fails
  Index start = 0;
  for (Tensor* part : parts) {
    *part = whole.slice(-1, start, part->size(-1));
    start += part->size(-1);
  }
  (biases ? qkv_bias_ : qkv_) = whole;
}

Index count_parameters(const Config& config) {
  Index count = 0;
  for (Param param : kParams) {
    if (has(config, param)) count = add_checked(count, count_elements(shape_of(param, config)));
  }
  return count;
}

}  // namespace mha
