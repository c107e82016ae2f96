#include "tensor.hpp"

#include <algorithm>
#include <cstdint>
#include <new>

#include "../kernel/product.hpp"
#include "../kernel/rows.hpp"
#include "maps.hpp"

namespace mha {

// Never inlined: they have hundreds of call sites, mostly exception landing pads.
[[gnu::noinline]] Tensor::Tensor(const Tensor&) = default;
[[gnu::noinline]] Tensor::Tensor(Tensor&&) noexcept = default;
[[gnu::noinline]] Tensor& Tensor::operator=(const Tensor&) = default;
[[gnu::noinline]] Tensor& Tensor::operator=(Tensor&&) noexcept = default;
[[gnu::noinline]] Tensor::~Tensor() = default;

namespace {

/// Error "memory" if the allocation fails.
float* allocate(Index elements, const Dims& sizes) {
  if (elements <= static_cast<Index>(PTRDIFF_MAX / sizeof(float))) {
    if (auto* memory = new (std::nothrow) float[static_cast<std::size_t>(elements)]) return memory;
  }
  fail(ErrorCode::memory, "no_memory_for_tensor",
       "no memory for a tensor {shape} of {elements} float32 elements", sizes, elements);
}

[[maybe_unused]] bool is_index_in(const Dims& index, const Dims& sizes) {
  return std::ranges::equal(index, sizes, [](Index i, Index size) { return i >= 0 && i < size; });
}

}  // namespace

Tensor Tensor::uninitialised(const Dims& sizes) {
  const Shape shape(sizes);
  const Index elements = shape.elements();
  return {std::make_shared<Buffer>(elements, allocate(elements, sizes)), shape};
}

Tensor Tensor::packed(Index rows, Index columns, StoredType type) {
  const Dims sizes = {rows, columns};
  const Shape shape(sizes);
  const Index elements = packed_elements(rows, columns, type);
  const auto buffer = std::make_shared<Buffer>(elements, allocate(elements, sizes));
  buffer->is_packed = true;
  buffer->type = type;
  return {buffer, shape};
}

Tensor Tensor::zeros(const Dims& sizes) {
  Tensor out = uninitialised(sizes);
  std::ranges::fill(out.values(), 0.0f);
  return out;
}

Tensor Tensor::meta(const Dims& sizes) {
  const Shape shape(sizes);
  return {std::make_shared<Buffer>(shape.elements()), shape};
}

Tensor Tensor::from(std::span<const float> values, const Dims& sizes) {
  const Index expected = count_elements(sizes);
  if (static_cast<Index>(values.size()) != expected) {
    fail(ErrorCode::shape, "values_do_not_fill",
         "data of {elements} elements does not fill shape {shape}, which has {expected}", values.size(),
         sizes, expected);
  }
  Tensor out = uninitialised(sizes);
  std::ranges::copy(values, out.values().begin());
  return out;
}

Tensor Tensor::like(const Dims& sizes) const {
  return is_meta() ? meta(sizes) : uninitialised(sizes);
}

float Tensor::operator()(const Dims& index) const {
  assert(is_index_in(index, sizes()));
  Index at = shape_.offset();
  for (std::size_t d = 0; d < index.size(); ++d) at += index[d] * shape_.strides()[d];
  return buffer()[at];
}

Tensor Tensor::contiguous() const {
  if (is_contiguous()) return *this;
  Tensor out = like(sizes());
  if (!is_meta()) copy(*this, out);
  return out;
}

Index packed_elements(Index rows, Index columns, StoredType type) {
  add_checked(columns, kPanel);  // so that whole_panels() does not overflow
  return multiply_checked({rows, whole_panels(columns) / kPanel, panel_row(type)});
}

Tensor unpacked(const Tensor& matrix) {
  if (!matrix.is_packed()) return matrix;
  Tensor out = Tensor::uninitialised(matrix.sizes());
  unpack(panels(matrix), rows(out));
  return out;
}

void check_numbers(const Tensor& tensor) {
  if (!tensor.has_numbers())
    fail(ErrorCode::shape, "tensor_without_numbers", "a tensor without numbers cannot be read");
}

Tensor side_by_side(std::span<const Tensor* const> parts) {
  if (parts.size() == 1) return *parts.front();
  Dims sizes = parts.front()->sizes();
  sizes.back() = 0;
  for (const Tensor* part : parts) sizes.back() += part->size(-1);
  Tensor whole = parts.front()->like(sizes);
  if (whole.is_meta()) return whole;
  Index start = 0;
  for (const Tensor* part : parts) {
    copy(*part, whole.slice(-1, start, part->size(-1)));
    start += part->size(-1);
  }
  return whole;
}

void copy(const Tensor& from, Tensor to) {
  check_numbers(from);
  check_numbers(to);
  if (!(from.sizes() == to.sizes()))
    fail(ErrorCode::shape, "copy_between_shapes", "copy of {from} into {to}", from.sizes(), to.sizes());
  if (from.is_contiguous() && to.is_contiguous())
    return copy_row(from.data(), static_cast<std::ptrdiff_t>(from.elements()), to.data());
  const Size length = narrow(from.size(-1)), from_stride = narrow(from.shape().stride(-1)),
             to_stride = narrow(to.shape().stride(-1));
  float* const to_buffer = to.data() - to.shape().offset();
  for_each_block(from.shape(), to.shape(), from.shape().rank() - 1, [&](Index from_offset, Index to_offset) {
    const float* in = from.buffer() + from_offset;
    float* out = to_buffer + to_offset;
    if (from_stride == 1 && to_stride == 1) return copy_row(in, length, out);
    for (Size i = 0; i < length; ++i, in += from_stride, out += to_stride) *out = *in;
  });
}

}  // namespace mha
