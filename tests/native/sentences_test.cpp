// Measures of heads in sentences, compared with NumPy (tests/fixtures/sentences.py).
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <cmath>
#include <headscope/sentence_measures.hpp>
#include <headscope/study_sums.hpp>

#include "fixture.hpp"

using namespace mha;

namespace {

constexpr double kTolerance = 1e-6;

std::vector<Index> indices(const Tensor& tensor) {
  std::vector<Index> out;
  for (const float number : tensor.values()) out.push_back(static_cast<Index>(number));
  return out;
}

SentenceTokens tokens_of(const FixtureCase& fixture) {
  return {.pieces = indices(fixture.tensor("pieces")),
          .words = indices(fixture.tensor("words")),
          .sentences = indices(fixture.tensor("sentences")),
          .kinds = indices(fixture.tensor("kinds")),
          .is_causal = fixture.number("causal") == 1};
}

/// Whether numbers agree, with NaN in the same places.
bool agree(double actual, double expected) {
  if (std::isnan(actual) || std::isnan(expected)) return std::isnan(actual) == std::isnan(expected);
  return std::abs(actual - expected) <= kTolerance * std::max(1.0, std::abs(expected));
}

void check_column(const std::vector<double>& actual, const Tensor& expected) {
  REQUIRE(static_cast<Index>(actual.size()) == expected.elements());
  for (std::size_t i = 0; i < actual.size(); ++i) CHECK(agree(actual[i], double{expected.values()[i]}));
}

StudySums::Found sums_of(const Tensor& rows, Index at_a_time) {
  const auto columns = static_cast<std::size_t>(rows.elements() / rows.size(0));
  StudySums sums(static_cast<Index>(columns));
  for (std::size_t i = 0; i < rows.values().size();) {
    const std::size_t count =
        std::min(columns * static_cast<std::size_t>(at_a_time), rows.values().size() - i);
    sums.add(rows.values().subspan(i, count));
    i += count;
  }
  return sums.found();
}

}  // namespace

TEST_CASE("measures of heads in a sentence agree with NumPy", "[sentences]") {
  for (const FixtureCase& fixture : read_fixture("sentences")) {
    if (!fixture.has("attention")) continue;
    INFO(fixture.name);
    const SentenceKeys sentence(tokens_of(fixture));
    const Tensor found = sentence.measure(fixture.tensor("attention"), fixture.tensor("values"));
    CHECK(relative_difference(found, fixture.tensor("measures")) < kTolerance);
    CHECK(relative_difference(strongest_keys(fixture.tensor("attention")), fixture.tensor("strongest")) == 0);
  }
}

TEST_CASE("means and 95 % intervals over sentences agree with NumPy", "[sentences]") {
  const FixtureCase fixture = read_fixture("sentences").back();
  const StudySums::Found found = sums_of(fixture.tensor("rows"), 1);
  check_column(found.mean, fixture.tensor("mean"));
  check_column(found.half, fixture.tensor("half"));
  check_column(found.deviation, fixture.tensor("deviation"));
  check_column(found.count, fixture.tensor("count"));
}

TEST_CASE("sums have the same bits however many sentences arrive at a time", "[sentences]") {
  const Tensor rows = read_fixture("sentences").back().tensor("rows");
  const StudySums::Found one = sums_of(rows, 1), four = sums_of(rows, 4);
  for (std::size_t i = 0; i < one.mean.size(); ++i) {
    CHECK((one.mean[i] == four.mean[i] || std::isnan(one.mean[i])));
    CHECK((one.half[i] == four.half[i] || std::isnan(one.half[i])));
  }
}

TEST_CASE("sizes that do not fit a sentence are refused", "[sentences]") {
  const FixtureCase fixture = read_fixture("sentences").front();
  SentenceTokens short_words = tokens_of(fixture);
  short_words.words.pop_back();
  using Catch::Matchers::Message;
  CHECK_THROWS_MATCHES(
      SentenceKeys(short_words), Error,
      Message("23 numbers for 24 tokens; each token has a piece, a word, a sentence and a kind"));
  const SentenceKeys sentence(tokens_of(fixture));
  CHECK_THROWS_AS(sentence.measure(Tensor::zeros({4, 23, 23})), Error);
  CHECK_THROWS_AS(sentence.measure(fixture.tensor("attention"), Tensor::zeros({3, 24, 2})), Error);
  StudySums sums(3);
  CHECK_THROWS_MATCHES(sums.add(std::vector<float>(4)), Error, Message("4 numbers are not rows of 3"));
}
