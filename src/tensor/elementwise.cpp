#include "elementwise.hpp"

#include "../base/rng.hpp"
#include "maps.hpp"

namespace mha {
namespace {

/// A new tensor of the sizes of x, written by `fill`; a meta tensor if x is one.
template <class F>
Tensor filled(const Tensor& x, F fill) {
  Tensor y = x.like(x.sizes());
  if (y.is_meta()) return y;
  check_numbers(x);
  fill(y);
  return y;
}

}  // namespace

void scale(const Tensor& x, float factor, Tensor& y) {
  numbers(y) = numbers(x.contiguous()) * factor;
}

Tensor scale(const Tensor& x, float factor) {
  return filled(x, [&](Tensor& y) { scale(x, factor, y); });
}

void check_head_factors(const Tensor& x, const std::vector<float>& factors) {
  if (x.shape().rank() < 2) fail_shape("what heads are scaled in", x.sizes(), "(B, H, ...)");
  const Dims given = {static_cast<Index>(factors.size())};
  if (given[0] != x.size(1)) fail_shape("the factors of heads", given, Dims{x.size(1)});
}

void scale_heads(const Tensor& x, const std::vector<float>& factors, Tensor& y) {
  const auto heads = static_cast<Size>(factors.size());
  const ConstNumbers each(factors.data(), heads);
  const Tensor in = x.contiguous();
  const Size per_head = narrow(in.elements() / in.size(0)) / heads;
  for (Size b = 0; b < narrow(in.size(0)); ++b) {
    const Size start = b * heads * per_head;  // offset of one batch item, read as (H, per_head)
    map(y.data() + start, heads, per_head) = map(in.data() + start, heads, per_head).array().colwise() * each;
  }
}

Tensor scale_heads(const Tensor& x, const std::vector<float>& factors) {
  check_head_factors(x, factors);
  return filled(x, [&](Tensor& y) { scale_heads(x, factors, y); });
}

void check_dropout(double p) {
  if (!(p >= 0 && p < 1))
    fail(ErrorCode::config, "dropout_out_of_range", "dropout p {p} is not in [0, 1)", p);
}

void dropout(const Tensor& x, double p, std::uint64_t seed, Tensor& y) {
  Rng rng(seed);
  const float kept = static_cast<float>(1.0 / (1.0 - p));
  for (float& factor : y.values()) factor = rng.uniform() >= p ? kept : 0.0f;
  numbers(y) *= numbers(x.contiguous());
}

Tensor dropout(const Tensor& x, double p, std::uint64_t seed) {
  check_dropout(p);
  return filled(x, [&](Tensor& y) { dropout(x, p, seed, y); });
}

void check_addends(const Tensor& a, const Tensor& b) {
  if (a.sizes() != b.sizes()) fail_shape("what is added", b.sizes(), a.sizes());
}

void add(const Tensor& a, const Tensor& b, Tensor& y) {
  numbers(y) = numbers(a.contiguous()) + numbers(b.contiguous());
}

Tensor add(const Tensor& a, const Tensor& b) {
  check_addends(a, b);
  if (b.is_meta()) return b.like(b.sizes());
  return filled(a, [&](Tensor& y) { add(a, b, y); });
}

}  // namespace mha
