#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <cmath>
#include <headscope/difference.hpp>
#include <limits>

#include "fixture.hpp"

using namespace mha;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// One item, two heads, two queries, three keys; every query attends to the first key only.
Tensor first_keys() {
  return Tensor::from(std::vector<float>{1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0}, {1, 2, 2, 3});
}

/// The same with changes: head 0 differs by 0.5 in query 0, head 1 by 0.25 and 0.75.
Tensor moved() {
  return Tensor::from(std::vector<float>{0.5f, 0.5f, 0, 1, 0, 0, 0.75f, 0, 0.25f, 0.25f, 0.5f, 0.25f},
                      {1, 2, 2, 3});
}

std::vector<float> values(const Tensor& tensor) {
  return {tensor.values().begin(), tensor.values().end()};
}

}  // namespace

TEST_CASE("the distance of two rows is the share of weight on other keys", "[difference]") {
  const Difference difference = most_different(first_keys(), moved());
  CHECK(difference.distance.sizes() == Dims{1, 2, 2});
  CHECK(values(difference.distance) == std::vector<float>{0.5f, 0, 0.25f, 0.75f});
  CHECK(difference.head == 1);
  CHECK(difference.query == 1);
  CHECK(values(most_different(moved(), first_keys()).distance) == values(difference.distance));
}

TEST_CASE("the chosen head has the largest mean distance, not the largest single row", "[difference]") {
  Tensor other = first_keys();
  for (const Index row : {2, 3}) other.data()[row * 3] = 0.5f, other.data()[row * 3 + 1] = 0.5f;
  other.data()[0] = 0.25f, other.data()[1] = 0.75f;  // 0.75 in head 0, but 0.5 twice in head 1
  const Difference difference = most_different(first_keys(), other);
  CHECK(values(difference.distance) == std::vector<float>{0.75f, 0, 0.5f, 0.5f});
  CHECK(difference.head == 1);
  CHECK(difference.query == 0);
}

TEST_CASE("among heads and queries that differ only by rounding, the first is named", "[difference]") {
  Tensor wrong = Tensor::zeros({1, 2, 2, 3});
  for (const Index row : {0, 1, 2, 3}) wrong.data()[row * 3 + 1] = 1;  // no key in common: 1 everywhere
  for (const Index row : {1, 2, 3}) wrong.data()[row * 3 + 2] = 4e-7f;
  const Difference difference = most_different(first_keys(), wrong);
  CHECK(difference.distance({0, 1, 1}) > difference.distance({0, 0, 0}));
  CHECK((difference.head == 0 && difference.query == 0));
}

TEST_CASE("rows of every batch item count", "[difference]") {
  Tensor right = Tensor::zeros({2, 2, 2, 1}), wrong = Tensor::zeros({2, 2, 2, 1});
  wrong.data()[0] = 1;                        // item 0, head 0, query 0: 0.5
  wrong.data()[2] = 0.25f;                    // item 0, head 1, query 0: 0.125
  wrong.data()[6] = wrong.data()[7] = 1.25f;  // item 1, head 1, both queries: 0.625
  const Difference difference = most_different(right, wrong);
  CHECK(difference.head == 1);
  CHECK(difference.query == 0);
  wrong.data()[7] = 2;
  CHECK(most_different(right, wrong).query == 1);
}

TEST_CASE("equal attentions do not differ, and NaN does not count", "[difference]") {
  const Difference none = most_different(moved(), moved());
  CHECK(values(none.distance) == std::vector<float>(4, 0.0f));
  CHECK((none.head == 0 && none.query == 0));
  Tensor wrong = moved();
  wrong.data()[6] = 0.7f, wrong.data()[8] = 0.3f;  // head 1, query 0: more than head 0's mean of 0.25
  wrong.data()[9] = kNaN;                          // query 1, which would halve that if it counted as 0
  const Difference difference = most_different(first_keys(), wrong);
  CHECK(std::isnan(difference.distance({0, 1, 1})));
  CHECK((difference.head == 1 && difference.query == 0));
  for (float& value : wrong.values()) value = kNaN;
  CHECK(most_different(first_keys(), wrong).head == 0);
}

TEST_CASE("attentions with any strides can be compared", "[difference]") {
  const Tensor a = random_values(1, 1.0f, {2, 5, 3, 4}), b = random_values(2, 1.0f, {2, 5, 3, 4});
  const Difference turned = most_different(a.transpose(1, 2), b.transpose(1, 2));
  const Difference packed = most_different(a.transpose(1, 2).contiguous(), b.transpose(1, 2).contiguous());
  CHECK(values(turned.distance) == values(packed.distance));
}

TEST_CASE("attentions that cannot be compared are refused with their shapes", "[difference]") {
  using Catch::Matchers::Message;
  CHECK_THROWS_MATCHES(most_different(first_keys(), first_keys().view({1, 2, 3, 2})), Error,
                       Message("the other attention has shape (1, 2, 3, 2), expected (1, 2, 2, 3)"));
  CHECK_THROWS_MATCHES(most_different(first_keys().view({2, 2, 3}), first_keys()), Error,
                       Message("attention has shape (2, 2, 3), expected (B, H, T_q, T_k)"));
}
