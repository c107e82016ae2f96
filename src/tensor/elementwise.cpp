#include "elementwise.hpp"

#include "rng.hpp"

namespace mha {
namespace {

/// A contiguous tensor with f(element, i) in place of each element of x, i counting in logical order.
template <class F>
Tensor map(const Tensor& x, F f) {
  const Tensor from = x.contiguous();
  Tensor y = x.like(x.sizes());
  if (y.is_meta()) return y;
  check_numbers(x);
  const float* __restrict in = from.data();  // y is new
  float* __restrict out = y.data();
  const Index n = y.elements();
  for (Index i = 0; i < n; ++i) out[i] = f(in[i], i);
  return y;
}

}  // namespace

Tensor scale(const Tensor& x, float factor) {
  return map(x, [=](float value, Index) { return value * factor; });
}

Tensor scale_heads(const Tensor& x, const std::vector<float>& factors) {
  if (x.shape().rank() < 2) fail_shape("what heads are scaled in", x.sizes(), "(B, H, ...)");
  const Dims given = {static_cast<Index>(factors.size())};
  if (given[0] != x.size(1)) fail_shape("the factors of heads", given, Dims{x.size(1)});
  const Index heads = x.size(1), per_head = x.elements() / (x.size(0) * heads);
  return map(x, [&](float value, Index i) {
    return value * factors[static_cast<std::size_t>(i / per_head % heads)];
  });
}

void check_dropout(double p) {
  if (!(p >= 0 && p < 1))
    fail(ErrorCode::config, "dropout_out_of_range", "dropout p {p} is not in [0, 1)", p);
}

Tensor dropout(const Tensor& x, double p, std::uint64_t seed) {
  check_dropout(p);
  Rng rng(seed);
  const float kept = static_cast<float>(1.0 / (1.0 - p));
  return map(x, [&](float value, Index) { return value * (rng.uniform() >= p ? kept : 0.0f); });
}

Tensor add(const Tensor& a, const Tensor& b) {
  if (a.sizes() != b.sizes()) fail_shape("what is added", b.sizes(), a.sizes());
  if (b.is_meta()) return b.like(b.sizes());
  const Tensor other = b.contiguous();
  return map(a, [&](float value, Index i) { return value + other.data()[i]; });
}

}  // namespace mha
