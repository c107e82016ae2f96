#include "measures.hpp"

#include <algorithm>

#include "../kernel/rows.hpp"
#include "../tensor/maps.hpp"
#include "order.hpp"

namespace mha {
namespace {

/// Sums one measure of one head over rows.
struct Mean {
  double sum = 0;
  Index count = 0;

  void add(double value) {
    sum += value;
    ++count;
  }
  float value() const { return count == 0 ? 0.0f : static_cast<float>(sum / static_cast<double>(count)); }
};

using Means = std::array<Mean, kMeasures.size()>;

/// Which weights of a row count for which measure.
struct RowMeasures {
  const MeasureOptions& options;  // with unique positions
  Index keys;

  void measure_row(const float* row, Index i, double row_entropy, const Moments& moments,
                   Means& means) const {
    if (moments.sum == 0) return;
    const auto add = [&](Measure measure, double value) {
      means[static_cast<std::size_t>(measure)].add(value);
    };
    const auto add_key = [&](Measure measure, Index j) {
      if (j >= 0 && j < keys) add(measure, row[j]);
    };
    add(Measure::entropy, row_entropy);
    add_key(Measure::diagonal, i);
    add_key(Measure::previous, i - 1);
    add_key(Measure::next, i + 1);
    add_key(Measure::first, 0);
    double near = 0;
    for (Index j = std::max(Index{0}, i - kNear); j < std::min(keys, i + kNear + 1); ++j) near += row[j];
    if (i - kNear < keys) add(Measure::near, near);
    add_words(row, i, add);
    double on_positions = 0;
    for (Index j : options.positions) on_positions += row[j];
    add(Measure::positions, on_positions);
    add(Measure::distance, moments.distance);
  }

  template <class Add>
  void add_words(const float* row, Index i, const Add& add) const {
    double elsewhere = 0;
    float own = 0;
    bool any = false;
    for (std::size_t j = 0; j < options.key_words.size(); ++j) {
      if (options.key_words[j] != options.query_words[static_cast<std::size_t>(i)]) continue;
      if (static_cast<Index>(j) == i) {
        own = row[j];
      } else {
        elsewhere += row[j];
        any = true;
      }
    }
    if (!any) return;
    add(Measure::same_word, elsewhere + own);
    add(Measure::elsewhere, elsewhere);
  }
};

/// Throws if the options do not fit the weights; removes duplicate positions.
MeasureOptions checked(MeasureOptions options, Index rows, Index keys) {
  auto& [positions, query_words, key_words, similarity] = options;
  for (Index j : positions) {
    if (j < 0 || j >= keys)
      fail(ErrorCode::shape, "no_key_position",
           "position {position} is not one of the {keys} keys (0 to {last})", j, keys, keys - 1);
  }
  for (std::size_t n = 0; n < positions.size(); ++n) {
    const auto after = positions.begin() + static_cast<std::ptrdiff_t>(n) + 1;
    positions.erase(std::remove(after, positions.end(), positions[n]), positions.end());
  }
  const auto queries_named = static_cast<Index>(query_words.size());
  const auto keys_named = static_cast<Index>(key_words.size());
  if (queries_named + keys_named != 0 && (queries_named != rows || keys_named != keys))
    fail(ErrorCode::shape, "words_for_tokens",
         "{query_words} and {key_words} words for {queries} queries and {keys} keys; each token has one",
         queries_named, keys_named, rows, keys);
  return options;
}

float similarity(const Tensor& attention, Index a, Index b) {
  const Index rows = attention.size(2), keys = attention.size(3), heads = attention.size(1);
  const Size length = narrow(keys);
  Mean mean;
  for (Index batch = 0; batch < attention.size(0); ++batch) {
    const float* x = attention.data() + (batch * heads + a) * rows * keys;
    const float* y = attention.data() + (batch * heads + b) * rows * keys;
    for (Index i = 0; i < rows; ++i, x += keys, y += keys) {
      const double shared = sum_of_smaller(x, y, length);
      const bool any = shared != 0 || largest_in_row(x, length) != 0 || largest_in_row(y, length) != 0;
      if (any) mean.add(shared);
    }
  }
  return mean.value();
}

Tensor similarities(const Tensor& attention) {
  const Index heads = attention.size(1);
  Tensor out = Tensor::uninitialised({heads, heads});
  for (Index a = 0; a < heads; ++a) {
    for (Index b = a; b < heads; ++b) {
      out.data()[a * heads + b] = out.data()[b * heads + a] = similarity(attention, a, b);
    }
  }
  return out;
}

Tensor packed_attention(const Tensor& attention) {
  if (attention.shape().rank() != 4) fail_shape("attention", attention.sizes(), "(B, H, T_q, T_k)");
  check_numbers(attention);
  return attention.contiguous();
}

}  // namespace

HeadMeasures measure(const Tensor& attention, const MeasureOptions& options) {
  const Tensor packed = packed_attention(attention);  // (B, H, T_q, T_k)
  const Index batch = packed.size(0), heads = packed.size(1), rows = packed.size(2), keys = packed.size(3);
  const MeasureOptions whole = checked(options, rows, keys);
  const RowMeasures which{whole, keys};
  const Dims means_of_heads = {heads, Index{kMeasures.size()}};
  HeadMeasures out{Tensor::uninitialised(means_of_heads),       Tensor::uninitialised(means_of_heads),
                   Tensor::uninitialised({batch, heads, rows}), Tensor::uninitialised({batch, heads, rows}),
                   Tensor::uninitialised({batch, heads, keys}), Tensor()};
  std::vector<Means> means(static_cast<std::size_t>(heads));
  const float* row = packed.data();
  float* entropies = out.row_entropy.data();
  float* sums = out.row_sum.data();
  float* column_sums = out.column_sum.data();
  Eigen::ArrayXd columns = Eigen::ArrayXd::Zero(narrow(keys));
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < heads; ++h) {
      for (Index i = 0; i < rows; ++i, row += keys) {
        const Size length = narrow(keys);
        const double row_entropy = entropy_of_row(row, length);
        const Moments moments = moments_of_row(row, length, narrow(i));
        columns += ConstNumbers(row, length).cast<double>();
        *entropies++ = static_cast<float>(row_entropy);
        *sums++ = static_cast<float>(moments.sum);
        which.measure_row(row, i, row_entropy, moments, means[static_cast<std::size_t>(h)]);
      }
      Numbers(column_sums, columns.size()) = columns.cast<float>();
      column_sums += keys;
      columns.setZero();
    }
  }
  float* summary = out.summary.data();
  float* queries = out.queries.data();
  for (const Means& head : means) {
    for (const Mean& mean : head) {
      *summary++ = mean.value();
      *queries++ = static_cast<float>(mean.count);
    }
  }
  if (options.similarity) out.similarity = similarities(packed);
  return out;
}

Ranking rank(const Tensor& row) {
  check_numbers(row);
  const Tensor weights = row.contiguous();
  const std::vector<Index> order = from_largest(weights.values());
  Ranking out{Tensor::uninitialised({weights.elements()}), Tensor::uninitialised({weights.elements()})};
  float* held = out.held.data();
  double sum = 0;
  for (Index key : order) *held++ = static_cast<float>(sum += weights.data()[key]);
  std::ranges::copy(order, out.order.data());
  return out;
}

Tensor blend(const Tensor& attention, const Tensor& factors) {
  const Tensor packed = packed_attention(attention);
  const Index batch = packed.size(0), heads = packed.size(1);
  if (factors.elements() != heads) fail_shape("factors", factors.sizes(), Dims{heads});
  check_numbers(factors);
  const Tensor factor_of = factors.contiguous();
  Tensor out = Tensor::zeros({batch, packed.size(2), packed.size(3)});
  const Size cells = narrow(packed.size(2) * packed.size(3));
  const float* x = packed.data();
  for (Index b = 0; b < batch; ++b) {
    Numbers sum(out.data() + b * cells, cells);
    for (Index h = 0; h < heads; ++h, x += cells) {
      const float factor = factor_of.data()[h];
      if (factor != 0) sum += factor * ConstNumbers(x, cells);  // 0 times NaN would be NaN
    }
  }
  return out;
}

}  // namespace mha
