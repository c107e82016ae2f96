#pragma once

#include <headscope/shape.hpp>

/// How often memory was asked for since the program began.
long allocations();

/// The floats of the tensors made while it lives, one at a time: Tensor alone asks for arrays by the new that
/// does not throw.
class TensorMemory {
 public:
  TensorMemory();
  ~TensorMemory();
  TensorMemory(const TensorMemory&) = delete;
  TensorMemory& operator=(const TensorMemory&) = delete;

  /// Of those that are still there.
  mha::Index held() const;
  /// The most that there were at once.
  mha::Index most() const;
};
