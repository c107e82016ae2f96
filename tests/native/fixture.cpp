#include "fixture.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

using namespace mha;

namespace {

Dims read_sizes(std::istream& line) {
  Dims sizes;
  for (Index size; line >> size;) sizes.push_back(size);
  return sizes;
}

}  // namespace

Tensor FixtureCase::tensor(const std::string& key) const {
  const auto found = tensors.find(key);
  return found == tensors.end() ? Tensor() : found->second;
}

Tensor random_values(std::uint64_t seed, float scale, const Dims& sizes) {
  auto state = static_cast<std::uint32_t>(seed);
  Tensor out = Tensor::uninitialised(sizes);
  for (float& value : out.values()) {
    state = state * 1664525u + 1013904223u;
    value = (static_cast<float>(state >> 8) / 8388608.0f - 1.0f) * scale;
  }
  return out;
}

std::vector<FixtureCase> read_fixture(const std::string& name) {
  const std::string path = std::string(FIXTURES) + "/" + name;
  std::ifstream text(path + ".txt"), numbers(path + ".bin", std::ios::binary);
  if (!text || !numbers) throw std::runtime_error("cannot read " + path);
  std::vector<FixtureCase> cases;
  for (std::string row; std::getline(text, row);) {
    std::istringstream line(row);
    std::string kind, key;
    line >> kind >> key;
    if (kind == "case") {
      cases.push_back({.name = key});
      line >> cases.back().oracle;
    } else if (kind == "set") {
      line >> cases.back().settings[key];
    } else if (kind == "random") {
      std::uint32_t seed = 0;
      float scale = 0;
      line >> seed >> scale;
      cases.back().tensors[key] = random_values(seed, scale, read_sizes(line));
    } else if (kind == "file") {
      Tensor tensor = Tensor::uninitialised(read_sizes(line));
      numbers.read(reinterpret_cast<char*>(tensor.data()),
                   tensor.elements() * static_cast<Index>(sizeof(float)));
      cases.back().tensors[key] = tensor;
    }
  }
  return cases;
}

/// Sets the options that only some cases have.
static Config with_variants(const FixtureCase& f, Config config) {
  const auto real = [&](const char* key, double otherwise) {
    return f.settings.contains(key) ? std::stod(f.settings.at(key)) : otherwise;
  };
  if (f.settings.contains("rope")) {
    const bool halves = f.settings.at("rope") == "half";
    config.rope = {.style = halves ? RopeStyle::half : RopeStyle::interleaved,
                   .base = real("rope_base", 1e4),
                   .fraction = real("rope_fraction", 1),
                   .scaling = real("rope_scaling", 1)};
  }
  config.qk_norm = f.settings.contains("qk_norm");
  config.qk_norm_eps = real("qk_norm", 1e-6);
  config.alibi = f.settings.contains("alibi");
  config.softcap = real("softcap", 0);
  config.window = {static_cast<Index>(real("window_left", -1)), static_cast<Index>(real("window_right", -1))};
  config.sinks = f.settings.contains("sinks");
  config.latent = {static_cast<Index>(real("rank", 0)), static_cast<Index>(real("query_rank", 0)),
                   static_cast<Index>(real("rope_width", 0))};
  config.latent.norm = f.settings.contains("latent_norm");
  config.latent.norm_eps = real("latent_norm", 1e-6);
  config.latent.bias = f.settings.contains("latent_bias");
  return resolve(config);
}

Layer layer_of(const FixtureCase& f) {
  const Config config =
      with_variants(f, {f.number("d_model"), f.number("num_heads"), f.number("num_kv_heads"), f.number("d_k"),
                        f.number("d_v"), f.number("d_key"), f.number("d_value"), f.number("bias") != 0,
                        f.number("fused") != 0});
  Layer layer{config, Weights::zeros(config)};
  for (Param param : kParams) {
    const std::string key(name(param));
    if (f.has(key)) layer.weights.set(config, param, f.tensor(key));
  }
  return layer;
}

ForwardArgs args_of(const FixtureCase& f) {
  ForwardArgs args{.query = f.tensor("query"), .key = f.tensor("key"), .value = f.tensor("value")};
  args.past = {f.tensor("past_key"), f.tensor("past_value")};
  args.causal = f.number("causal") != 0;
  const auto mask = [&](const std::string& key) -> std::optional<Mask> {
    if (!f.has(key)) return std::nullopt;
    return Mask{f.tensor(key), f.settings.at(key + "_kind") == "additive"};
  };
  args.key_padding_mask = mask("key_padding_mask");
  args.attn_mask = mask("attn_mask");
  if (f.settings.at("mask_fill") == "-1e9") args.mask_fill = -1e9f;
  args.dropout = std::stod(f.settings.at("dropout"));
  args.dropout_seed = static_cast<std::uint64_t>(f.number("dropout_seed"));
  if (f.has("head_scale")) {
    const Tensor scale = f.tensor("head_scale");
    args.head_scale.assign(scale.values().begin(), scale.values().end());
  }
  return args;
}

double relative_difference(const Tensor& actual, const Tensor& expected) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!actual || !(actual.sizes() == expected.sizes())) return kInfinity;
  const Tensor a = actual.contiguous(), b = expected.contiguous();
  double largest = 1, difference = 0;
  for (std::size_t i = 0; i < a.values().size(); ++i) {
    const double x = a.values()[i], y = b.values()[i];
    if (std::isnan(x) != std::isnan(y)) return kInfinity;
    if (std::isnan(x) || x == y) continue;
    largest = std::max(largest, std::abs(y));
    difference = std::max(difference, std::abs(x - y));
  }
  return difference / largest;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (char c : text) c == at ? static_cast<void>(parts.emplace_back()) : parts.back().push_back(c);
  return parts;
}
