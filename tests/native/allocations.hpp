#pragma once

#include <headscope/shape.hpp>

/// Number of allocations since the program started.
long allocations();

/// Counts the floats of tensors that are allocated during its lifetime. Only one may exist at a time. It
/// recognises tensors because only Tensor allocates with the non-throwing new.
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
