#include "rows.hpp"

#include <algorithm>
#include <limits>

#include "exp.hpp"

namespace mha {
namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

/// row[i] = f(row[i]), for f of four at once; `filler` stands in for what is missing from the last four.
template <class F>
void map_row(float* row, std::ptrdiff_t length, float filler, F f) {
  std::ptrdiff_t i = 0;
  for (; i + 4 <= length; i += 4) store(row + i, f(load(row + i)));
  const int rest = static_cast<int>(length - i);
  if (rest > 0) store_first(row + i, f(load_first(row + i, rest, filler)), rest);
}

}  // namespace

float scale_row(float* row, std::ptrdiff_t length, float factor) {
  Float4 largest = splat(kMinusInfinity);
  map_row(row, length, kMinusInfinity, [&](Float4 x) {
    const Float4 scaled = x * factor;
    largest = larger(largest, scaled);
    return scaled;
  });
  return std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
}

float exp_row(float* row, std::ptrdiff_t length, float largest) {
  Float4 sum = splat(0.0f);
  map_row(row, length, kMinusInfinity, [&](Float4 x) {
    const Float4 power = exp(x - largest);
    sum += power;
    return power;
  });
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void add_row(float* row, std::ptrdiff_t length, const float* addend) {
  for (std::ptrdiff_t i = 0; i < length; ++i) row[i] += addend[i];
}

double sum_of_smaller(const float* x, const float* y, std::ptrdiff_t length) {
  constexpr std::ptrdiff_t kShort = 32;  // so few that single precision loses nothing to speak of
  double sum = 0;
  std::ptrdiff_t j = 0;
  while (j + 4 <= length) {
    const std::ptrdiff_t end = std::min(j + kShort, length - 3);
    Float4 part = splat(0.0f);
    for (; j < end; j += 4) part += smaller(load(x + j), load(y + j));
    sum += static_cast<double>((part[0] + part[1]) + (part[2] + part[3]));
  }
  for (; j < length; ++j) sum += static_cast<double>(std::min(x[j], y[j]));
  return sum;
}

void copy_row(const float* row, std::ptrdiff_t length, float* to) {
  for (; length >= 4; length -= 4, row += 4, to += 4) store(to, load(row));
  for (; length > 0; --length) *to++ = *row++;
}

void fill_row(float* row, std::ptrdiff_t length, float value) {
  for (; length >= 4; length -= 4, row += 4) store(row, splat(value));
  for (; length > 0; --length) *row++ = value;
}

bool is_all_minus_infinity(const float* row, std::ptrdiff_t length) {
  return std::all_of(row, row + length, [](float x) { return x == kMinusInfinity; });
}

}  // namespace mha
