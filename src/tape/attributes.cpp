#include "attributes.hpp"

#include <algorithm>

namespace mha {

const Attribute* Attributes::find(std::string_view name) const {
  const Attribute* const found = std::ranges::find(named, name, &Attribute::name);
  return found == named.end() ? nullptr : found;
}

}  // namespace mha
