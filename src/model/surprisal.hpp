#pragma once

#include <algorithm>

#include "../base/elementary.hpp"

namespace mha {

/// -ln p, in nats; 69 at most, because in single precision p may underflow to 0.
inline double surprisal(float p) {
  return -log(std::max(static_cast<double>(p), 1e-30));
}

}  // namespace mha
