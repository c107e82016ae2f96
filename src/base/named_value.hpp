#pragma once

#include <array>
#include <string_view>
#include <type_traits>

namespace mha {

/// An enumerator with its name in messages, JSON and JavaScript.
template <class E>
struct NamedValue {
  using Value = E;
  E value;
  std::string_view name;  // from a string literal, so null-terminated

  constexpr operator E() const { return value; }
};

// Deduction guide for compilers before clang 17, which do not deduce the arguments of an aggregate.
template <class E>
NamedValue(E, const char*) -> NamedValue<E>;

/// Returns the name of a value, or an empty string if the table does not have the value.
template <class E, std::size_t n>
constexpr std::string_view name_in(const std::array<NamedValue<E>, n>& table, std::type_identity_t<E> value) {
  for (const NamedValue<E>& row : table) {
    if (row.value == value) return row.name;
  }
  return {};
}

/// Whether the values of the table are 0, 1, 2, ... in this order.
template <class E, std::size_t n>
constexpr bool is_in_order(const std::array<NamedValue<E>, n>& table) {
  for (std::size_t i = 0; i < n; ++i) {
    if (static_cast<std::size_t>(table[i].value) != i) return false;
  }
  return true;
}

}  // namespace mha
