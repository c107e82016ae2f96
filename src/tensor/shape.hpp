#pragma once

#include "error.hpp"
#include "inline_list.hpp"

namespace mha {

/// Sizes, strides and counts are 64 bits wide everywhere, in wasm too, so that a product can be checked
/// before it is used.
using Index = std::int64_t;

/// Sizes or strides, one a dimension; at most six dimensions.
using Dims = InlineList<Index, 6>;

/// How a tensor lies in its buffer: element (i0, i1, ...) is at offset + i0*stride(0) + i1*stride(1) + ...
/// Strides and offset count elements, not bytes. Knows nothing of data. The rules are PyTorch's
/// (torch.Tensor.view, transpose, permute, unsqueeze, expand, narrow, contiguous), refusals and the strides
/// of dimensions of size 1 included, save that every size is at least 1. Dimensions may be counted from the
/// end: -1 is the last. Every refusal is an Error of code "shape".
class Shape {
 public:
  Shape() = default;
  /// Row-major and without gaps. Refuses sizes below 1 and counts beyond 64 bits.
  explicit Shape(const Dims& sizes);

  std::size_t rank() const { return sizes_.size(); }
  const Dims& sizes() const { return sizes_; }
  const Dims& strides() const { return strides_; }
  Index offset() const { return offset_; }
  /// `dim` has to exist.
  Index size(int dim) const noexcept { return sizes_[position(dim)]; }
  Index stride(int dim) const noexcept { return strides_[position(dim)]; }
  Index elements() const noexcept;
  /// Elements of memory that are read: those of a dimension expanded with stride 0 count once.
  Index distinct_elements() const noexcept;
  /// True where logical order is memory order (a dimension of size 1 may have any stride).
  bool is_contiguous() const noexcept;

  /// The same elements in the same logical order under other sizes; one size may be -1 and is then inferred.
  /// Possible only where each new dimension lies within dimensions that follow one another in memory without
  /// a gap.
  Shape view(const Dims& sizes) const;
  /// What view() would refuse with where they do not lie so; empty where they do.
  Notice view_refusal(const Dims& sizes) const;
  Shape transpose(int dim_a, int dim_b) const;
  /// New dimension i is old dimension order[i].
  Shape permute(const Dims& order) const;
  /// With a dimension of size 1 before `dim`, or after the last; its stride is that of a step over what
  /// follows it.
  Shape unsqueeze(int dim) const;
  /// Dimensions of size 1 become larger with stride 0, new ones may be added in front; -1 keeps a size.
  Shape expand(const Dims& sizes) const;
  /// `length` elements of dimension `dim` from `start` on (torch.narrow).
  Shape slice(int dim, Index start, Index length) const;

 private:
  std::size_t position(int dim) const noexcept {
    return static_cast<std::size_t>(dim < 0 ? dim + static_cast<int>(rank()) : dim);
  }
  std::size_t checked_position(Index dim) const;
  Dims inferred(Dims sizes) const;
  Notice make_view(const Dims& sizes, Shape& out) const;

  Dims sizes_, strides_;
  Index offset_ = 0;
};

/// The product of sizes, or an Error where it leaves 64 bits or a size is below 1.
Index count_elements(const Dims& sizes);

/// Products and sums of counts; Error "shape" where they leave 64 bits.
Index multiply_checked(std::initializer_list<Index> factors);
Index add_checked(Index a, Index b);

/// For every index of the dimensions before `outer`, in row-major order, calls f with where in its buffer the
/// block of the dimensions from `outer` on begins, in each of two shapes whose sizes agree there.
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
