#pragma once

#include <headscope/shape.hpp>

/// Number of allocations since the program started.
long allocations();

/// The floats of the tensors made while it lives, one at a time: Tensor alone asks for arrays by the new that
/// does not throw.
class TensorMemory {
 public:
  TensorMemory();
  ~TensorMemory();
  TensorMemory(const TensorMemory&) = delete;
  TensorMemory& operator=(const TensorMemory&) = delete;

  /// Floats of the tensors that still exist.
  mha::Index held() const;
  /// Largest number of floats that existed at one time.
  mha::Index most() const;
};
