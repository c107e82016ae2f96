#pragma once

#include "tensor.hpp"

namespace mha {

/// linear() by the same weights again and again. Where x has few rows, they are kept in the order in which
/// the kernel reads them, in wasm and from the second time on: a tenth less time for as much memory again.
class PackedLinear {
 public:
  /// What calls with so many rows in x will keep in the end, in floats.
  static Index elements_held(Index rows, const Dims& w);

  /// x (..., d_in) times w (d_in, d_out), plus bias (d_out) where there is one, into y, which is contiguous.
  /// The bits of linear().
  void operator()(const Tensor& x, const Tensor& w, const Tensor& bias, Tensor& y);

 private:
  Tensor last_;    // weights: held, so that others cannot have their address
  Tensor panels_;  // of these; none before they came twice
};

}  // namespace mha
