#include "attributes.hpp"

namespace mha {

const Attribute& Attributes::at(std::string_view name) const {
  const Attribute* attribute = named.begin();
  while (attribute->name != name) ++attribute;
  return *attribute;
}

}  // namespace mha
