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
  return config;
}

val js(const Config& config) {
  val out = val::object();
  for (const ConfigField& field : kConfigFields) {
    out.set(camel_case(field.name), field.size != nullptr ? js(config.*field.size) : js(config.*field.flag));
  }
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
