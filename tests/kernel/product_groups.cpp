#include <headscope/kernel/half.hpp>

#include "groups.hpp"
#include "operands.hpp"

namespace mha::probe {
namespace {

constexpr int kProducts = 10;  // number of products in a part

/// Stream of random numbers, separate for each digest and part.
Rng stream(int group, int part) {
  return Rng(static_cast<std::uint64_t>(group), static_cast<std::uint64_t>(part));
}

void take(Outcome& outcome, const ConstMatrixMap& a, const ConstMatrixMap& b, const Result& c) {
  outcome.digest.add(c.buffer);
  outcome.wrong += wrong_elements(a, b, c);
}

/// Operands stored by rows or by columns, with or without gaps.
void multiply_some(Outcome& outcome, Rng& rng, Index m, Index n, Index k) {
  const auto some = [&](double p) { return rng.uniform() < p; };
  const bool a_by_columns = some(0.2), b_by_columns = some(0.4);
  const Operand a(rng, m, k, a_by_columns, whole_below(rng, 4));
  const Operand b(rng, k, n, b_by_columns, whole_below(rng, 4));
  Result c(m, n, whole_below(rng, 3));
  product(a.map(), b.map(), c.map());
  take(outcome, a.map(), b.map(), c);
}

struct Sizes {
  Index least, count;

  Index any(Rng& rng) const { return least + whole_below(rng, count); }
};

Outcome random_products(Rng rng, Sizes rows, Sizes columns, Sizes depths) {
  Outcome outcome;
  for (int i = 0; i < kProducts; ++i) {
    const Index m = rows.any(rng), n = columns.any(rng), k = depths.any(rng);
    multiply_some(outcome, rng, m, n, k);
  }
  return outcome;
}

/// Columns [first, first + count).
ConstMatrixMap columns_of(const ConstMatrixMap& m, Index first, Index count) {
  return {m.data() + first * m.colStride(), m.rows(), count, {m.rowStride(), m.colStride()}};
}

/// The bits of a number of moderate size or a subnormal one; rarely any bits, also of infinity and NaN.
std::uint16_t random_half(Rng& rng, StoredType type, double any) {
  const auto bits = static_cast<std::uint16_t>(whole_below(rng, 1 << 16));
  if (rng.uniform() < any) return bits;
  const bool is_subnormal = rng.uniform() < 0.1;
  if (type == StoredType::F16) return bits & (is_subnormal ? 0x83ff : 0xbfff);
  return is_subnormal ? bits & 0x807f : (bits & 0x83ff) | 0x3c00;
}

/// A matrix of 16-bit numbers in panels, and the same numbers as float32.
struct Halves {
  std::vector<float> memory, numbers;
  Index rows, columns;
  StoredType type;

  Halves(Rng& rng, Index m, Index n, StoredType t)
      : memory(static_cast<std::size_t>(m * whole_panels(n) / 2)), rows(m), columns(n), type(t) {
    const double any = rng.uniform() < 0.2 ? 0.01 : 0;
    for (Index i = 0; i < m; ++i) {
      for (Index j = 0; j < n; ++j) {
        const std::uint16_t half = random_half(rng, type, any);
        numbers.push_back(widened(type, half));
        const Index place = (j / kPanel * m + i) * kPanel + place_of_half(j % kPanel);
        std::memcpy(reinterpret_cast<char*>(memory.data()) + 2 * place, &half, sizeof half);
      }
    }
  }
  Panels panels() const { return packed_panels(memory.data(), rows, columns, type); }
};

/// The number of elements that differ in their bits; all NaN count as one value.
int different_elements(const std::vector<float>& x, const std::vector<float>& y) {
  int different = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool both_nan = std::isnan(x[i]) && std::isnan(y[i]);
    different += !both_nan && std::bit_cast<std::uint32_t>(x[i]) != std::bit_cast<std::uint32_t>(y[i]);
  }
  return different;
}

}  // namespace

Outcome product_of_rows(int rows) {
  Rng rng = stream(11, rows);
  Outcome outcome;
  for (Index n = 1; n <= 40; ++n) {
    for (Index k = 1; k <= 40; ++k) multiply_some(outcome, rng, rows, n, k);
  }
  return outcome;
}

Outcome larger_product(int part) {
  return random_products(stream(12, part), {41, 80}, {41, 80}, {41, 560});
}

Outcome long_product(int part) {
  return random_products(stream(13, part), {1, 12}, {1, 20}, {250, 500});
}

Outcome parts_of_panels(int part) {
  Rng rng = stream(14, part);
  Outcome outcome;
  for (int i = 0; i < kProducts; ++i) {
    const Index m = 1 + whole_below(rng, 30), n = 1 + whole_below(rng, 60), k = 1 + whole_below(rng, 600);
    const bool by_columns = rng.uniform() < 0.5;
    const Operand a(rng, m, k, false, 1), b(rng, k, n, by_columns, 2);
    std::vector<float> memory(static_cast<std::size_t>(packed_size(k, n)));
    const Panels panels = pack(b.map(), memory.data());
    const Index middle = whole_below(rng, k), first = whole_below(rng, (n + 7) / 8) * 8;
    Result c(m, n - first, 1);
    const Panels right = panels.middle_columns(first, n - first);
    if (middle > 0) multiply(columns_of(a.map(), 0, middle), right.middle_rows(0, middle), c.map(), false);
    multiply(columns_of(a.map(), middle, k - middle), right.middle_rows(middle, k - middle), c.map(),
             middle > 0);
    take(outcome, a.map(), columns_of(b.map(), first, n - first), c);
  }
  return outcome;
}

Outcome product_of_halves(int part) {
  Rng rng = stream(15, part);
  Outcome outcome;
  for (int i = 0; i < kProducts; ++i) {
    const Index m = 1 + whole_below(rng, 12), n = 1 + whole_below(rng, 60), k = 1 + whole_below(rng, 900);
    const Operand a(rng, m, k, false, 1);
    const Halves b(rng, k, n, i % 2 ? StoredType::F16 : StoredType::BF16);
    const ConstMatrixMap wide(b.numbers.data(), k, n, {n, 1});
    Result by_halves(m, n, 1), by_floats(m, n, 1), unpacked(k, n, 0);
    product(a.map(), wide, by_floats.map());
    const Index middle = whole_below(rng, k);
    if (middle > 0)
      multiply(columns_of(a.map(), 0, middle), b.panels().middle_rows(0, middle), by_halves.map(), false);
    multiply(columns_of(a.map(), middle, k - middle), b.panels().middle_rows(middle, k - middle),
             by_halves.map(), middle > 0);
    unpack(b.panels(), unpacked.map());
    outcome.digest.add(by_halves.buffer);
    outcome.wrong += different_elements(by_halves.buffer, by_floats.buffer) +
                     different_elements(unpacked.buffer, b.numbers);
  }
  return outcome;
}

}  // namespace mha::probe
