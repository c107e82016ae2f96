#pragma once

#include <cassert>
#include <memory>
#include <span>

#include "../kernel/stored_type.hpp"
#include "shape.hpp"

namespace mha {

/// A shared float32 buffer, and the Shape that gives its layout. Copying a Tensor copies no data. The results
/// of view, transpose, permute, unsqueeze, expand and slice share the buffer. Errors are those of Shape.
///
/// `const` protects the layout, not the numbers: a copy of a const Tensor is not const and has the same
/// buffer. A tensor that is given to this library shares its buffer with the caller too. Who writes to it
/// later changes what the library reads; Tensor::from() copies.
///
/// A *meta* tensor has a shape but no memory. Operations on meta tensors return meta tensors of the right
/// shape and compute nothing. The cost of a configuration is computed in this way, without running it.
///
/// A *packed* tensor is a matrix in the order that the kernel's product reads (Panels), in float32 or in the
/// 16 bits of a checkpoint. Only linear() and unpacked() read its elements.
///
/// Thread safety: threads may read one buffer at the same time, also by different tensors; writing needs a
/// lock. Tensors that share a buffer may be copied and destroyed in any thread.
class Tensor {
 public:
  Tensor() = default;  // an empty tensor
  Tensor(const Tensor&);
  Tensor(Tensor&&) noexcept;
  Tensor& operator=(const Tensor&);
  Tensor& operator=(Tensor&&) noexcept;
  ~Tensor();
  static Tensor uninitialised(const Dims& sizes);  // Error "memory" if the allocation fails
  static Tensor zeros(const Dims& sizes);
  static Tensor meta(const Dims& sizes);
  /// A packed, uninitialised matrix. Error "memory" if the allocation fails.
  static Tensor packed(Index rows, Index columns, StoredType type = StoredType::F32);
  /// Copies `values`, in row-major order. Error "shape" if the number of values is not the product of
  /// `sizes`.
  static Tensor from(std::span<const float> values, const Dims& sizes);
  /// An uninitialised tensor; a meta tensor if this is one.
  Tensor like(const Dims& sizes) const;

  explicit operator bool() const { return buffer_ != nullptr; }
  bool is_meta() const { return buffer_ != nullptr && buffer_->memory == nullptr; }
  bool is_packed() const { return buffer_ != nullptr && buffer_->is_packed; }
  /// How the numbers are stored: 16 bits are possible for a packed tensor only.
  StoredType stored_type() const { return assert(buffer_ != nullptr), buffer_->type; }
  bool has_numbers() const { return buffer_ != nullptr && buffer_->memory != nullptr; }

  const Shape& shape() const { return shape_; }
  const Dims& sizes() const { return shape_.sizes(); }
  Index size(int dim) const noexcept { return shape_.size(dim); }
  Index elements() const noexcept { return shape_.elements(); }
  bool is_contiguous() const noexcept { return shape_.is_contiguous(); }

  // These read the buffer, so the tensor must have numbers: it is neither empty nor a meta tensor. Debug
  // builds assert this and the other preconditions.

  /// The first element of the buffer. Offsets of the Shape count from here.
  const float* buffer() const { return assert(has_numbers()), buffer_->memory.get(); }
  /// The first element of this tensor.
  const float* data() const { return buffer() + shape_.offset(); }
  float* data() { return assert(has_numbers()), buffer_->memory.get() + shape_.offset(); }
  /// All elements of a contiguous tensor.
  std::span<const float> values() const {
    return assert(is_contiguous()), std::span(data(), static_cast<std::size_t>(elements()));
  }
  std::span<float> values() {
    return assert(is_contiguous()), std::span(data(), static_cast<std::size_t>(elements()));
  }
  /// `index` has an index for each dimension, from 0 on.
  float operator()(const Dims& index) const;

  bool shares_buffer_with(const Tensor& other) const { return buffer_ == other.buffer_; }
  /// Identifies the buffer for as long as a tensor refers to it.
  const void* buffer_identity() const { return buffer_.get(); }
  /// Number of floats that the buffer takes; two numbers of 16 bits take one.
  Index buffer_elements() const { return assert(buffer_ != nullptr), buffer_->elements; }

  Tensor view(const Dims& sizes) const { return {buffer_, shape_.view(sizes)}; }
  Tensor transpose(int dim_a, int dim_b) const { return {buffer_, shape_.transpose(dim_a, dim_b)}; }
  Tensor permute(const Dims& order) const { return {buffer_, shape_.permute(order)}; }
  Tensor unsqueeze(int dim) const { return {buffer_, shape_.unsqueeze(dim)}; }
  Tensor expand(const Dims& sizes) const { return {buffer_, shape_.expand(sizes)}; }
  Tensor slice(int dim, Index start, Index length) const {
    return {buffer_, shape_.slice(dim, start, length)};
  }
  /// This tensor if it is contiguous, otherwise a copy in logical order.
  Tensor contiguous() const;

 private:
  struct Buffer {
    Index elements;
    std::unique_ptr<float[]> memory;  // null for meta tensors
    bool is_packed = false;
    StoredType type = StoredType::F32;
    explicit Buffer(Index count, float* owned = nullptr) : elements(count), memory(owned) {}
  };

  Tensor(std::shared_ptr<Buffer> buffer, const Shape& shape) : buffer_(std::move(buffer)), shape_(shape) {}

  std::shared_ptr<Buffer> buffer_;
  Shape shape_;
};

/// The number of floats of a packed matrix. Error "shape" if it exceeds 64 bits.
Index packed_elements(Index rows, Index columns, StoredType type = StoredType::F32);

/// The matrix as float32 in row-major order; this tensor if it is not packed.
Tensor unpacked(const Tensor& matrix);

/// Error "shape" for an empty tensor, and for a meta tensor.
void check_numbers(const Tensor& tensor);

/// Concatenates tensors along the last dimension; all other sizes are equal. A single tensor is returned as
/// it is. The result is a meta tensor if the first one is.
Tensor side_by_side(std::span<const Tensor* const> parts);

/// Copies `from` into `to`, which has the same sizes. Both may have any strides.
void copy(const Tensor& from, Tensor to);

}  // namespace mha
