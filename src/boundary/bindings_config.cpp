#include "bindings_config.hpp"

#include <cctype>

namespace mha {
namespace {

/// num_heads -> numHeads
std::string camel_case(std::string_view name) {
  std::string out;
  bool upper = false;
  for (const char letter : name) {
    if (letter != '_') out += upper ? static_cast<char>(std::toupper(letter)) : letter;
    upper = letter == '_';
  }
  return out;
}

/// Options that may be off or have values of their own. web/core has filled in their defaults.
void read_variants(const val& options, Config& config) {
  if (const val rope = options["rope"]; !rope.isNull()) {
    config.rope = {.style = value_in(kRopeStyles, rope["style"]),
                   .base = rope["base"].as<double>(),
                   .fraction = rope["fraction"].as<double>(),
                   .scaling = rope["scaling"].as<double>(),
                   .length = rope["length"].as<double>(),
                   .low = rope["low"].as<double>(),
                   .high = rope["high"].as<double>(),
                   .factors = emscripten::convertJSArrayToNumberVector<float>(rope["factors"])};
  }
  if (const val norm = options["qkNorm"]; !norm.isNull()) {
    config.qk_norm = true;
    config.qk_norm_eps = norm["eps"].as<double>();
    config.qk_norm_whole = norm["whole"].isTrue();
  }
  if (const val cap = options["softcap"]; !cap.isNull()) config.softcap = cap.as<double>();
  if (const val window = options["window"]; !window.isNull())
    config.window = {index_of(window[0]), index_of(window[1])};
  if (const val latent = options["latent"]; !latent.isNull()) {
    config.latent = {.rank = index_of(latent["rank"]),
                     .query_rank = index_of(latent["queryRank"]),
                     .rope_width = index_of(latent["ropeWidth"]),
                     .bias = latent["bias"].isTrue()};
    if (const val of_latents = latent["norm"]; !of_latents.isNull()) {
      config.latent.norm = true;
      config.latent.norm_eps = of_latents["eps"].as<double>();
    }
  }
}

/// An option that is off becomes false, or null for a number.
void write_variants(const Config& config, val& out) {
  val rope(false), norm(false), latent(false), window = val::null(), cap = val::null();
  if (config.rope) {
    rope = val::object();
    rope.set("style", js(std::string(name(config.rope.style))));
    rope.set("base", config.rope.base);
    rope.set("fraction", config.rope.fraction);
    rope.set("scaling", config.rope.scaling);
    if (!config.rope.factors.empty()) rope.set("factors", js(std::span<const float>(config.rope.factors)));
    if (config.rope.length > 0) {
      rope.set("length", config.rope.length);
      rope.set("low", config.rope.low);
      rope.set("high", config.rope.high);
    }
  }
  if (config.qk_norm) {
    norm = val::object();
    norm.set("eps", config.qk_norm_eps);
    if (config.qk_norm_whole) norm.set("whole", true);
  }
  if (config.softcap != 0) cap = val(config.softcap);
  if (!config.window.sees_all()) {
    window = val::array();
    window.call<void>("push", js(config.window.left));
    window.call<void>("push", js(config.window.right));
  }
  if (config.latent) {
    latent = val::object();
    latent.set("rank", js(config.latent.rank));
    latent.set("queryRank", js(config.latent.query_rank));
    latent.set("ropeWidth", js(config.latent.rope_width));
    if (config.latent.norm) {
      val of_latents = val::object();
      of_latents.set("eps", config.latent.norm_eps);
      latent.set("norm", of_latents);
    }
    if (config.latent.bias) latent.set("bias", true);
  }
  out.set("rope", rope);
  out.set("latent", latent);
  out.set("qkNorm", norm);
  out.set("softcap", cap);
  out.set("window", window);
}

}  // namespace

Config config_of(const val& options) {
  Config config;
  for (const ConfigField& field : kConfigFields) {
    const val value = options[camel_case(field.name)];
    if (field.size != nullptr) {
      config.*field.size = index_of(value);
    } else {
      config.*field.flag = value.isTrue();
    }
  }
  read_variants(options, config);
  return config;
}

val js(const Config& config) {
  val out = val::object();
  for (const ConfigField& field : kConfigFields) {
    out.set(camel_case(field.name), field.size != nullptr ? js(config.*field.size) : js(config.*field.flag));
  }
  write_variants(config, out);
  return out;
}

val config_fields() {
  val fields = val::array();
  for (const ConfigField& field : kConfigFields) {
    val row = val::object();
    row.set("name", js(std::string(field.name)));
    row.set("key", js(camel_case(field.name)));
    row.set("isSize", field.size != nullptr);
    fields.call<void>("push", row);
  }
  return fields;
}

}  // namespace mha
