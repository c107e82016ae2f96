#pragma once

#include "../tensor/tensor.hpp"

namespace mha {

/// linear() for repeated calls with the same weights. The second call makes a copy of the weights in the
/// order of the kernel. The copy takes as much memory as the weights. It saves a tenth of the time if x has
/// few rows, and little if x has many; with `saves_memory`, a call with many rows makes no copy.
/// A call changes the object, so each thread needs its own.
class PackedLinear {
 public:
  static constexpr Index kMost = 1 << 22;  // floats

  /// Keeps copies of weights up to this many floats.
  explicit PackedLinear(Index most = kMost) : most_(most) {}

  /// Number of floats in the copy after repeated calls with this many rows.
  static Index elements_held(Index rows, const Dims& w, bool saves_memory, Index most = kMost);
  void forget() { last_ = panels_ = {}; }

  /// x (..., d_in) times w (d_in, d_out), plus bias (d_out) if any, into y, which is contiguous. Gives the
  /// bits of the kernel's product().
  void operator()(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y, bool saves_memory);

 private:
  Index most_;
  Tensor last_;    // the last weights: owned, so that no other weights can get their address
  Tensor panels_;  // their packed copy; empty until the second call
};

}  // namespace mha
