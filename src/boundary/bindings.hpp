#pragma once

#include <emscripten/bind.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "boundary.hpp"

namespace mha {

// Helpers that all bindings share. Only files that include this header know Emscripten and JavaScript.
//
// JavaScript passes the arguments of a call as numbers and as vals: plain objects, arrays of numbers and
// typed arrays that web/core has copied and checked, so that no getter of the caller runs in here. Strings
// and value objects are not arguments: Embind allocates them before guarded() begins, and writes to them even
// if the allocation failed. Results are copies in plain JavaScript data; no result points into wasm memory.

using emscripten::val;

/// The current exception as { code, id, parameters, message }, which JavaScript throws. Call it only within a
/// catch block. Allocates no wasm memory.
val failure();

/// Size of the wasm memory, in bytes.
Index memory_limit();

// From JavaScript to C++.

/// The name of a property, as a template argument.
template <std::size_t n>
struct PropertyName {
  std::array<char, n> text{};
  consteval PropertyName(const char (&literal)[n]) { std::copy_n(literal, n, text.begin()); }
};

/// A property of an object. Its name becomes a JavaScript string once; val alone converts the name at each
/// access, which takes longer than a small forward pass.
template <PropertyName name>
val get(const val& object) {
  static const val key(name.text.data());
  return object[key];
}

Index index_of(const val& number);
std::uint64_t seed_of(const val& number);
std::vector<Index> indices_of(const val& numbers);
/// Copies an array of numbers or booleans, whose length is that of `to`.
void copy_doubles(const val& numbers, std::span<double> to);
/// Writes the handles of the values of an array, whose length is that of `to`. The caller owns the handles.
void copy_handles(const val& array, std::span<emscripten::EM_VAL> to);
template <class Numbers>
Numbers numbers_of(const val& numbers) {
  Numbers out{};
  copy_doubles(numbers, out);
  return out;
}
/// The values of an array, by one call of JavaScript; `array[i]` would be one call for each value.
template <std::size_t n>
std::array<val, n> items_of(const val& array) {
  std::array<emscripten::EM_VAL, n> handles{};
  copy_handles(array, handles);
  return std::apply([](auto... each) { return std::array<val, n>{val::take_ownership(each)...}; }, handles);
}
Dims dims_of(const val& numbers);

/// The value of an enumeration, given its index in a table of names. web/core gets the tables from names().
template <class E, std::size_t n>
E value_in(const std::array<NamedValue<E>, n>& table, Index place) {
  return table.at(static_cast<std::size_t>(place)).value;
}
template <class E, std::size_t n>
E value_in(const std::array<NamedValue<E>, n>& table, const val& place) {
  return value_in(table, index_of(place));
}

/// Copies the numbers of a typed or plain array into `to`. Error "shape" if the lengths differ.
void copy_numbers(const val& numbers, std::span<float> to);
/// The sizes of a tensor { data, shape }.
Dims sizes_of(const val& given);
/// Error "memory" if a tensor of these sizes would not fit.
void require_tensor(const Dims& sizes);
/// A tensor from { data, shape }; an empty tensor from undefined. Error "memory" if it would not fit, "shape"
/// if the length of data is not the product of the sizes.
Tensor tensor_of(const val& given);
/// Strings from { bytes, lengths }: concatenated UTF-8, and the length of each string in bytes.
std::vector<std::string> strings_of(const val& text);

// From C++ to JavaScript.

val js(std::span<const float> numbers);        // Float32Array
val js(const Tensor& tensor);                  // { data, shape }; undefined for no tensor
val js(const std::vector<Tensor>& tensors);    // an array of those
val js(const std::vector<Index>& numbers);     // an array of numbers
val js(const std::vector<double>& numbers);    // an array of numbers
val js(const std::vector<std::string>& text);  // an array of strings
val js(const Notice& notice);                  // { id, parameters, message }
val js(const std::vector<Notice>& notices);    // an array of those
inline val js(val value) {
  return value;
}
inline val js(const std::string& text) {
  return val::u8string(text.c_str());
}
inline val js(Index number) {
  return val(static_cast<double>(number));
}
inline val js(double number) {
  return val(number);
}
inline val js(bool flag) {
  return val(flag);
}
template <class T>
val js(std::shared_ptr<T> bound) {
  return val(std::move(bound));
}

/// An object of tensors by name, without the empty ones.
val object_of(std::initializer_list<NamedTensor> tensors);
/// The numbers of a one-dimensional tensor, as an array.
val numbers_in(const Tensor& tensor);
/// The rows of a tensor (rows, columns), each an array of numbers.
val rows_of(const Tensor& tensor);

template <class Table>
val names_in(const Table& table) {
  std::vector<std::string> names;
  for (const auto& row : table) names.emplace_back(row.name);
  return js(names);
}

// Calls.

template <auto f>
struct Guarded;

template <class Result, class... Args, Result (*f)(Args...)>
struct Guarded<f> {
  static val call(Args... args) {
    try {
      if constexpr (std::is_void_v<Result>) {
        f(std::forward<Args>(args)...);
        return val::undefined();
      } else {
        return js(f(std::forward<Args>(args)...));
      }
    } catch (...) {
      return failure();
    }
  }
};

/// Wraps a function for Embind: returns its result, or the failure() of its exception.
template <auto f>
inline constexpr auto* guarded = &Guarded<f>::call;

}  // namespace mha
