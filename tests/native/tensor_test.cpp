#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <headscope/tensor.hpp>

using namespace mha;
using Catch::Matchers::Message;

TEST_CASE("views share memory, copies do not", "[tensor]") {
  Tensor x = Tensor::zeros({2, 3, 4});
  for (float& value : x.values()) value = static_cast<float>(&value - x.data());
  const Tensor t = x.transpose(1, 2);
  CHECK(t.shares_buffer_with(x));
  CHECK(t({1, 3, 2}) == x({1, 2, 3}));
  const Tensor packed = t.contiguous();
  CHECK_FALSE(packed.shares_buffer_with(x));
  CHECK(packed({1, 3, 2}) == x({1, 2, 3}));
  CHECK(x.contiguous().shares_buffer_with(x));
  x.values()[0] = 7;
  CHECK(t({0, 0, 0}) == 7);
  CHECK(packed({0, 0, 0}) == 0);
}

TEST_CASE("copy() supports any strides", "[tensor]") {
  Tensor from = Tensor::zeros({3, 4}), to = Tensor::zeros({4, 3});
  for (float& value : from.values()) value = static_cast<float>(&value - from.data());
  copy(from.transpose(0, 1), to);
  CHECK(to({3, 2}) == from({2, 3}));
  copy(to, to.view({4, 3}));
  copy(from, to.transpose(0, 1));
  CHECK(to({1, 2}) == from({2, 1}));
  CHECK_THROWS_MATCHES(copy(from, to), Error, Message("copy of (3, 4) into (4, 3)"));
}

TEST_CASE("impossible tensors are refused before allocation", "[tensor]") {
  CHECK_THROWS_MATCHES(Tensor::from(std::array{1.0f, 2.0f, 3.0f}, {2, 2}), Error,
                       Message("data of 3 elements does not fill shape (2, 2), which has 4"));
  CHECK_THROWS_MATCHES(
      Tensor::uninitialised({Index{1} << 62}), Error,
      Message("no memory for a tensor (4611686018427387904) of 4611686018427387904 float32 elements"));
  try {
    Tensor::uninitialised({Index{1} << 62});
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::memory);
  }
}

TEST_CASE("meta tensors have shapes but no memory", "[tensor]") {
  const Tensor x = Tensor::meta({1 << 20, 1 << 20, 1 << 20});
  CHECK(x.is_meta());
  CHECK(x.transpose(0, 2).contiguous().is_meta());
  CHECK(x.elements() == Index{1} << 60);
  CHECK_FALSE(Tensor::zeros({1}).is_meta());
}
