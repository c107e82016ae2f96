// A chain of shape operations: the memory that each link reads, and the chain's end.
#include <catch2/catch_test_macros.hpp>
#include <headscope/chain.hpp>

using namespace mha;

namespace {

std::vector<float> numbers_of(const ChainLink& link) {
  const Tensor flat = link.tensor.contiguous();
  return {flat.values().begin(), flat.values().end()};
}

}  // namespace

TEST_CASE("each link of a chain has the right buffer and offset", "[chain]") {
  const auto links = follow_chain({2, 3}, {{ShapeCall::transpose, {0, 1}},
                                           {ShapeCall::reshape, {6}},
                                           {ShapeCall::unsqueeze, {0}},
                                           {ShapeCall::expand, {2, -1}}});
  REQUIRE(links.size() == 5);
  CHECK_FALSE(links[0].is_view);
  CHECK(links[1].is_view);
  CHECK_FALSE(links[2].is_view);
  CHECK(links[3].is_view);
  CHECK(links[1].tensor.shares_buffer_with(links[0].tensor));
  CHECK(links[4].tensor.shares_buffer_with(links[2].tensor));
  CHECK(numbers_of(links[1]) == std::vector<float>{0, 3, 1, 4, 2, 5});
  CHECK(numbers_of(links[4]) == std::vector<float>{0, 3, 1, 4, 2, 5, 0, 3, 1, 4, 2, 5});
}

TEST_CASE("a chain ends at a refused call", "[chain]") {
  const auto links = follow_chain(
      {2, 3}, {{ShapeCall::transpose, {0, 1}}, {ShapeCall::view, {6}}, {ShapeCall::contiguous, {}}});
  REQUIRE(links.size() == 3);
  CHECK_FALSE(links[2].tensor);
  CHECK(links[2].refusal.text.find("Call contiguous() first") != std::string::npos);
  CHECK_THROWS_AS(follow_chain({Index{1} << 25}, {}), Error);
}

TEST_CASE("a chain ends when its tensors have more than 2^24 elements in total", "[chain]") {
  const std::vector<GivenCall> copies(3, {ShapeCall::contiguous, {}});
  CHECK(follow_chain({Index{1} << 22}, copies).back().refusal.empty());
  const auto links = follow_chain({Index{1} << 23}, copies);
  REQUIRE(links.size() == 3);
  CHECK(links[2].refusal.text.find("more than 16777216 elements together") != std::string::npos);
}
