#pragma once

#include "../layer/config.hpp"
#include "bindings.hpp"

namespace mha {

// A layer's configuration as a JavaScript object. Its properties have the names of kConfigFields, in camel
// case.

/// Reads an object with every field. A size of 0 asks for the default.
Config config_of(const val& options);
val js(const Config& config);

/// { name, key, isSize } of each field; `key` is the name of the property.
val config_fields();

}  // namespace mha
