#pragma once

#include "operation.hpp"

namespace mha {

/// An operation's vector-Jacobian product, for its table; none in a core that is built never to walk back
/// (HEADSCOPE_FORWARD_ONLY), which is smaller without.
/// Of each file its own, since the two cores are of some files that differ in it.
[[maybe_unused]] static constexpr auto backward_by(decltype(Operation::backward) product) noexcept {
#ifdef HEADSCOPE_FORWARD_ONLY
  product = nullptr;
#endif
  return product;
}

}  // namespace mha
