#pragma once

#include <cassert>

#include "../base/error.hpp"
#include "../base/inline_list.hpp"

namespace mha {

/// Sizes, strides and counts have 64 bits everywhere, also in wasm, so that overflow of a product is
/// detected.
using Index = std::int64_t;

/// Sizes or strides, one for each dimension; at most six dimensions.
using Dims = InlineList<Index, 6>;

/// The layout of a tensor in its buffer: element (i0, i1, ...) is at offset + i0*stride(0) + i1*stride(1) +
/// ... Strides and offset count elements, not bytes. A Shape has no data. The rules, including the errors and
/// the strides of dimensions of size 1, are those of PyTorch (torch.Tensor.view, transpose, permute,
/// unsqueeze, expand, narrow, contiguous), except that every size is at least 1. Negative dimensions count
/// from the end: -1 is the last. Errors have the code "shape".
class Shape {
 public:
  Shape() = default;
  /// Row-major, without gaps. Error for sizes below 1, or if the number of elements exceeds 64 bits.
  explicit Shape(const Dims& sizes);

  std::size_t rank() const { return sizes_.size(); }
  const Dims& sizes() const { return sizes_; }
  const Dims& strides() const { return strides_; }
  Index offset() const { return offset_; }
  /// `dim` must exist, which debug builds assert.
  Index size(int dim) const noexcept { return sizes_[position(dim)]; }
  Index stride(int dim) const noexcept { return strides_[position(dim)]; }
  /// The index of dimension `dim`. Error if there is no such dimension.
  std::size_t position_of(Index dim) const;
  Index elements() const noexcept;
  /// Number of distinct elements in memory: elements repeated by stride 0 count once.
  Index distinct_elements() const noexcept;
  /// Whether logical order is memory order. A dimension of size 1 may have any stride.
  bool is_contiguous() const noexcept;

  /// The same elements in the same logical order, with other sizes. One size may be -1, which is then
  /// inferred. Error unless each new dimension lies within old dimensions that are adjacent in memory without
  /// a gap.
  Shape view(const Dims& sizes) const;
  /// The error of view() for these sizes because of the memory layout; empty if view() succeeds.
  Notice view_refusal(const Dims& sizes) const;
  Shape transpose(int dim_a, int dim_b) const;
  /// Dimension i of the result is dimension order[i] of this shape.
  Shape permute(const Dims& order) const;
  /// Inserts a dimension of size 1 before `dim`, or after the last. Its stride is the size times the stride
  /// of the next dimension.
  Shape unsqueeze(int dim) const;
  /// Repeats dimensions of size 1 with stride 0, and may add dimensions at the front. -1 keeps a size.
  Shape expand(const Dims& sizes) const;
  /// `length` elements of dimension `dim`, beginning at `start` (torch.narrow).
  Shape slice(int dim, Index start, Index length) const;

 private:
  std::size_t position(int dim) const noexcept {
    const auto at = static_cast<std::size_t>(dim < 0 ? dim + static_cast<int>(rank()) : dim);
    return assert(at < rank()), at;
  }
  Dims inferred(Dims sizes) const;
  Notice make_view(const Dims& sizes, Shape& out) const;

  Dims sizes_, strides_;
  Index offset_ = 0;
};

/// Product of the sizes. Error if it exceeds 64 bits, or if a size is below 1.
Index count_elements(const Dims& sizes);

/// Checked products and sums. Error "shape" on overflow of 64 bits.
Index multiply_checked(std::initializer_list<Index> factors);
Index add_checked(Index a, Index b);

/// Calls f for every index of the dimensions before `outer`, in row-major order, with the offsets in both
/// buffers of the block of dimensions from `outer` on. The sizes before `outer` are equal.
template <class F>
void for_each_block(const Shape& a, const Shape& b, std::size_t outer, F f) {
  Dims index(outer, 0);
  Index in_a = a.offset(), in_b = b.offset();
  while (true) {
    f(in_a, in_b);
    std::size_t d = outer;
    while (true) {
      if (d-- == 0) return;
      in_a += a.strides()[d];
      in_b += b.strides()[d];
      if (++index[d] < a.sizes()[d]) break;
      in_a -= index[d] * a.strides()[d];
      in_b -= index[d] * b.strides()[d];
      index[d] = 0;
    }
  }
}

}  // namespace mha
