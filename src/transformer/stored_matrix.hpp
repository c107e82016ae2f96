#pragma once

#include "../tensor/tensor.hpp"
#include "stored_numbers.hpp"

namespace mha {

/// A matrix (rows, columns) of a checkpoint, for products x W, within a tensor of `all_columns` columns. The
/// tensor is stored as (all_columns, rows), like nn.Linear, or as (rows, all_columns). The matrix takes
/// `group` columns of each `period`, beginning at `first`. Example: the queries of each head, if the queries,
/// keys and values of a head are adjacent.
struct StoredMatrix {
  std::span<const std::byte> bytes;
  StoredType type = StoredType::F32;
  Index rows = 0, columns = 0, all_columns = 0;
  bool is_in_out = false;
  Index first = 0, group = 0, period = 0;
  float factor = 1;  // factor of each element
};

/// Number of floats that the packed matrix takes.
Index elements_held(const StoredMatrix& matrix);

/// Reads a matrix from the file's bytes directly into a packed tensor, in pieces, so that the caller can do
/// other work in between. Numbers of 16 bits keep their bits; with a factor other than 1, they become
/// float32. Thread safety: one thread at a time reads with an object; different objects may read the same
/// bytes.
class Packing {
 public:
  /// Error "shape" if the number of bytes does not match the sizes. The bytes must live until all is read.
  explicit Packing(const StoredMatrix& matrix);
  /// Reads about `most` more numbers, at least eight columns. Returns whether more remain.
  bool advance(Index most);
  /// The packed matrix, once none remain.
  const Tensor& matrix() const { return out_; }

 private:
  StoredMatrix matrix_;
  Tensor out_;
  Index column_ = 0;  // the next one
};

/// Packs the whole matrix in one call.
Tensor pack(const StoredMatrix& matrix);

/// Whether all numbers of a packed tensor are finite.
bool is_finite(const Tensor& packed);

}  // namespace mha
