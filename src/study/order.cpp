#include "order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mha {

std::vector<Index> from_largest(std::span<const float> values) {
  std::vector<Index> order(values.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto value = [&](Index i) { return values[static_cast<std::size_t>(i)]; };
  const auto before = [&](Index a, Index b) {
    if (std::isnan(value(a)) != std::isnan(value(b))) return std::isnan(value(b));
    return value(a) > value(b) || (a < b && !(value(a) < value(b)));
  };
  std::make_heap(order.begin(), order.end(), before);  // less code than sort(), which matters in wasm
  std::sort_heap(order.begin(), order.end(), before);
  return order;
}

}  // namespace mha
