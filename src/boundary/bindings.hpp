#pragma once

#include <emscripten/bind.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "boundary.hpp"

namespace mha {

// What all bindings share. The files that include this header are the only code that knows Emscripten and
// JavaScript.
//
// JavaScript passes a call's arguments as numbers and as vals: plain objects, arrays of numbers and typed
// arrays that web/core has read and checked, so that no code of a caller runs below. Strings and value
// objects are not taken as arguments: Embind allocates those before guarded() begins, and writes strings
// where an allocation has failed. Results are plain JavaScript data, copied; nothing points into wasm memory
// once a call has returned.

using emscripten::val;

/// The current exception as { code, id, parameters, message }, which JavaScript throws. Call it only within a
/// catch block. Allocates no wasm memory.
val failure();

/// The bytes at which WebAssembly's memory ends.
Index memory_limit();

// What JavaScript gives.

/// The name of a property, as a template argument.
template <std::size_t n>
struct PropertyName {
  std::array<char, n> text{};
  consteval PropertyName(const char (&literal)[n]) { std::copy_n(literal, n, text.begin()); }
};

/// A property of an object; its name becomes a JavaScript string once. val alone converts it at each access,
/// which takes longer than a small forward pass.
template <PropertyName name>
val get(const val& object) {
  static const val key(name.text.data());
  return object[key];
}

Index index_of(const val& number);
std::uint64_t seed_of(const val& number);
std::vector<Index> indices_of(const val& numbers);
Dims dims_of(const val& numbers);

/// The value of an enumeration by its place in a table of names, which web/core has from names().
template <class E, std::size_t n>
E value_in(const std::array<NamedValue<E>, n>& table, Index place) {
  return table.at(static_cast<std::size_t>(place)).value;
}
template <class E, std::size_t n>
E value_in(const std::array<NamedValue<E>, n>& table, const val& place) {
  return value_in(table, index_of(place));
}

/// Copies the numbers of a typed or plain array into `to`. web/core has checked that the lengths agree; this
/// function does not read `length`, which may be a getter in the caller's code.
void copy_numbers(const val& numbers, std::span<float> to);
/// The sizes of a tensor { data, shape }.
Dims sizes_of(const val& given);
/// Error "memory" where a tensor of these sizes would not fit.
void require_tensor(const Dims& sizes);
/// A tensor out of { data, shape }, where data has as many numbers as the sizes say; none out of undefined.
/// Error "memory" where there is no room for it.
Tensor tensor_of(const val& given);
/// Strings out of { bytes, lengths }: their UTF-8 one after the other, and the bytes of each.
std::vector<std::string> strings_of(const val& text);

// What JavaScript gets.

val js(std::span<const float> numbers);        // Float32Array
val js(const Tensor& tensor);                  // { data, shape }; undefined for no tensor
val js(const std::vector<Tensor>& tensors);    // an array of those
val js(const std::vector<Index>& numbers);     // an array of numbers
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

/// An object of tensors by name; those that are empty are left out.
val object_of(std::initializer_list<NamedTensor> tensors);
/// The numbers of a tensor of one dimension, as an array.
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

/// A function as it is bound: what it returns, or what it has thrown as failure() says it.
template <auto f>
inline constexpr auto* guarded = &Guarded<f>::call;

}  // namespace mha
