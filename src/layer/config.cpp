#include "config.hpp"

#include <algorithm>
#include <cmath>

namespace mha {
namespace {

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
  if (config.rope && config.d_k % 2 != 0) {
    fail(ErrorCode::config, "rope turns features in pairs, but d_k {} is odd (nearest that is even: {})",
         config.d_k, config.d_k + 1);
  }
  return config;
}

float score_scale(const Config& config) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(config.d_k)));
}

}  // namespace mha
