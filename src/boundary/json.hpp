#pragma once

#include <string>
#include <vector>

#include "../study/chain.hpp"
#include "../study/cost.hpp"

namespace mha {

/// The steps as a JSON array, with the fields of the documented Step. Buffers are numbered from 0 in order of
/// first use.
std::string to_json(const std::vector<Step>& steps);

/// The part of operations() that pictures need, by the name of the operation.
std::string operations_to_json();

/// Each link with its refusal (field "error") and its memory layout, in the fields of the documented Step.
std::string to_json(const std::vector<ChainLink>& links);

/// The fields of Cost, including its steps.
std::string to_json(const Cost& cost);

}  // namespace mha
