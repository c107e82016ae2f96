#include "reorder.hpp"

#include <algorithm>
#include <cmath>

namespace mha {
namespace {

void check_order(const std::vector<Index>& order, Index tokens) {
  std::vector<bool> named(static_cast<std::size_t>(tokens));
  const bool is_long_enough = static_cast<Index>(order.size()) == tokens;
  const auto names_another = [&](Index at) {
    if (at < 0 || at >= tokens || named[static_cast<std::size_t>(at)]) return false;
    named[static_cast<std::size_t>(at)] = true;
    return true;
  };
  const bool is_whole = is_long_enough && std::ranges::all_of(order, names_another);
  if (!is_whole)
    fail(ErrorCode::shape, "no_order", "order {order} does not name each of {tokens} tokens once",
         std::span<const Index>(order), tokens);
}

/// NaN if either row has one.
float larger(float a, float b) {
  return std::isnan(a) || a > b ? a : b;
}

float most_apart(const float* a, const float* b, Index count) {
  float most = 0;
  for (Index f = 0; f < count; ++f) most = larger(most, std::abs(a[f] - b[f]));
  return most;
}

}  // namespace

Reordered put_back(const Tensor& straight, const Tensor& shuffled, const std::vector<Index>& order) {
  if (straight.shape().rank() != 3) fail_shape("the output", straight.sizes(), "(B, T, n)");
  if (!(shuffled.sizes() == straight.sizes()))
    fail_shape("the shuffled output", shuffled.sizes(), straight.sizes());
  const Index batch = straight.size(0), tokens = straight.size(1), width = straight.size(2);
  check_order(order, tokens);
  const Tensor a = straight.contiguous(), b = shuffled.contiguous();
  Reordered out{Tensor::uninitialised(a.sizes()), Tensor::uninitialised({batch, tokens}), 0};
  for (Index item = 0; item < batch; ++item) {
    for (Index i = 0; i < tokens; ++i) {
      const Index row = item * tokens + order[static_cast<std::size_t>(i)];
      const float* const moved = b.data() + (item * tokens + i) * width;
      std::copy_n(moved, width, out.rows.data() + row * width);
      const float apart = most_apart(a.data() + row * width, moved, width);
      out.apart.data()[row] = apart;
      out.largest = larger(out.largest, apart);
    }
  }
  return out;
}

}  // namespace mha
