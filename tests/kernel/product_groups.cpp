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

}  // namespace mha::probe
