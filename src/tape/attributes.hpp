#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "mask.hpp"

namespace mha {

/// An attribute, under its name in Step.attributes: an integer, a real number, or sizes or dimensions.
struct Attribute {
  std::string_view name;
  std::variant<Index, double, Dims> value;
};

/// All arguments of an operation besides tensors. A step records them, so that its computation is fully
/// described.
struct Attributes {
  InlineList<Attribute, 4> named;
  std::vector<float> factors;  // one for each index of a dimension
  std::vector<Mask> masks;     // with the sizes of the masked scores
  /// Row indices, one for each row of the result; or Segments::places (kernel/segments.hpp).
  std::vector<Index> indices;

  /// The attribute must exist, and have type T.
  template <class T>
  const T& get(std::string_view name) const {
    return *std::get_if<T>(&at(name).value);
  }

 private:
  const Attribute& at(std::string_view name) const;
};

}  // namespace mha
