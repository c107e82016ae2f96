#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "mask.hpp"

namespace mha {

/// What an operation was given beside tensors: a number, whole or real, a word, sizes or dimensions, factors, or
/// masks.
using AttributeValue = std::variant<Index, double, std::string_view, Dims, std::vector<float>, std::vector<Mask>>;

struct Attribute {
  std::string_view name;
  AttributeValue value;
};

/// Those of one operation, by name: everything that it was given, so that what a step says is what it did.
class Attributes {
 public:
  Attributes() = default;
  Attributes(std::initializer_list<Attribute> attributes) : list_(attributes) {}

  const Attribute* begin() const { return list_.begin(); }
  const Attribute* end() const { return list_.end(); }

  /// nullptr where there is none of this name, or it is of another kind.
  template <class T>
  const T* find(std::string_view name) const {
    for (const Attribute& each : list_) {
      if (each.name == name) return std::get_if<T>(&each.value);
    }
    return nullptr;
  }
  /// It has to be there.
  template <class T>
  const T& get(std::string_view name) const {
    return *find<T>(name);
  }

 private:
  InlineList<Attribute, 3> list_;
};

}  // namespace mha
