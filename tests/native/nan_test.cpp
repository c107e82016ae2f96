// NaN and infinities among the scores always reach the result, also in the last elements of a row and across
// blocks of keys. They make NaN of the rows that see them, and of no others.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <headscope/kernel/attend.hpp>
#include <headscope/kernel/exp.hpp>
#include <headscope/kernel/rows.hpp>
#include <headscope/softmax.hpp>
#include <limits>
#include <utility>
#include <vector>

#include "fixture.hpp"

using namespace mha;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

using Numbers = std::vector<float>;

bool is_nan(float x) {
  return std::isnan(x);
}
bool all_nan(const float* row, Size length) {
  return std::all_of(row, row + length, is_nan);
}
bool any_nan(const float* row, Size length) {
  return std::any_of(row, row + length, is_nan);
}

/// Calls f with rows of every length up to 21 that contain one such number, at every index, among ordinary
/// numbers and among -inf.
template <class F>
void for_each_row(F f) {
  for (std::size_t length = 1; length <= 21; ++length) {
    for (std::size_t place = 0; place < length; ++place) {
      for (float strange : {kNan, -kNan, kInfinity}) {
        for (float other : {1.0f, -kInfinity}) {
          CAPTURE(length, place, strange, other);
          Numbers row(length, other);
          for (std::size_t i = 0; i < length && std::isfinite(other); ++i)
            row[i] = 0.25f * static_cast<float>(i) - 2;
          row[place] = strange;
          f(row);
        }
      }
    }
  }
}

Size length_of(const Numbers& row) {
  return static_cast<Size>(row.size());
}

}  // namespace

TEST_CASE("a NaN or +inf at any place makes its row NaN, for every length", "[nan]") {
  for_each_row([](const Numbers& row) {
    for (EmptyRow empty_row : {EmptyRow::zero, EmptyRow::nan}) {
      const Tensor y = softmax(Tensor::from(row, {1, length_of(row)}), empty_row);
      CHECK(all_nan(y.data(), length_of(row)));
    }
  });
}

TEST_CASE("weights of unused scores are NaN exactly if their row has NaN", "[nan]") {
  for_each_row([](const Numbers& row) {
    const Size length = length_of(row), width = length + 6;
    Numbers scores = row, weights(static_cast<std::size_t>(width));
    scores.resize(static_cast<std::size_t>(width), kNan);
    const auto soften = [&](std::int32_t end) {
      const KeyRange visible{0, end};
      softmax_rows({map(scores.data(), 1, width), map(weights.data(), 1, width), &visible, 0.5f, 0.0f});
    };
    soften(static_cast<std::int32_t>(length));
    CHECK(all_nan(weights.data(), width));
    scores.assign(static_cast<std::size_t>(width), kNan);
    std::fill_n(scores.begin(), length, 1.0f);
    soften(static_cast<std::int32_t>(length));
    CHECK_FALSE(any_nan(weights.data(), width));
  });
}

TEST_CASE("exponentials of NaN, and their sum, are NaN", "[nan]") {
  for (int lane = 0; lane < 4; ++lane) {
    Float4 x = splat(-1.0f);
    x[lane] = kNan;
    const Float4 power = exp(x);
    for (int i = 0; i < 4; ++i) CHECK(std::isnan(power[i]) == (i == lane));
  }
  for_each_row([](const Numbers& row) {
    if (std::none_of(row.begin(), row.end(), is_nan)) return;
    Numbers powers = row;
    CHECK(std::isnan(exp_row(powers.data(), length_of(row), 1.0f, 0.5f)));
    for (std::size_t i = 0; i < row.size(); ++i) CHECK(std::isnan(powers[i]) == std::isnan(row[i]));
  });
}

namespace {

constexpr Size kQueries = 5, kWidth = 6;  // features of queries, keys and values

/// A head in which each query sees more keys than the previous one. Optionally with only every second key of
/// T_k, and with a mask.
struct Head {
  Size keys;
  bool scattered, masked;
  Tensor q = random_values(1, 1.0f, {kQueries, kWidth}), k, v;
  Numbers mask, k_panels, v_panels, scratch;
  std::vector<KeyRange> visible;
  std::vector<std::int32_t> key_index;

  Head(Size key_count, bool is_scattered, bool is_masked)
      : keys(key_count),
        scattered(is_scattered),
        masked(is_masked),
        k(random_values(2, 1.0f, {keys, kWidth})),
        v(random_values(3, 1.0f, {keys, kWidth})),
        mask(static_cast<std::size_t>(kQueries * t_k())),
        k_panels(static_cast<std::size_t>(packed_size(kWidth, keys))),
        v_panels(static_cast<std::size_t>(packed_size(keys, kWidth))),
        scratch(static_cast<std::size_t>(
            std::max(attend_scratch(kQueries, keys), streaming_scratch(kQueries, kWidth, keys)))) {
    for (Size i = 1; i <= kQueries; ++i) visible.push_back({0, std::max<Size>(1, keys * i / kQueries)});
    for (Size j = 0; j < keys; ++j) key_index.push_back(static_cast<std::int32_t>(scattered ? 2 * j : j));
  }

  Size t_k() const { return scattered ? 2 * keys : keys; }
  bool sees(Size query, Size key) const { return key < visible[static_cast<std::size_t>(query)].end; }
  HeadTask task(Numbers& context) {
    HeadTask task{.q = {q.data(), kQueries, kWidth, {kWidth, 1}},
                  .context = map(context.data(), kQueries, kWidth),
                  .k_t = pack({k.data(), kWidth, keys, {1, kWidth}}, k_panels.data()),
                  .v = pack({v.data(), keys, kWidth, {kWidth, 1}}, v_panels.data()),
                  .visible = visible.data(),
                  .key_index = scattered ? key_index.data() : nullptr,
                  .modifiers = {},
                  .scale = 0.5f,
                  .context_scale = 1.0f,
                  .of_empty_row = 0.0f};
    if (masked) task.modifiers.masks[0] = {mask.data(), t_k(), 1, true};
    return task;
  }
};

/// With and without streaming: the weights and the context of a query are all NaN, or have no NaN.
template <class F>
void check_rows(Head& head, F is_nan_row) {
  Numbers context(kQueries * kWidth), streamed = context;
  Numbers weights(static_cast<std::size_t>(kQueries * head.t_k()));
  CHECK_FALSE(attend(head.task(context), head.scratch.data(), map(weights.data(), kQueries, head.t_k())));
  CHECK_FALSE(attend_streaming(head.task(streamed), head.scratch.data()));
  for (Size i = 0; i < kQueries; ++i) {
    CAPTURE(i);
    for (const auto& [row, width] :
         {std::pair(weights.data() + i * head.t_k(), head.t_k()),
          std::pair(context.data() + i * kWidth, kWidth), std::pair(streamed.data() + i * kWidth, kWidth)}) {
      CHECK(all_nan(row, width) == is_nan_row(i));
      CHECK(any_nan(row, width) == is_nan_row(i));
    }
  }
}

/// Calls f with heads of few keys and of several blocks of keys. Tests each key, or the keys at the ends of
/// blocks.
template <class F>
void for_each_key(bool masked, F f) {
  for (Size keys : {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 255, 256, 257, 258, 259, 261, 514, 515}) {
    for (bool scattered : {false, true}) {
      Head head(keys, scattered, masked);
      for (Size key = 0; key < keys; ++key) {
        if (key > 10 && key % 256 > 5 && key % 256 < 251 && key < keys - 5) continue;
        CAPTURE(keys, scattered, key);
        f(head, key);
      }
    }
  }
}

}  // namespace

TEST_CASE("a NaN key makes the queries that see it NaN, with and without blocks", "[nan]") {
  for_each_key(false, [](Head& head, Size key) {
    float& number = head.k.data()[key * kWidth + 2];
    const float before = std::exchange(number, kNan);
    check_rows(head, [&](Size query) { return head.sees(query, key); });
    number = before;
  });
}

TEST_CASE("a mask that adds NaN or +inf makes the query NaN, if it sees the key", "[nan]") {
  for_each_key(true, [](Head& head, Size key) {
    for (float strange : {kNan, kInfinity}) {
      for (Size query : {Size{1}, kQueries - 1}) {
        CAPTURE(strange, query);
        float& number = head.mask[static_cast<std::size_t>(query * head.t_k()) +
                                  static_cast<std::size_t>(head.key_index[static_cast<std::size_t>(key)])];
        number = strange;
        check_rows(head, [&](Size i) { return i == query && head.sees(i, key); });
        number = 0.0f;
      }
    }
  });
}
