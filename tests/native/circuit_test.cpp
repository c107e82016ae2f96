// The circuits of a head: copying scores by known eigenvalues, and composition by the matrices at full size.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/gemm.hpp>
#include <headscope/transformer/circuit.hpp>

#include "fixture.hpp"

using namespace mha;

namespace {

constexpr Index kWidth = 12, kHead = 4;

HeadCircuit random_circuit(std::uint64_t seed) {
  const auto reads = [&](std::uint64_t at) { return random_values(seed + at, 0.5f, {kWidth, kHead}); };
  return {reads(0), reads(1), reads(2), random_values(seed + 3, 0.5f, {kHead, kWidth})};
}

/// A circuit whose W_O W_V is `product` (d, d).
HeadCircuit with_product(const std::vector<float>& product, Index d) {
  Tensor identity = Tensor::zeros({d, d});
  for (Index i = 0; i < d; ++i) identity.data()[i * d + i] = 1;
  const Tensor given = Tensor::from(product, {d, d});
  return {identity, identity, given, identity};
}

double length_of(const Tensor& x) {
  double sum = 0;
  for (const float value : x.contiguous().values())
    sum += static_cast<double>(value) * static_cast<double>(value);
  return std::sqrt(sum);
}

/// |A B| / (|A| |B|), at full size.
double share_of(const Tensor& a, const Tensor& b) {
  return length_of(matmul(a, b)) / (length_of(a) * length_of(b));
}

}  // namespace

TEST_CASE("the copying score of known eigenvalues", "[transformer]") {
  CHECK(std::abs(copying_score(with_product({2, 0, 0, 3}, 2)) - 1) < 1e-12);
  CHECK(std::abs(copying_score(with_product({-2, 0, 0, -3}, 2)) + 1) < 1e-12);
  CHECK(std::abs(copying_score(with_product({1, 5, 0, -3}, 2)) + 0.5) < 1e-12);
  CHECK(std::abs(copying_score(with_product({0, -1, 1, 0}, 2))) < 1e-12);  // i and -i
  // 1 + 2i, 1 - 2i and -1: (1 + 1 - 1) / (2 sqrt(5) + 1), in a matrix that is not reduced
  const double expected = 1 / (2 * std::sqrt(5.0) + 1);
  CHECK(std::abs(copying_score(with_product({1, -2, 0, 2, 1, 0, 7, 3, -1}, 3)) - expected) < 1e-9);
  CHECK(std::isnan(copying_score(with_product({0, 0, 0, 0}, 2))));
}

TEST_CASE("the copying score does not change with the base of the head's space", "[transformer]") {
  constexpr Index kLarge = 24;
  const Tensor turn = random_values(7, 1.0f, {kLarge, kLarge});
  HeadCircuit circuit{turn, turn, random_values(8, 0.3f, {kLarge, kLarge}),
                      random_values(9, 0.3f, {kLarge, kLarge})};
  const double score = copying_score(circuit);
  CHECK(std::abs(score) < 1);
  std::swap(circuit.w_v, circuit.w_o);  // W_V W_O and W_O W_V have the same eigenvalues
  CHECK(std::abs(copying_score(circuit) - score) < 1e-4);
}

TEST_CASE("composition is that of the circuits at full size", "[transformer]") {
  const HeadCircuit first = random_circuit(20), second = random_circuit(40);
  const Tensor ov = matmul(first.w_v, first.w_o);
  const Tensor qk = matmul(second.w_q, second.w_k.transpose(0, 1));
  const Composition found = composition(first, second);
  CHECK(std::abs(found.q - share_of(ov, qk)) < 1e-5);
  CHECK(std::abs(found.k - share_of(ov, qk.transpose(0, 1).contiguous())) < 1e-5);
  CHECK(std::abs(found.v - share_of(ov, matmul(second.w_v, second.w_o))) < 1e-5);
}

TEST_CASE("a circuit reads the stream behind the norm, and heads in groups share keys and values",
          "[transformer]") {
  for (const NormKind norm : {NormKind::layer, NormKind::rms}) {
    Block block({.attention = {.d_model = kWidth, .num_heads = 6, .num_kv_heads = 3},
                 .d_ff = 0,
                 .norm = norm,
                 .eps = 1e-5});
    std::uint64_t seed = 1;
    for (Param param : kParams) {
      if (has(block.config().attention, param))
        block.set(param, random_values(seed++, 0.4f, shape_of(param, block.config().attention)));
    }
    const Tensor gain = random_values(60, 1.0f, {kWidth});
    block.set(BlockParam::attention_gain, gain);
    const HeadCircuit circuit = circuit_of(block, 5);
    const Tensor& w_k = block.attention().weights[Param::wK];
    for (Index feature = 0; feature < 2; ++feature) {
      double mean = 0, sum = 0;
      for (Index row = 0; row < kWidth; ++row)
        mean += static_cast<double>(w_k({row, 4 + feature}) * gain({row})) / kWidth;
      for (Index row = 0; row < kWidth; ++row) {
        const double plain = static_cast<double>(w_k({row, 4 + feature}) * gain({row}));
        const double expected = norm == NormKind::layer ? plain - mean : plain;
        CHECK(std::abs(static_cast<double>(circuit.w_k({row, feature})) - expected) < 1e-6);
        sum += expected;
      }
      CHECK((norm == NormKind::rms || std::abs(sum) < 1e-6));
    }
    const Tensor& w_o = block.attention().weights[Param::wO];
    CHECK(circuit.w_o({1, 3}) == w_o({11, 3}));
  }
}

TEST_CASE("latent attention has no circuits of heads", "[transformer]") {
  Block block({.attention = {.d_model = kWidth,
                             .num_heads = 2,
                             .rope = {.style = RopeStyle::half},
                             .latent = {.rank = 6, .rope_width = 4}}});
  CHECK_THROWS(circuit_of(block, 0));
}

TEST_CASE("a head looks for the same at equal distances, as rotary positions have it", "[transformer]") {
  for (const RopeStyle style : {RopeStyle::none, RopeStyle::half}) {
    Block block({.attention = {.d_model = kWidth, .num_heads = 3, .rope = {.style = style}},
                 .d_ff = 0,
                 .attention_norm = false});
    std::uint64_t seed = 1;
    for (Param param : kParams) {
      if (has(block.config().attention, param))
        block.set(param, random_values(seed++, 0.4f, shape_of(param, block.config().attention)));
    }
    const HeadCircuit circuit = circuit_of(block, 1);
    const Tensor x = random_values(70, 1.0f, {1, 2, kWidth}), y = random_values(71, 1.0f, {1, 1, kWidth});
    const auto turned = [&](const Tensor& of, const Tensor& w, Index position) {
      const Tensor features = matmul(of.view({of.size(1), kWidth}), w);
      return style == RopeStyle::none
                 ? features
                 : rotate(features.view({of.size(1), 1, kHead}), position, {.style = style})
                       .view({of.size(1), kHead});
    };
    for (const Index distance : {Index{0}, Index{3}, Index{-2}}) {
      const Tensor found = matmul(looked_for(block, 1, x, distance).view({2, kWidth}), y.view({kWidth, 1}));
      const Tensor expected =
          matmul(turned(x, circuit.w_q, 5 + distance), turned(y, circuit.w_k, 5).transpose(0, 1));
      for (Index row = 0; row < 2; ++row)
        CHECK(std::abs(static_cast<double>(found({row, 0}) - expected({row, 0}))) < 1e-5);
    }
  }
}
