#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <fstream>
#include <headscope/shape.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "headscope/tensor.hpp"

using namespace mha;
using Catch::Matchers::Message;

namespace {

Dims read_numbers(std::istream& in) {
  Dims out;
  for (Index number; in >> number;) out.push_back(number);
  return out;
}

Dims read_numbers(const std::string& string) {
  std::istringstream in(string);
  return read_numbers(in);
}

/// One line of chains.txt that belongs to a chain.
struct Link {
  std::string operation;
  Dims arguments;
  bool refused = false;
  Dims sizes, strides;
  Index offset = 0, contiguous = 0, sum = 0;
};

Link read_link(const std::string& line) {
  const std::size_t arrow = line.find(" -> ");
  std::istringstream asked(line.substr(0, arrow));
  Link link;
  asked >> link.operation;
  link.arguments = read_numbers(asked);
  std::istringstream answer(line.substr(arrow + 4));
  std::vector<std::string> facts;
  for (std::string fact; std::getline(answer, fact, '/');) facts.push_back(fact);
  link.refused = facts[0] == "refused";
  if (link.refused) return link;
  link.sizes = read_numbers(facts[0]);
  link.strides = read_numbers(facts[1]);
  link.offset = std::stoll(facts[2]);
  link.contiguous = std::stoll(facts[3]);
  link.sum = std::stoll(facts[4]);
  return link;
}

Tensor apply(const Link& link, const Tensor& x) {
  const Dims& a = link.arguments;
  if (link.operation == "view") return x.view(a);
  if (link.operation == "transpose") return x.transpose(static_cast<int>(a[0]), static_cast<int>(a[1]));
  if (link.operation == "permute") return x.permute(a);
  if (link.operation == "unsqueeze") return x.unsqueeze(static_cast<int>(a[0]));
  if (link.operation == "expand") return x.expand(a);
  if (link.operation == "slice") return x.slice(static_cast<int>(a[0]), a[1], a[2]);
  return x.contiguous();
}

Tensor counting(const Dims& sizes) {
  Tensor x = Tensor::uninitialised(sizes);
  float next = 0;
  for (float& value : x.values()) value = next++;
  return x;
}

Index weighted_sum(const Tensor& x) {
  const Tensor flat = x.contiguous();
  Index sum = 0;
  for (Index i = 0; i < flat.elements(); ++i) sum += (i % 7 + 1) * static_cast<Index>(flat.data()[i]);
  return sum;
}

}  // namespace

TEST_CASE("chains of shape operations agree with PyTorch, including errors", "[shape][golden]") {
  std::ifstream text(std::string(FIXTURES) + "/chains.txt");
  REQUIRE(text);
  Tensor x;
  int chains = 0, refusals = 0;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with('#')) continue;
    CAPTURE(chains, line);
    if (line.starts_with("chain ")) {
      ++chains;
      x = counting(read_numbers(line.substr(6)));
      continue;
    }
    const Link link = read_link(line);
    if (link.refused) {
      ++refusals;
      REQUIRE_THROWS_AS(apply(link, x), Error);
      continue;
    }
    const Tensor y = apply(link, x);
    REQUIRE(y.shape().sizes() == link.sizes);
    REQUIRE(y.shape().strides() == link.strides);
    REQUIRE(y.shape().offset() == link.offset);
    REQUIRE(y.is_contiguous() == (link.contiguous != 0));
    REQUIRE(weighted_sum(y) == link.sum);
    REQUIRE((y.shares_buffer_with(x) || link.operation == "contiguous"));
    x = y;
  }
  CHECK(chains >= 150);
  CHECK(refusals >= 60);
}

TEST_CASE("shapes are refused with a reason", "[shape]") {
  const Shape shape({2, 10, 8, 64});
  CHECK_THROWS_MATCHES(Shape({2, 0, 3}), Error,
                       Message("size 0 in (2, 0, 3): every size must be at least 1"));
  CHECK_THROWS_MATCHES(Shape({2, -3}), Error, Message("size -3 in (2, -3): every size must be at least 1"));
  CHECK_THROWS_MATCHES(
      Shape({Index{1} << 40, Index{1} << 40}), Error,
      Message("shape (1099511627776, 1099511627776) has more elements than 64 bits can count"));
  CHECK_THROWS_MATCHES(
      shape.view({2, 10, 511}), Error,
      Message("view (2, 10, 511) does not fit (2, 10, 8, 64), which has 10240 elements, not 10220"));
  CHECK_THROWS_MATCHES(
      shape.view({3, -1}), Error,
      Message("view (3, -1) does not fit (2, 10, 8, 64), which has 10240 elements, no multiple of 3"));
  CHECK_THROWS_MATCHES(shape.transpose(1, 2).view({2, 8, 640}), Error,
                       Message("view (2, 8, 640) of shape (2, 8, 10, 64) with strides (5120, 64, 512, 1): "
                               "view size is not compatible with input tensor's "
                               "size and stride (at least one dimension spans across two contiguous "
                               "subspaces). Dimensions 2 and 3 do not follow one another in "
                               "memory: stride 512 is not 64 * 1. Call contiguous() first, which copies"));
  CHECK_THROWS_MATCHES(shape.transpose(0, 4), Error,
                       Message("dimension 4 of (2, 10, 8, 64) does not exist (expected -4 to 3)"));
  CHECK_THROWS_MATCHES(shape.permute({0, 1}), Error,
                       Message("permute (0, 1) names 2 dimensions; (2, 10, 8, 64) has 4"));
  CHECK_THROWS_MATCHES(shape.permute({Index{1} << 32, 1, 2, 3}), Error,
                       Message("dimension 4294967296 of (2, 10, 8, 64) does not exist (expected -4 to 3)"));
  CHECK_THROWS_MATCHES(shape.permute({0, 1, 1, 2}), Error,
                       Message("permute (0, 1, 1, 2) names dimension 1 twice"));
  CHECK_THROWS_MATCHES(shape.expand({2, 10, 8, 65}), Error,
                       Message("expand (2, 10, 8, 65) of (2, 10, 8, 64): size 64 of dimension 3 cannot "
                               "become 65; only a size of 1 expands"));
  CHECK_THROWS_MATCHES(shape.expand({64}), Error,
                       Message("expand (64) has fewer dimensions than (2, 10, 8, 64)"));
  CHECK_THROWS_MATCHES(
      shape.unsqueeze(5), Error,
      Message("unsqueeze at 5 of (2, 10, 8, 64): there is no such place (expected -5 to 4)"));
  CHECK_THROWS_MATCHES(
      shape.unsqueeze(-6), Error,
      Message("unsqueeze at -6 of (2, 10, 8, 64): there is no such place (expected -5 to 4)"));
  CHECK_THROWS_MATCHES(shape.slice(3, 60, 5), Error,
                       Message("slice of 5 from 60 on leaves dimension 3 of (2, 10, 8, 64)"));
}
