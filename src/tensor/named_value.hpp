#pragma once

#include <array>
#include <string_view>
#include <type_traits>

namespace mha {

/// A value of an enumeration, and the name by which messages, JSON and JavaScript know it.
template <class E>
struct NamedValue {
  using Value = E;
  E value;
  std::string_view name;  // of a literal, so that a 0 stands after it

  constexpr operator E() const { return value; }
};

// Compilers before clang 17 do not deduce an aggregate's arguments by themselves.
template <class E>
NamedValue(E, const char*) -> NamedValue<E>;

/// Empty where the table has no such value.
template <class E, std::size_t n>
constexpr std::string_view name_in(const std::array<NamedValue<E>, n>& table, std::type_identity_t<E> value) {
  for (const NamedValue<E>& row : table) {
    if (row.value == value) return row.name;
  }
  return {};
}

/// Whether the table names the values 0, 1, 2 ... in order, so that it leaves none out in between.
template <class E, std::size_t n>
constexpr bool is_in_order(const std::array<NamedValue<E>, n>& table) {
  for (std::size_t i = 0; i < n; ++i) {
    if (static_cast<std::size_t>(table[i].value) != i) return false;
  }
  return true;
}

}  // namespace mha
