#pragma once

#include <cassert>
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
  Index meta_factors =
      0;  // number of factors that were left out, because a meta tensor needs only their count
  std::vector<Mask> masks;  // with the sizes of the masked scores
  /// Row indices, one for each row of the result; or Segments::places (kernel/segments.hpp).
  std::vector<Index> indices;

  /// nullptr if there is no such attribute.
  const Attribute* find(std::string_view name) const;
  /// The attribute must exist, and have type T. Tape checks this by Operation::takes; debug builds assert it.
  template <class T>
  const T& get(std::string_view name) const {
    const Attribute* const attribute = find(name);
    assert(attribute != nullptr && std::holds_alternative<T>(attribute->value));
    return *std::get_if<T>(&attribute->value);
  }
  /// The number of factors, with those that were left out.
  Index count_factors() const { return static_cast<Index>(factors.size()) + meta_factors; }
};

}  // namespace mha
