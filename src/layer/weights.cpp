#include "weights.hpp"

#include <algorithm>
#include <cmath>

#include "../tensor/rng.hpp"

namespace mha {
namespace {

constexpr double kSmallDeviation = 0.02;

/// The bound of Xavier's uniform distribution, +-bound.
double xavier_bound(Param param, const Dims& sizes) {
  const auto in = static_cast<double>(sizes[0]), out = static_cast<double>(sizes[1]);
  return param == Param::wO ? 1.0 / std::sqrt(in) : std::sqrt(6.0 / (in + out));
}

}  // namespace

Dims shape_of(Param param, const Config& c) {
  switch (param) {
    case Param::wQ:
      return {c.d_model, c.num_heads * c.d_k};
    case Param::wK:
      return {c.d_key, c.num_kv_heads * c.d_k};
    case Param::wV:
      return {c.d_value, c.num_kv_heads * c.d_v};
    case Param::wO:
      return {c.num_heads * c.d_v, c.d_model};
    case Param::bQ:
      return {c.num_heads * c.d_k};
    case Param::bK:
      return {c.num_kv_heads * c.d_k};
    case Param::bV:
      return {c.num_kv_heads * c.d_v};
    case Param::bO:
      return {c.d_model};
  }
  return {};
}

template <class F>
Weights Weights::each_by(const Config& given, F make) {
  Weights out;
  const Config& config = out.config_ = resolve(given);
  for (Param param : kParams) {
    if (config.bias || !is_bias(param))
      out.tensors_[static_cast<std::size_t>(param)] = make(param, shape_of(param, config));
  }
  if (config.fused) out.fuse(false);
  if (config.fused && config.bias) out.fuse(true);
  return out;
}

Weights Weights::zeros(const Config& config) {
  return each_by(config, [](Param, const Dims& sizes) { return Tensor::zeros(sizes); });
}

Weights Weights::meta(const Config& config) {
  return each_by(config, [](Param, const Dims& sizes) { return Tensor::meta(sizes); });
}

/// Sets biases to 0 and each number of a matrix to draw(rng, bound). Each matrix has its own random stream.
template <class F>
Weights Weights::drawn(const Config& config, std::uint64_t seed, F draw) {
  return each_by(config, [&](Param param, const Dims& sizes) {
    if (is_bias(param)) return Tensor::zeros(sizes);
    Rng rng(seed, static_cast<std::uint64_t>(param) + 1);
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
  if (is_bias(param) && !config.bias) {
    fail(ErrorCode::config, "no_biases", "{name} given to a layer without biases (create it with bias: true)",
         name(param));
  }
  const Dims expected = shape_of(param, config);
  if (!(values.sizes() == expected)) {
    fail_shape(name(param), values.sizes(), expected);
  }
  Tensor& slot = tensors_[static_cast<std::size_t>(param)];
  const Tensor before = slot;
  slot = values.contiguous();
  try {
    if (config_.fused) fuse(is_bias(param));
  } catch (...) {
    slot = before;
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
  const auto is_same = [&](const ConfigField& field) {
    return field.size == nullptr || config.*field.size == config_.*field.size;
  };
  return std::ranges::all_of(kConfigFields, is_same) && config.bias == config_.bias &&
         (config_.fused || !config.fused);
}

void Weights::fuse(bool biases) {
  std::array<Tensor*, 3> parts = {};
  for (std::size_t i = 0; i < parts.size(); ++i)
    parts[i] = &tensors_[i + static_cast<std::size_t>(biases ? Param::bQ : Param::wQ)];
  const Tensor whole = side_by_side(parts);  // first, so that nothing has changed if memory runs out
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
    if (config.bias || !is_bias(param)) count = add_checked(count, count_elements(shape_of(param, config)));
  }
  return count;
}

}  // namespace mha
