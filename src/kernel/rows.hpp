#pragma once

#include <cstddef>

namespace mha {

/// What is done to the rows of a matrix, in place and four numbers at a time. The last, incomplete four are
/// filled up with what changes nothing, so that a row's softmax has the same bits whether the row ends, or
/// goes on with -inf.

/// Multiplies by `factor`; the largest of the results, -inf where all are. Passes over NaN, which exp_row()
/// then carries.
float scale_row(float* row, std::ptrdiff_t length, float factor);

/// Puts exp(x - largest) in place of each x; their sum. `largest` is finite, or the row has NaN or +inf and
/// becomes NaN.
float exp_row(float* row, std::ptrdiff_t length, float largest);

void add_row(float* row, std::ptrdiff_t length, const float* addend);

/// sum_j min(x_j, y_j); relative error below 1e-6 for numbers of one sign.
double sum_of_smaller(const float* x, const float* y, std::ptrdiff_t length);

/// What std::copy_n and std::fill_n do, without the call that these become, which costs more than a short
/// row.
void copy_row(const float* row, std::ptrdiff_t length, float* to);
void fill_row(float* row, std::ptrdiff_t length, float value);

bool is_all_minus_infinity(const float* row, std::ptrdiff_t length);

}  // namespace mha
