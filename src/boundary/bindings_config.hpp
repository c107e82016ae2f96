#pragma once

#include "../layer/config.hpp"
#include "bindings.hpp"

namespace mha {

// A layer's configuration as a JavaScript object. Its properties have the names of kConfigFields, in camel
// case; rope, qkNorm, softcap and window have values of their own.

/// Reads an object that has every field. A size of 0 selects the default. An option with values of its own is
/// off if it is null.
Config config_of(const val& options);
val js(const Config& config);

/// { name, key, isSize } of each field; `key` is the name of the property.
val config_fields();

}  // namespace mha
