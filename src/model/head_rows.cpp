#include "head_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "../kernel/infinity.hpp"
#include "../kernel/row_products.hpp"
#include "../kernel/rows.hpp"

namespace mha {
namespace {


/// One query in one head, and the words that it could see.
struct HeadRow {
  Index query, head, first_word, position, blank;
  Size words, feature, width;

  /// Its features in a row of a matrix.
  template <class Number>
  Number* in(const MatrixOf<Number>& m, Index row) const {
    return m[row] + feature;
  }
  /// In the row of distances of this head.
  Size distance_to(Index key) const {
    return narrow(head * (2 * kMostTokens - 1) + key - position + kMostTokens - 1);
  }
};

template <class F>
void for_each_row(const HeadRows& of, F f) {
  const Index heads = of.config.num_heads;
  const Size width = narrow(of.config.d_k());
  for (Index i = 0; i < of.q.rows; ++i) {
    const QueryRow& at = of.queries[static_cast<std::size_t>(i)];
    const Index start = of.batch.starts[static_cast<std::size_t>(at.sentence)];
    for (Index head = 0; head < heads; ++head)
      f(HeadRow{i, head, start, at.position, at.blank, narrow(of.batch.words_of(at.sentence)),
                narrow(head) * width, width});
  }
}

}  // namespace

void HeadRows::attend() const {
  const float scale = 1 / std::sqrt(static_cast<float>(config.d_k()));
  for_each_row(*this, [&](const HeadRow& row) {
    float* const weight = weights[row.query * config.num_heads + row.head];
    const float* const query = row.in(q, row.query);
    const auto is_cut = [&](Index key) {
      return removal != nullptr && row.blank >= 0 &&
             removal->hides(layer, batch.blanks[static_cast<std::size_t>(row.blank)], key);
    };
    for (Size j = 0; j < row.words; ++j) {
      const bool seen = window.holds(row.position, j) && !is_cut(j);
      weight[j] = seen ? dot(query, row.in(k, row.first_word + j), row.width) * scale : kMinusInfinity;
      if (distances != nullptr) weight[j] += distances[row.distance_to(j)];
    }
    const Rows only = {weight, 0};
    softmax_rows({only, only, 1, row.words, nullptr, 1.0f, 0.0f});
    fill_row(weight + row.words, Size{kMostTokens} - row.words, 0.0f);
    float* const mixed = row.in(context, row.query);
    fill_row(mixed, row.width, 0.0f);
    const float factor = removal == nullptr ? 1.0f : removal->scale(config, layer, row.head);
    for (Size j = 0; j < row.words; ++j) {
      if (weight[j] != 0) add_scaled(mixed, row.width, weight[j] * factor, row.in(v, row.first_word + j));
    }
  });
}

void HeadRows::backward(const ConstMatrix& dcontext, const Matrix& dq, const Matrix& dk, const Matrix& dv,
                        float* ddistances) const {
  const float scale = 1 / std::sqrt(static_cast<float>(config.d_k()));
  for (const Matrix* zeroed : {&dq, &dk, &dv}) std::fill_n(zeroed->data, zeroed->elements(), 0.0f);
  for_each_row(*this, [&](const HeadRow& row) {
    const float* const weight = weights[row.query * config.num_heads + row.head];
    const float* const given = row.in(dcontext, row.query);
    std::array<float, kMostTokens> dweight{};
    float along = 0;
    for (Size j = 0; j < row.words; ++j) {
      if (weight[j] == 0) continue;
      const Index word = row.first_word + j;
      const float dw = dweight[static_cast<std::size_t>(j)] = dot(given, row.in(v, word), row.width);
      along += dw * weight[j];
      add_scaled(row.in(dv, word), row.width, weight[j], given);
    }
    for (Size j = 0; j < row.words; ++j) {
      if (weight[j] == 0) continue;
      const Index word = row.first_word + j;
      const float dscore = weight[j] * (dweight[static_cast<std::size_t>(j)] - along);
      if (ddistances != nullptr) ddistances[row.distance_to(j)] += dscore;
      add_scaled(row.in(dq, row.query), row.width, dscore * scale, row.in(k, word));
      add_scaled(row.in(dk, word), row.width, dscore * scale, row.in(q, row.query));
    }
  });
}

}  // namespace mha
