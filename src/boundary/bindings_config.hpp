#pragma once

#include "../layer/config.hpp"
#include "bindings.hpp"

namespace mha {

// A layer's configuration as JavaScript has it: an object whose properties are named as kConfigFields are, in
// camel case.

/// Of an object with every field: a size that is 0 asks for its default.
Config config_of(const val& options);
val js(const Config& config);

/// { name, key, isSize } of each field, where `key` is the property's name.
val config_fields();

}  // namespace mha
