#pragma once

#include <emscripten/bind.h>
#include <emscripten/heap.h>

#include <memory>

#include "boundary.hpp"

namespace mha {

// What the bindings have in common. A layer or a run is an address; so is the memory of a tensor.

class FastForward;

using Address = std::uintptr_t;

/// A layer, and the memory in which it runs without trace.
struct BoundLayer : Layer {
  std::shared_ptr<FastForward> fast;  // where whole bindings have run it
};

/// A run, and what its last backward pass has left for its steps.
struct BoundRun : Run {
  std::vector<Tensor> gradients;
};

inline Exchange exchange;

template <class F>
auto guarded(F f) -> decltype(f()) {
  exchange.results.clear();
  try {
    return f();
  } catch (...) {
    exchange.leave_failure();
    return {};
  }
}

// As classes of Embind's, layers and runs would take 3 KB more of glue, gzipped.
template <class T>
Address address(T* object) {
  return reinterpret_cast<Address>(object);
}
template <class T>
T& at(Address address) {
  return *reinterpret_cast<T*>(address);
}
template <class T>
void destroy(Address address) {
  delete &at<T>(address);
}

inline Index memory_limit() {
  return static_cast<Index>(emscripten_get_heap_max());
}

inline std::vector<Index> take_indices() {
  return std::exchange(exchange.indices, {});
}

/// What a run has made, unless it was refused before.
inline const Tensor& made(const BoundRun& run, Tensor Run::*result) {
  if (!(run.*result)) throw Error(ErrorCode::shape, run.refusal);
  return run.*result;
}

/// Leaves what a run has, of one of its steps or of all.
inline int leave_of(Address run, std::size_t step, Tensor (*get)(const BoundRun& run, std::size_t step)) {
  return guarded([&] { return exchange.leave("", get(at<BoundRun>(run), step)); });
}

/// What JavaScript chooses by name: module.Slot.query.
template <class Table>
void bind_names(const char* what, const Table& table) {
  emscripten::enum_<typename Table::value_type::Value> names(what);
  for (const auto& [value, name] : table) names.value(name.data(), value);
}

}  // namespace mha
