#include "rows.hpp"

#include <algorithm>

#include "exp.hpp"
#include "infinity.hpp"
#include "log.hpp"
#include "tanh.hpp"

namespace mha {
namespace {

constexpr Size kShort = 32;  // elements: few enough that a sum in single precision is accurate

/// to[i] = f(row[i]), for f of four elements at once; `filler` replaces the missing elements of the last
/// four. The code calls f in one place only, so that its constants stay in registers.
template <class F>
[[gnu::always_inline]] inline void map_row(const float* row, Size length, float filler, float* to, F f) {
  for (; length > 0; length -= 4, row += 4, to += 4) {
    const bool whole = length >= 4;
    const int rest = static_cast<int>(length);
    const Float4 result = f(whole ? load(row) : load_first(row, rest, filler));
    whole ? store(to, result) : store_first(to, result, rest);
  }
}

/// The next four elements of a row; missing elements are 0.
inline Float4 first_four(const float* row, Size length) {
  return length >= 4 ? load(row) : load_first(row, static_cast<int>(length), 0.0f);
}

inline double in_all(Float4 x) {
  return static_cast<double>((x[0] + x[1]) + (x[2] + x[3]));
}

[[gnu::always_inline]] inline float exponentials(float* row, Size length, float largest, float factor) {
  Float4 sum = splat(0.0f);
  map_row(row, length, kMinusInfinity, row, [&](Float4 x) {
    const Float4 power = exp(x * factor - largest);
    sum += power;
    return power;
  });
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

}  // namespace

float largest_in_row(const float* row, Size length) {
  Float4 largest = splat(kMinusInfinity);
  for (; length > 0; length -= 4, row += 4) {
    const int rest = static_cast<int>(length);
    largest = larger(largest, length >= 4 ? load(row) : load_first(row, rest, kMinusInfinity));
  }
  return std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
}

void scale_row(float* row, Size length, float factor) {
  map_row(row, length, 0.0f, row, [&](Float4 x) { return x * factor; });
}

void cap_row(float* row, Size length, float c) {
  map_row(row, length, 0.0f, row, [&](Float4 x) { return tanh(x / c) * c; });
}

float exp_row(float* row, Size length, float largest, float factor) {
  return exponentials(row, length, largest, factor);
}

float sum_exp_row(const float* row, Size length, float largest) {
  Float4 sum = splat(0.0f);
  for (; length >= 4; length -= 4, row += 4) sum += exp(load(row) - largest);
  if (length > 0) sum += exp(load_first(row, static_cast<int>(length), kMinusInfinity) - largest);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

bool softmax_rows(const SoftmaxRows& task) {
  bool any_empty = false;
  const Size width = task.weights.cols();
  MatrixMap scores = task.scores, all = task.weights;  // copies: the elements of a const Map are const
  float *row = scores.data(), *weights = all.data();
  for (Size i = 0; i < task.weights.rows();
       ++i, row += task.scores.outerStride(), weights += task.weights.outerStride()) {
    const Size first = task.visible ? narrow(task.visible[i].first) : 0,
               end = task.visible ? narrow(task.visible[i].end) : width;
    float* const seen = row + first;
    const float largest = std::max(largest_in_row(seen, end - first) * task.factor, task.sink);
    if (largest == kMinusInfinity && is_all_minus_infinity(seen, end - first)) {
      fill_row(weights, width, task.of_empty_row);
      any_empty = true;
      continue;
    }
    const float sum = exponentials(seen, end - first, largest, task.factor);
    const float scale = 1.0f / (task.sink == kMinusInfinity ? sum : sum + exp(task.sink - largest));
    map_row(seen, end - first, 0.0f, weights + first, [&](Float4 x) { return x * scale; });
    fill_row(weights, first, 0.0f * scale);
    fill_row(weights + end, width - end, 0.0f * scale);
  }
  return any_empty;
}

void add_row(float* row, Size length, const float* addend) {
  for (; length >= 4; length -= 4, row += 4, addend += 4) store(row, load(row) + load(addend));
  for (; length > 0; --length) *row++ += *addend++;
}

void add_to_rows(const MatrixMap& rows, const float* addend) {
  for (Size i = 0; i < rows.rows(); ++i) add_row(row_of(rows, i), rows.cols(), addend);
}

double sum_of_smaller(const float* x, const float* y, Size length) {
  double sum = 0;
  Size j = 0;
  while (j + 4 <= length) {
    const Size end = std::min(j + kShort, length - 3);
    Float4 part = splat(0.0f);
    for (; j < end; j += 4) part += smaller(load(x + j), load(y + j));
    sum += in_all(part);
  }
  for (; j < length; ++j) sum += static_cast<double>(smaller(splat(x[j]), splat(y[j]))[0]);
  return sum;
}

Moments moments_of_row(const float* row, Size length, Size from) {
  Moments moments{0, 0};
  const auto first = static_cast<float>(-from);
  Float4 apart = {first, first + 1, first + 2, first + 3};
  while (length > 0) {
    Float4 sum = splat(0.0f), distance = splat(0.0f);
    for (Size j = 0; j < kShort && length > 0; j += 4, row += 4, length -= 4) {
      const Float4 x = first_four(row, length);
      sum += x;
      distance += x * larger(apart, -apart);
      apart += 4.0f;
    }
    moments.sum += in_all(sum);
    moments.distance += in_all(distance);
  }
  return moments;
}

double entropy_of_row(const float* row, Size length) {
  double sum = 0;
  while (length > 0) {
    Float4 part = splat(0.0f);
    for (Size j = 0; j < kShort && length > 0; j += 4, row += 4, length -= 4) {
      const Float4 x = first_four(row, length);
      part += x * log(x);
    }
    sum -= in_all(part);
  }
  return sum;
}

void copy_row(const float* row, Size length, float* to) {
  for (; length >= 4; length -= 4, row += 4, to += 4) store(to, load(row));
  for (; length > 0; --length) *to++ = *row++;
}

void fill_row(float* row, Size length, float value) {
  for (; length >= 4; length -= 4, row += 4) store(row, splat(value));
  for (; length > 0; --length) *row++ = value;
}

bool is_all_minus_infinity(const float* row, Size length) {
  return std::all_of(row, row + length, [](float x) { return x == kMinusInfinity; });
}

}  // namespace mha
