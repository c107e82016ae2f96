#pragma once

#include <string>
#include <vector>

#include "../study/chain.hpp"
#include "../study/cost.hpp"

namespace mha {

/// The steps as a JSON array, in the fields of the documented Step. Buffers are numbered from 0 in the order
/// they first appear.
std::string to_json(const std::vector<Step>& steps);

/// What those who draw need to know of operations(), by name.
std::string operations_to_json();

/// Of each link its refusal, as "error", and how it lies in memory, in the fields of the documented Step.
std::string to_json(const std::vector<ChainLink>& links);

/// The fields of Cost, steps among them.
std::string to_json(const Cost& cost);

}  // namespace mha
