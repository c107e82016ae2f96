#pragma once

#include <cstddef>
#include <cstdint>

namespace mha {

/// As wide as a pointer. The Index of shapes has 64 bits, in wasm too.
using Size = std::ptrdiff_t;

/// 32 bits in wasm; a buffer in memory always fits.
constexpr Size narrow(std::int64_t i) {
  return static_cast<Size>(i);
}

}  // namespace mha
