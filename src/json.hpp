#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cost.hpp"

namespace mha {

/// A JSON string. Line breaks become spaces.
std::string quoted(std::string_view s);

/// The steps as a JSON array, in the fields of the documented Step. Buffers are numbered from 0 in the order they first appear.
std::string to_json(const std::vector<Step>& steps);

std::string to_json(const std::vector<std::string>& strings);

/// The fields of Cost, steps among them.
std::string to_json(const Cost& cost);

std::string to_json(const Dims& dims);

/// In the names of JavaScript's Config.
std::string to_json(const Config& config);

}  // namespace mha
