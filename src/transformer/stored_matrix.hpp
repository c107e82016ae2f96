#pragma once

#include "../tensor/tensor.hpp"
#include "stored_numbers.hpp"

namespace mha {

/// A matrix (rows, columns) of a checkpoint, as x W reads it, within a tensor of `all_columns` columns. The
/// tensor is stored (all_columns, rows), as nn.Linear has it, or (rows, all_columns). The matrix has `group`
/// columns of each `period`, from `first` on: the queries of each head, where a head's queries, keys and
/// values are neighbours.
struct StoredMatrix {
  std::span<const std::byte> bytes;
  StoredType type = StoredType::F32;
  Index rows = 0, columns = 0, all_columns = 0;
  bool is_in_out = false;
  Index first = 0, group = 0, period = 0;
  float factor = 1;  // of each number
};

/// Reads the matrix into a packed tensor, straight from the file's bytes. Error "shape" if they are not as
/// many as the sizes say.
Tensor pack(const StoredMatrix& matrix);

/// Whether all numbers of a packed tensor are finite.
bool is_finite(const Tensor& packed);

}  // namespace mha
