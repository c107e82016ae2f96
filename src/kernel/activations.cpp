#include "activations.hpp"

#include "exp.hpp"

namespace mha {
namespace {

/// y[i] = f(x[i]), for f of four at once.
template <class F>
[[gnu::always_inline]] inline void each_four(const float* x, Size length, float* y, F f) {
  for (; length >= 4; length -= 4, x += 4, y += 4) store(y, f(load(x)));
  const auto rest = static_cast<int>(length);
  if (rest > 0) store_first(y, f(load_first(x, rest, 0.0f)), rest);
}

/// 1 / (1 + e^-x); 0 below -80, where e^-x may be more than exp() can give
inline Float4 sigmoid(Float4 x) {
  return x < -80.0f ? splat(0.0f) : 1.0f / (1.0f + exp(smaller(-x, splat(80.0f))));
}

inline Float4 phi(Float4 x) {
  const Float4 z = larger(x, -x) * 0.70710678f;
  const Float4 t = 1.0f / (1.0f + 0.3275911f * z);
  const Float4 tail =
      ((((1.061405429f * t - 1.453152027f) * t + 1.421413741f) * t - 0.284496736f) * t + 0.254829592f) * t *
      exp(-z * z);
  return x < 0.0f ? 0.5f * tail : 1.0f - 0.5f * tail;
}

}  // namespace

void gelu_row(const float* x, Size length, float* y) {
  each_four(x, length, y, [](Float4 each) { return each * phi(each); });
}

void gelu_tanh_row(const float* x, Size length, float* y) {
  each_four(x, length, y, [](Float4 each) {
    return each * sigmoid(1.59576912f * (each + 0.044715f * each * each * each));
  });
}

void quick_gelu_row(const float* x, Size length, float* y) {
  each_four(x, length, y, [](Float4 each) { return each * sigmoid(1.702f * each); });
}

void silu_row(const float* x, Size length, float* y) {
  each_four(x, length, y, [](Float4 each) { return each * sigmoid(each); });
}

void multiply_rows(const float* a, const float* b, Size length, float* y) {
  for (; length >= 4; length -= 4, a += 4, b += 4, y += 4) store(y, load(a) * load(b));
  for (; length > 0; --length) *y++ = *a++ * *b++;
}

}  // namespace mha
