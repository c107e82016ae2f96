#pragma once

#include <cstdint>
#include <cstring>

namespace mha {

/// Four floats in one 128-bit register, by the vector extensions that GCC and Clang share: one source for
/// WebAssembly SIMD, SSE and NEON. Each operation is four operations of IEEE 754, so that all machines give
/// the same bits.
using Float4 = float __attribute__((vector_size(16)));
using Bits4 = std::uint32_t __attribute__((vector_size(16)));
using Signed4 = std::int32_t __attribute__((vector_size(16)));

inline Float4 splat(float x) {
  return Float4{x, x, x, x};
}

inline Float4 load(const float* from) {  // needs no alignment
  Float4 x;
  std::memcpy(&x, from, sizeof x);
  return x;
}

inline void store(float* to, Float4 x) {
  std::memcpy(to, &x, sizeof x);
}

/// The first `count` of four floats (1 to 3); `filler` replaces the others.
inline Float4 load_first(const float* from, int count, float filler) {
  return Float4{from[0], count > 1 ? from[1] : filler, count > 2 ? from[2] : filler, filler};
}

inline void store_first(float* to, Float4 x, int count) {
  to[0] = x[0];
  if (count > 1) to[1] = x[1];
  if (count > 2) to[2] = x[2];
}

/// The larger element in each lane; the element of a if that of b is NaN.
inline Float4 larger(Float4 a, Float4 b) {
  return a < b ? b : a;
}

/// The smaller element in each lane; NaN if either is NaN.
inline Float4 smaller(Float4 a, Float4 b) {
  return ((b < a) | (b != b)) ? b : a;
}

}  // namespace mha
