#include "shape.hpp"

namespace mha {

Index count_elements(const Dims& sizes) {
  Index count = 1;
  for (Index size : sizes) {
    if (size < 1)
      fail(ErrorCode::shape, "size_below_one", "size {size} in {shape}: every size must be at least 1", size,
           sizes);
    if (__builtin_mul_overflow(count, size, &count)) {
      fail(ErrorCode::shape, "uncountable_elements", "shape {shape} has more elements than 64 bits can count",
           sizes);
    }
  }
  return count;
}

namespace {

[[noreturn]] void fail_uncountable() {
  fail(ErrorCode::shape, "uncountable", "more operations or bytes than 64 bits can count");
}

}  // namespace

Index multiply_checked(std::initializer_list<Index> factors) {
  Index out = 1;
  for (Index factor : factors) {
    if (__builtin_mul_overflow(out, factor, &out)) fail_uncountable();
  }
  return out;
}

Index add_checked(Index a, Index b) {
  if (__builtin_add_overflow(a, b, &a)) fail_uncountable();
  return a;
}

Shape::Shape(const Dims& sizes) : sizes_(sizes), strides_(sizes.size(), 1) {
  count_elements(sizes);
  for (std::size_t d = rank(); d-- > 1;) strides_[d - 1] = strides_[d] * sizes_[d];
}

std::size_t Shape::position_of(Index dim) const {
  const auto n = static_cast<Index>(rank());
  if (dim < -n || dim >= n) {
    fail(ErrorCode::shape, "no_dimension",
         "dimension {dimension} of {shape} does not exist (expected {first} to {last})", dim, sizes_, -n,
         n - 1);
  }
  return position(static_cast<int>(dim));
}

Index Shape::elements() const noexcept {
  Index count = 1;
  for (Index size : sizes_) count *= size;
  return count;
}

Index Shape::distinct_elements() const noexcept {
  Index count = 1;
  for (std::size_t d = 0; d < rank(); ++d) count *= strides_[d] == 0 ? 1 : sizes_[d];
  return count;
}

bool Shape::is_contiguous() const noexcept {
  Index expected = 1;
  for (std::size_t d = rank(); d-- > 0;) {
    if (sizes_[d] == 1) continue;
    if (strides_[d] != expected) return false;
    expected *= sizes_[d];
  }
  return true;
}

Dims Shape::inferred(Dims sizes) const {
  const Dims given = sizes;
  Index known = 1;
  Index* unknown = nullptr;
  for (Index& size : sizes) {
    if (size == -1 && unknown == nullptr) {
      unknown = &size;
      size = 1;
    }
  }
  known = count_elements(sizes);
  if (unknown != nullptr && elements() % known == 0) *unknown = elements() / known;
  if (count_elements(sizes) != elements()) {
    if (unknown == nullptr) {
      fail(ErrorCode::shape, "view_of_other_count",
           "view {sizes} does not fit {shape}, which has {elements} elements, not {known}", given, sizes_,
           elements(), known);
    }
    fail(ErrorCode::shape, "view_of_no_multiple",
         "view {sizes} does not fit {shape}, which has {elements} elements, no multiple of {known}", given,
         sizes_, elements(), known);
  }
  return sizes;
}

// Compares old and new sizes from the last dimension on. A run is a sequence of old dimensions that are
// adjacent in memory without a gap. The new dimensions must fill each run exactly; their strides are
// multiples of the innermost stride of the run.
Notice Shape::make_view(const Dims& sizes, Shape& out) const {
  out.sizes_ = inferred(sizes);
  out.strides_ = Dims(out.rank(), 1);
  out.offset_ = offset_;

  std::size_t next = out.rank();  // new dimensions before `next` have no stride yet
  std::size_t d = rank();
  while (d > 0) {
    const Index inner_stride = strides_[d - 1];
    Index run = sizes_[--d];
    while (d > 0 && (sizes_[d - 1] == 1 || strides_[d - 1] == run * inner_stride)) run *= sizes_[--d];

    Index filled = 1;
    while (next > 0 && (filled < run || out.sizes_[next - 1] == 1)) {
      --next;
      out.strides_[next] = filled * inner_stride;
      filled *= out.sizes_[next];
    }
    if (filled != run) {
      return notice(
          "view_of_scattered_memory",
          "view {sizes} of shape {shape} with strides {strides}: view size is not compatible with input "
          "tensor's size and stride (at least one dimension spans across two contiguous subspaces). "
          "Dimensions {before} and {after} do not follow one another in memory: "
          "stride {stride} is not {run} * {inner}. Call contiguous() first, which copies",
          out.sizes_, sizes_, strides_, d - 1, d, strides_[d - 1], run, inner_stride);
    }
  }
  return {};
}

Shape Shape::view(const Dims& sizes) const {
  Shape out;
  const Notice refusal = make_view(sizes, out);
  if (!refusal.empty()) throw Error(ErrorCode::shape, refusal);
  return out;
}

Notice Shape::view_refusal(const Dims& sizes) const {
  Shape out;
  return make_view(sizes, out);
}

Shape Shape::transpose(int dim_a, int dim_b) const {
  Shape out = *this;
  const std::size_t a = position_of(dim_a), b = position_of(dim_b);
  std::swap(out.sizes_[a], out.sizes_[b]);
  std::swap(out.strides_[a], out.strides_[b]);
  return out;
}

Shape Shape::permute(const Dims& order) const {
  if (order.size() != rank()) {
    fail(ErrorCode::shape, "permute_count",
         "permute {order} names {count} dimensions; {shape} has {dimensions}", order, order.size(), sizes_,
         rank());
  }
  Shape out = *this;
  InlineList<bool, Dims::capacity()> seen(rank(), false);
  for (std::size_t d = 0; d < rank(); ++d) {
    const std::size_t from = position_of(order[d]);
    if (seen[from])
      fail(ErrorCode::shape, "permute_twice", "permute {order} names dimension {dimension} twice", order,
           from);
    seen[from] = true;
    out.sizes_[d] = sizes_[from];
    out.strides_[d] = strides_[from];
  }
  return out;
}

Shape Shape::unsqueeze(int dim) const {
  const auto last = static_cast<int>(rank());
  if (dim < -last - 1 || dim > last) {
    fail(ErrorCode::shape, "no_place_to_unsqueeze",
         "unsqueeze at {place} of {shape}: there is no such place (expected {first} to {last})", dim, sizes_,
         -last - 1, last);
  }
  const auto at = static_cast<std::size_t>(dim < 0 ? dim + last + 1 : dim);
  Shape out;
  out.offset_ = offset_;
  for (std::size_t d = 0; d <= rank(); ++d) {
    if (d == at) {
      out.sizes_.push_back(1);
      out.strides_.push_back(d < rank() ? sizes_[d] * strides_[d] : 1);
    }
    if (d == rank()) break;
    out.sizes_.push_back(sizes_[d]);
    out.strides_.push_back(strides_[d]);
  }
  return out;
}

Shape Shape::expand(const Dims& sizes) const {
  if (sizes.size() < rank()) {
    fail(ErrorCode::shape, "expand_to_fewer", "expand {sizes} has fewer dimensions than {shape}", sizes,
         sizes_);
  }
  const std::size_t added = sizes.size() - rank();
  Shape out;
  out.sizes_ = sizes;
  out.strides_ = Dims(sizes.size(), 0);
  out.offset_ = offset_;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    const bool is_new = d < added;
    const Index old = is_new ? 1 : sizes_[d - added];
    Index& target = out.sizes_[d];
    if (target == -1 && !is_new) target = old;
    if (target == old) {
      const bool is_last = d + 1 == sizes.size();
      out.strides_[d] = !is_new ? strides_[d - added] : is_last ? 1 : out.sizes_[d + 1] * out.strides_[d + 1];
    } else if (old != 1) {
      fail(ErrorCode::shape, "expand_of_size",
           "expand {sizes} of {shape}: size {size} of dimension {dimension} cannot become {wanted}; only a "
           "size of 1 expands",
           sizes, sizes_, old, d - added, target);
    }
  }
  count_elements(out.sizes_);
  return out;
}

Shape Shape::slice(int dim, Index start, Index length) const {
  const std::size_t d = position_of(dim);
  if (start < 0 || length < 1 || length > sizes_[d] || start > sizes_[d] - length) {
    fail(ErrorCode::shape, "slice_leaves",
         "slice of {length} from {start} on leaves dimension {dimension} of {shape}", length, start, d,
         sizes_);
  }
  Shape out = *this;
  out.sizes_[d] = length;
  out.offset_ += start * strides_[d];
  return out;
}

}  // namespace mha
