#include "weights.hpp"

#include <algorithm>

#include "rng.hpp"

namespace mha {
namespace {

constexpr double kStandardDeviation = 0.02;

void check_size(const char* what, Index size) {
  constexpr Index kLargest = Index{1} << 30;
  if (size < 1) fail(ErrorCode::config, "{} {} is not a whole number of at least 1", what, size);
  if (size > kLargest) fail(ErrorCode::config, "{} {} is more than {}", what, size, kLargest);
}

void check_divides(const char* whole_name, Index whole, const char* part_name, Index part) {
  if (whole % part == 0) return;
  const Index below = whole - whole % part;
  const std::string nearest = below == 0 ? text(" (nearest that is: {})", part)
                                         : text(" (nearest that are: {}, {})", below, below + part);
  fail(ErrorCode::config, "{} {} is not divisible by {} {}{}", whole_name, whole, part_name, part, nearest);
}

/// Those up to 1024, at most twelve: "1, 2, 4, 8".
std::string divisors(Index number) {
  std::string out = "1";
  int found = 1;
  for (Index d = 2; d <= std::min<Index>(number, 1024) && found < 12; ++d) {
    if (number % d != 0) continue;
    out += text(", {}", d);
    ++found;
  }
  return out;
}

}  // namespace

Config resolve(Config config) {
  const auto use_default = [](Index& size, Index fallback) { size = size == 0 ? fallback : size; };
  check_size("d_model", config.d_model);
  check_size("num_heads", config.num_heads);
  use_default(config.num_kv_heads, config.num_heads);
  check_size("num_kv_heads", config.num_kv_heads);
  if (config.num_heads % config.num_kv_heads != 0) {
    fail(ErrorCode::config, "num_heads {} is not divisible by num_kv_heads {} (divisors: {})",
         config.num_heads, config.num_kv_heads, divisors(config.num_heads));
  }
  if (config.d_k == 0) check_divides("d_model", config.d_model, "num_heads", config.num_heads);
  use_default(config.d_k, config.d_model / config.num_heads);
  use_default(config.d_v, config.d_k);
  use_default(config.d_key, config.d_model);
  use_default(config.d_value, config.d_key);
  check_size("d_k", config.d_k);
  check_size("d_v", config.d_v);
  check_size("d_key", config.d_key);
  check_size("d_value", config.d_value);
  if (config.fused && (config.d_key != config.d_model || config.d_value != config.d_model)) {
    fail(ErrorCode::config,
         "fused needs one input for query, key and value, but d_model {}, d_key {} and d_value {} differ",
         config.d_model, config.d_key, config.d_value);
  }
  return config;
}

std::string_view name(Param param) {
  constexpr std::array<std::string_view, kParams.size()> names = {"wQ", "wK", "wV", "wO",
                                                                  "bQ", "bK", "bV", "bO"};
  return names[static_cast<std::size_t>(param)];
}

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
Weights Weights::each_by(const Config& config, F make) {
  Weights out;
  for (Param param : kParams) {
    if (config.bias || !is_bias(param))
      out.tensors_[static_cast<std::size_t>(param)] = make(param, shape_of(param, config));
  }
  out.fuse(config);
  return out;
}

Weights Weights::zeros(const Config& config) {
  return each_by(config, [](Param, const Dims& sizes) { return Tensor::zeros(sizes); });
}

Weights Weights::meta(const Config& config) {
  return each_by(config, [](Param, const Dims& sizes) { return Tensor::meta(sizes); });
}

Weights Weights::random(const Config& config, std::uint64_t seed) {
  return each_by(config, [seed](Param param, const Dims& sizes) {
    if (is_bias(param)) return Tensor::zeros(sizes);
    Rng rng(seed, static_cast<std::uint64_t>(param) + 1);
    Tensor tensor = Tensor::uninitialised(sizes);
    for (float& value : tensor.values()) value = static_cast<float>(kStandardDeviation * rng.normal());
    return tensor;
  });
}

void Weights::set(const Config& config, Param param, const Tensor& values) {
  if (is_bias(param) && !config.bias) {
    fail(ErrorCode::config, "{} given to a layer without biases (create it with bias: true)", name(param));
  }
  const Dims expected = shape_of(param, config);
  if (!(values.sizes() == expected)) {
    fail(ErrorCode::shape, "{} has shape {}, expected {}", name(param), values.sizes(), expected);
  }
  tensors_[static_cast<std::size_t>(param)] = values;
  fuse(config);
}

bool Weights::same_as(const Weights& other) const {
  for (Param param : kParams) {
    if (!(*this)[param].shares_buffer_with(other[param])) return false;
  }
  return true;
}

void Weights::fuse(const Config& config) {
  if (!config.fused) return;
  const auto side_by_side = [&](Param first, Param second, Param third) {
    const std::array parts = {first, second, third};
    Dims sizes = shape_of(first, config);
    sizes.back() = 0;
    for (Param part : parts) sizes.back() += shape_of(part, config).back();
    Tensor whole = (*this)[first].like(sizes);
    Index start = 0;
    for (Param part : parts) {
      Tensor& tensor = tensors_[static_cast<std::size_t>(part)];
      const Tensor slice = whole.slice(-1, start, tensor.size(-1));
      if (!whole.is_meta()) copy(tensor, slice);
      start += tensor.size(-1);
      tensor = slice;
    }
    return whole;
  };
  qkv_ = side_by_side(Param::wQ, Param::wK, Param::wV);
  if (config.bias) qkv_bias_ = side_by_side(Param::bQ, Param::bK, Param::bV);
}

Index count_parameters(const Config& config) {
  Index count = 0;
  for (Param param : kParams) {
    if (config.bias || !is_bias(param)) count = sum(count, count_elements(shape_of(param, config)));
  }
  return count;
}

}  // namespace mha
