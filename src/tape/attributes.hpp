#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "mask.hpp"

namespace mha {

/// A number, whole or real, or sizes or dimensions, under the name that Step.attributes has.
struct Attribute {
  std::string_view name;
  std::variant<Index, double, Dims> value;
};

/// Everything that an operation was given beside tensors, so that what a step says is what it did.
struct Attributes {
  InlineList<Attribute, 3> named;
  std::vector<float> factors;  // one for each index of a dimension
  std::vector<Mask> masks;     // of the sizes of what they mask
  std::vector<Index> indices;  // of rows, one for each of the result's

  /// It has to be there, and of that kind.
  template <class T>
  const T& get(std::string_view name) const {
    return *std::get_if<T>(&at(name).value);
  }

 private:
  const Attribute& at(std::string_view name) const;
};

}  // namespace mha
