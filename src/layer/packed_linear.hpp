#pragma once

#include "../tensor/tensor.hpp"

namespace mha {

/// linear() by the same weights again and again. They are kept in the order in which the kernel reads them,
/// from the second time on, for as much memory again: a tenth less time where x has few rows. Where it has
/// many it is little, and those who spare memory (`spares`) do without.
class PackedLinear {
 public:
  static constexpr Index kMost = 1 << 22;  // floats

  /// Keeps weights of at most so many floats.
  explicit PackedLinear(Index most = kMost) : most_(most) {}

  /// What calls with so many rows in x will keep in the end, in floats.
  static Index elements_held(Index rows, const Dims& w, bool spares, Index most = kMost);
  void forget() {
    last_ = panels_ = {};
  }

  /// x (..., d_in) times w (d_in, d_out), plus bias (d_out) where there is one, into y, which is contiguous.
  /// The bits of the kernel's product().
  void operator()(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y, bool spares);

 private:
  Index most_;
  Tensor last_;    // weights: held, so that others cannot have their address
  Tensor panels_;  // of these; none before they came twice
};

}  // namespace mha
