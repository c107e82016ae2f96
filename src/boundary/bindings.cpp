#include "bindings.hpp"

#include <emscripten/em_js.h>
#include <emscripten/heap.h>

#include <new>
#include <stdexcept>

// Copies elements with one JavaScript call for each tensor. Embind's usual way, a memory view as a val with
// methods called by name, takes ten times as long, more than a small forward pass.

/// Copies a typed array, or an array of numbers, into wasm memory, if it has `count` elements. Returns its
/// number of elements: the real one, because `length` of a typed array may be a getter in the caller's code.
EM_JS(std::size_t, headscope_copy_floats, (emscripten::EM_VAL numbers, float* to, std::size_t count), {
  const from = Emval.toValue(numbers);
  if (!headscope_copy_floats.lengthOf) {
    const typedArray = Object.getPrototypeOf(Float32Array.prototype);
    headscope_copy_floats.lengthOf = Object.getOwnPropertyDescriptor(typedArray, "length").get;
  }
  const length = ArrayBuffer.isView(from) ? headscope_copy_floats.lengthOf.call(from) : from.length;
  if (length == count) HEAPF32.subarray(to >> 2, (to >> 2) + count).set(from);
  return length;
});
EM_JS(void, headscope_copy_doubles, (emscripten::EM_VAL numbers, double* to, std::size_t count),
      { HEAPF64.subarray(to >> 3, (to >> 3) + count).set(Emval.toValue(numbers)); });
EM_JS(void, headscope_copy_handles, (emscripten::EM_VAL array, emscripten::EM_VAL* to, std::size_t count), {
  const from = Emval.toValue(array);
  for (let i = 0; i < count; i++) HEAPU32[(to >> 2) + i] = Emval.toHandle(from[i]);
});
EM_JS(std::size_t, headscope_length, (emscripten::EM_VAL array), { return Emval.toValue(array).length; });
/// A Float32Array, copied.
EM_JS(emscripten::EM_VAL, headscope_floats, (const float* from, std::size_t count),
      { return Emval.toHandle(HEAPF32.slice(from >> 2, (from >> 2) + count)); });
/// An array of numbers, copied.
EM_JS(emscripten::EM_VAL, headscope_numbers, (const double* from, std::size_t count),
      { return Emval.toHandle(Array.from(HEAPF64.subarray(from >> 3, (from >> 3) + count))); });
/// { data, shape }, both copied; the data into an array of the module's pool, if it has one of this length
/// (web/core/float-pool.js).
EM_JS(emscripten::EM_VAL, headscope_tensor,
      (const float* from, std::size_t count, const double* sizes, std::size_t rank), {
        const numbers = HEAPF32.subarray(from >> 2, (from >> 2) + count);
        const data = Module.pool?.take(count) ?? new Float32Array(count);
        data.set(numbers);
        const shape = [];
        for (let i = 0; i < rank; i++) shape.push(HEAPF64[(sizes >> 3) + i]);
        return Emval.toHandle({data, shape});
      });

namespace mha {
namespace {

/// Dimensions in the layout that EM_JS functions read.
using Doubles = std::array<double, Dims::capacity()>;

Doubles doubles_of(const Dims& dims) {
  Doubles doubles{};
  std::ranges::copy(dims, doubles.begin());
  return doubles;
}

constexpr const char* kDispose = "; dispose() of runs, layers, fits and models that are not needed any more";

/// Built in JavaScript only, because wasm may have no memory left for a string.
val failure_of(const char* code, const char* id, const char* text, const char* mend = "",
               const val& parameters = val::object()) {
  val failed = val::object();
  failed.set("code", val(code));
  failed.set("id", val(id));
  failed.set("parameters", parameters);
  failed.set("message", val::u8string(text).call<val>("concat", val(mend)));
  return failed;
}

val out_of_memory() {
  return failure_of("memory", "memory_full", "WebAssembly's memory is full", kDispose);
}

val parameters_of(const Notice& notice) {
  val out = val::object();
  for (const auto& [name, value] : notice.parameters)
    out.set(name.c_str(), std::visit([](const auto& each) { return js(each); }, value));
  return out;
}

val failure_of(const Error& error, const char* mend) {
  const Notice& notice = error.notice();
  return failure_of(name(error.code()).data(), notice.id.data(), error.what(), mend, parameters_of(notice));
}

std::size_t length_of(const val& array) {
  return headscope_length(array.as_handle());
}

template <class List>
val array_of(const List& items) {
  val out = val::array();
  for (const auto& item : items) out.call<void>("push", js(item));
  return out;
}

}  // namespace

val failure() {
  try {
    throw;
  } catch (const BeyondMemory& error) {
    return failure_of(error, "");
  } catch (const Error& error) {
    return failure_of(error, error.code() == ErrorCode::memory ? kDispose : "");
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  } catch (const std::length_error&) {  // thrown for a vector or a string larger than memory
    return out_of_memory();
  } catch (const std::exception& error) {
    return failure_of("config", "unexpected", error.what());
  } catch (...) {
    return failure_of("config", "unexpected", "the core threw what is no exception of its own");
  }
}

Index memory_limit() {
  return static_cast<Index>(emscripten_get_heap_max());
}

Index index_of(const val& number) {
  return static_cast<Index>(number.as<double>());
}

std::uint64_t seed_of(const val& number) {
  return static_cast<std::uint64_t>(number.as<double>());
}

std::vector<Index> indices_of(const val& numbers) {
  std::vector<double> doubles(length_of(numbers));
  headscope_copy_doubles(numbers.as_handle(), doubles.data(), doubles.size());
  return {doubles.begin(), doubles.end()};
}

void copy_doubles(const val& numbers, std::span<double> to) {
  headscope_copy_doubles(numbers.as_handle(), to.data(), to.size());
}

void copy_handles(const val& array, std::span<emscripten::EM_VAL> to) {
  headscope_copy_handles(array.as_handle(), to.data(), to.size());
}

Dims dims_of(const val& numbers) {
  Dims dims;
  Doubles doubles{};
  const std::size_t rank = length_of(numbers);
  if (rank > doubles.size()) fail_too_long(rank, doubles.size());
  headscope_copy_doubles(numbers.as_handle(), doubles.data(), rank);
  for (std::size_t i = 0; i < rank; ++i) dims.push_back(static_cast<Index>(doubles[i]));
  return dims;
}

void copy_numbers(const val& numbers, std::span<float> to) {
  const std::size_t given = headscope_copy_floats(numbers.as_handle(), to.data(), to.size());
  if (given != to.size())
    fail(ErrorCode::shape, "data_of_other_length",
         "data has {elements} numbers, expected {expected} as its shape says", given, to.size());
}

Dims sizes_of(const val& given) {
  return dims_of(get<"shape">(given));
}

void require_tensor(const Dims& sizes) {
  require_memory(notice("the_tensor", "the tensor"), count_elements(sizes), memory_limit());
}

Tensor tensor_of(const val& given) {
  if (given.isUndefined()) return {};
  const Dims sizes = sizes_of(given);
  require_tensor(sizes);
  Tensor tensor = Tensor::uninitialised(sizes);
  copy_numbers(get<"data">(given), tensor.values());
  return tensor;
}

std::vector<std::string> strings_of(const val& text) {
  const val given = get<"bytes">(text);
  std::vector<unsigned char> bytes(length_of(given));
  val(emscripten::typed_memory_view(bytes.size(), bytes.data())).call<void>("set", given);
  std::vector<std::string> strings;
  auto next = bytes.begin();
  for (const Index length : indices_of(get<"lengths">(text))) {
    if (length < 0 || length > bytes.end() - next)
      fail(ErrorCode::shape, "bytes_of_strings", "a string of {length} bytes, but {bytes} are left", length,
           static_cast<Index>(bytes.end() - next));
    const auto end = next + static_cast<std::ptrdiff_t>(length);
    strings.emplace_back(next, end);
    next = end;
  }
  return strings;
}

val js(std::span<const float> numbers) {
  return val::take_ownership(headscope_floats(numbers.data(), numbers.size()));
}

val js(const Tensor& tensor) {
  if (!tensor) return val::undefined();
  const Tensor values = tensor.contiguous();
  const std::span<const float> numbers = values.values();
  const Doubles sizes = doubles_of(values.sizes());
  return val::take_ownership(
      headscope_tensor(numbers.data(), numbers.size(), sizes.data(), values.sizes().size()));
}

val js(const std::vector<double>& numbers) {
  return val::take_ownership(headscope_numbers(numbers.data(), numbers.size()));
}

val js(const std::vector<Index>& numbers) {
  return js(std::vector<double>(numbers.begin(), numbers.end()));
}

val js(const std::vector<Tensor>& tensors) {
  return array_of(tensors);
}

val js(const std::vector<std::string>& text) {
  return array_of(text);
}

val js(const Notice& notice) {
  val out = val::object();
  out.set("id", val(notice.id.data()));
  out.set("parameters", parameters_of(notice));
  out.set("message", js(notice.text));
  return out;
}

val js(const std::vector<Notice>& notices) {
  return array_of(notices);
}

val object_of(std::initializer_list<NamedTensor> tensors) {
  val out = val::object();
  for (const auto& [name, tensor] : tensors)
    if (tensor) out.set(std::string(name), js(tensor));
  return out;
}

val numbers_in(const Tensor& tensor) {
  const std::span<const float> values = tensor.values();
  return val::array(values.data(), values.data() + values.size());
}

val rows_of(const Tensor& tensor) {
  const Tensor values = tensor.contiguous();
  const Index columns = values.size(1);
  val rows = val::array();
  for (Index row = 0; row < values.size(0); ++row) {
    const float* first = values.data() + row * columns;
    rows.call<void>("push", val::array(first, first + columns));
  }
  return rows;
}

}  // namespace mha
