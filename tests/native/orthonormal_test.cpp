// Effect of constructed weights on values and outputs: the directions of W_V and W_O.

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/attention.hpp>
#include <headscope/embedding.hpp>
#include <headscope/patterns.hpp>

#include "fixture.hpp"

using namespace mha;

namespace {

/// The dot product of two columns of a matrix, or of two rows.
double dot(const Tensor& matrix, int dim, Index a, Index b) {
  double sum = 0;
  for (Index i = 0; i < matrix.size(1 - dim); ++i) {
    const auto at = [&](Index n) { return dim == 1 ? matrix({i, n}) : matrix({n, i}); };
    sum += static_cast<double>(at(a)) * at(b);
  }
  return sum;
}

/// Deviation from orthonormality of the columns or the rows, whichever are fewer.
double far_from_orthonormal(const Tensor& matrix) {
  const int dim = matrix.size(1) <= matrix.size(0) ? 1 : 0;
  double worst = 0;
  for (Index a = 0; a < matrix.size(dim); ++a) {
    for (Index b = 0; b <= a; ++b)
      worst = std::max(worst, std::abs(dot(matrix, dim, a, b) - (a == b ? 1.0 : 0.0)));
  }
  return worst;
}

Tensor value_of(const Weights& weights, const Config& config, Index kv_head) {
  return weights[Param::wV].slice(1, kv_head * config.d_v, config.d_v);
}

/// Sum of squared cosines between the directions of two heads; d_v if both span the same space.
double shared(const Tensor& a, const Tensor& b) {
  double sum = 0;
  for (Index c = 0; c < a.size(1); ++c) {
    for (Index d = 0; d < b.size(1); ++d) {
      double cosine = 0;
      for (Index i = 0; i < a.size(0); ++i) cosine += static_cast<double>(a({i, c})) * b({i, d});
      sum += cosine * cosine;
    }
  }
  return sum;
}

/// The lengths of rows of `width` features.
std::vector<double> lengths(const Tensor& tensor, Index width) {
  std::vector<double> out;
  const Tensor packed = tensor.contiguous();
  for (Index start = 0; start < packed.elements(); start += width) {
    double square = 0;
    for (Index f = 0; f < width; ++f)
      square += static_cast<double>(packed.data()[start + f]) * packed.data()[start + f];
    out.push_back(std::sqrt(square));
  }
  return out;
}

}  // namespace

TEST_CASE("constructed values and outputs are orthonormal in every shape", "[patterns]") {
  for (const Config& given : std::initializer_list<Config>{
           {.d_model = 1, .num_heads = 1},
           {.d_model = 2, .num_heads = 1},
           {.d_model = 64, .num_heads = 8},                                    // square
           {.d_model = 64, .num_heads = 8, .num_kv_heads = 2},                 // W_V tall
           {.d_model = 60, .num_heads = 5, .d_v = 7},                          // W_V tall, W_O wide
           {.d_model = 12, .num_heads = 4, .d_k = 5},                          // W_V wide, W_O tall
           {.d_model = 12, .num_heads = 4, .num_kv_heads = 2, .d_k = 5},       // W_V tall, W_O tall
           {.d_model = 6, .num_heads = 3, .d_k = 2, .d_v = 9},                 // heads wider than the values
           {.d_model = 64, .num_heads = 8, .d_key = 32, .d_value = 48},        // W_V wide, 48 features for 64
           {.d_model = 32, .num_heads = 4, .d_value = 33, .fused = false}}) {  // W_V tall by one
    const Config config = resolve(given);
    const Weights weights = constructed_weights(config, 5);
    CAPTURE(config.d_model, config.num_heads, config.num_kv_heads, config.d_v, config.d_value);
    const Tensor& w_v = weights[Param::wV];
    if (w_v.size(1) <= w_v.size(0)) CHECK(far_from_orthonormal(w_v) < 1e-6);
    for (Index head = 0; head < config.num_kv_heads; ++head)
      CHECK(far_from_orthonormal(value_of(weights, config, head)) < 1e-6);
    CHECK(far_from_orthonormal(weights[Param::wO]) < 1e-6);
  }
}

TEST_CASE("constructed weights keep every length and pass no feature unchanged", "[patterns]") {
  const Config config = resolve({.d_model = 64, .num_heads = 8});
  const Weights weights = constructed_weights(config, 1);
  const Run run = forward({config, weights}, {.query = embed({"a", "b", "c", "d"}, config.d_model, 1)});
  const auto tensor = [&](std::string_view id) { return run.find(id)->output; };
  for (const auto& [before, after] : {std::pair("x", "v"), std::pair("concat", "output")}) {
    CAPTURE(before, after);
    const std::vector<double> is = lengths(tensor(after), 64), was = lengths(tensor(before), 64);
    for (std::size_t i = 0; i < is.size(); ++i) CHECK(std::abs(is[i] - was[i]) < 1e-5 * was[i]);
    CHECK(relative_difference(tensor(after), tensor(before)) > 0.5);
  }
  for (const Param param : {Param::wV, Param::wO}) {
    for (const float weight : weights[param].values()) CHECK(std::abs(weight) < 0.5);
  }
}

TEST_CASE("constructed heads have different directions, decided by the seed", "[patterns]") {
  for (const Config& given :
       std::initializer_list<Config>{{.d_model = 64, .num_heads = 8},
                                     {.d_model = 64, .num_heads = 8, .num_kv_heads = 2},
                                     {.d_model = 24, .num_heads = 4, .d_k = 8}}) {  // more columns than rows
    const Config config = resolve(given);
    const Weights weights = constructed_weights(config, 1), again = constructed_weights(config, 1),
                  other = constructed_weights(config, 2);
    CAPTURE(config.d_model, config.num_kv_heads, config.d_v);
    for (const Param param : {Param::wV, Param::wO}) {
      CHECK(std::ranges::equal(weights[param].values(), again[param].values()));
      CHECK(relative_difference(other[param], weights[param]) > 0.1);
    }
    const auto same = static_cast<double>(config.d_v);
    for (Index a = 0; a < config.num_kv_heads; ++a) {
      const Tensor head = value_of(weights, config, a);
      CHECK(std::abs(shared(head, head) - same) < 1e-5);
      CHECK(shared(head, value_of(other, config, a)) < 0.7 * same);
      for (Index b = 0; b < a; ++b) CHECK(shared(head, value_of(weights, config, b)) < 0.7 * same);
    }
  }
}
