// Products with packed weights.
#include <catch2/catch_test_macros.hpp>
#include <headscope/kernel/product.hpp>
#include <headscope/packed_linear.hpp>
#include <headscope/tensor/elementwise.hpp>
#include <headscope/tensor/gemm.hpp>

#include "allocations.hpp"
#include "fixture.hpp"

using namespace mha;

namespace {

constexpr Index kAll = 1 << 20;

Tensor packed(PackedLinear& by, const Tensor& x, const Tensor& w, const Tensor& bias) {
  Tensor y = Tensor::uninitialised({x.size(0), w.size(1)});
  by(x, w, bias, y, false);
  return y;
}

/// Computed by the kernel, whose bits do not depend on the layout of the weights.
Tensor by_kernel(const Tensor& x, const Tensor& w, const Tensor& bias) {
  const auto map = [](const Tensor& t) {
    return ConstMatrixMap(t.data(), narrow(t.size(0)), narrow(t.size(1)),
                          {narrow(t.shape().stride(0)), narrow(t.shape().stride(1))});
  };
  Tensor y = Tensor::uninitialised({x.size(0), w.size(1)});
  product(map(x), map(w),
          {y.data(), narrow(y.size(0)), narrow(y.size(1)), Eigen::OuterStride<>(narrow(y.size(1)))});
  return bias ? add(y, bias.expand(y.sizes())) : y;
}

}  // namespace

TEST_CASE("packed products agree with linear(), and have the kernel's bits, at all panel widths",
          "[packed]") {
  for (Index depth : {1, 2, 3, 4, 5, 7, 8, 255, 767, 768, 769}) {
    for (Index columns : {1, 3, 7, 8, 9, 15, 16, 17, 24, 33}) {
      const Tensor w = random_values(1, 1.0f, {depth, columns}), bias = random_values(2, 1.0f, {columns});
      for (Index rows : {1, 2, 3, 4, 5, 6, 7, 8, 63, 127, 129}) {
        CAPTURE(depth, columns, rows);
        const Tensor x = random_values(3, 1.0f, {rows, depth});
        const Tensor expected = linear(x, w, bias), bits = by_kernel(x, w, bias);
        PackedLinear linear_by(kAll);
        CHECK(relative_difference(packed(linear_by, x, w, bias), expected) < 1e-6);
        for (int call = 0; call < 2; ++call) {
          const Tensor y = packed(linear_by, x, w, bias);
          CHECK(relative_difference(y, expected) < 1e-6);
          CHECK(relative_difference(y, bits) == 0);
        }
      }
    }
  }
}

TEST_CASE("packing supports weights and inputs of any strides", "[packed]") {
  const Tensor w = random_values(1, 1.0f, {10, 13}).transpose(0, 1),
               x = random_values(2, 1.0f, {13, 5}).transpose(0, 1);
  const Tensor slice = random_values(3, 1.0f, {13, 30}).slice(1, 9, 11);
  for (const Tensor& weights : {w, slice}) {
    PackedLinear linear_by(kAll);
    for (int call = 0; call < 3; ++call)
      CHECK(relative_difference(packed(linear_by, x, weights, {}), linear(x, weights, {})) < 1e-6);
  }
}

TEST_CASE("weights are packed at the second call, if packing pays", "[packed]") {
  const Tensor few = random_values(1, 1.0f, {63, 20}), many = random_values(2, 1.0f, {64, 20});
  const Tensor w = random_values(3, 1.0f, {20, 9});
  const auto held = [&](const Tensor& x, bool spares, int calls, Index most) {
    Tensor y = Tensor::uninitialised({x.size(0), 9});
    const TensorMemory memory;
    PackedLinear linear_by(most);
    while (calls-- > 0) linear_by(x, w, {}, y, spares);
    return memory.held();
  };
  constexpr Index kElements = 20 * 9, kPanels = 20 * 16;
  for (const Tensor& x : {few, many}) {
    for (Index most : {Index{0}, kElements - 1, kElements, kAll}) {
      for (bool spares : {false, true}) {
        CAPTURE(x.size(0), most, spares);
        const bool worth_it = most >= kElements && !(spares && x.size(0) >= 64);
        CHECK(held(x, spares, 1, most) == 0);
        CHECK(held(x, spares, 2, most) == (worth_it ? kPanels : 0));
        CHECK(held(x, spares, 3, most) == PackedLinear::elements_held(x.size(0), w.sizes(), spares, most));
      }
    }
  }
}

TEST_CASE("a packed copy is never used for other weights", "[packed]") {
  const Tensor whole = random_values(1, 1.0f, {12, 30}), part = whole.slice(1, 0, 9);
  const Tensor other = random_values(2, 1.0f, {12, 9}), x = random_values(3, 1.0f, {5, 12});
  PackedLinear linear_by(kAll);
  const Tensor square = random_values(4, 1.0f, {12, 12}), turned = square.transpose(0, 1);
  const Tensor beside = whole.slice(1, 9, 9);
  for (const Tensor& w : {part, whole, part, other, part, beside, part, square, turned, square}) {
    for (int call = 0; call < 3; ++call)
      CHECK(relative_difference(packed(linear_by, x, w, {}), linear(x, w, {})) < 1e-6);
  }
}
