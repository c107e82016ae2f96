#pragma once

#include <cstdint>

#include "infinity.hpp"
#include "key_range.hpp"
#include "matrix.hpp"

namespace mha {

// Functions of rows that take four elements at a time. Neutral elements fill up the last four, so that the
// softmax of a row has the same bits with and without trailing -inf.

/// The largest element of a row; -inf if all are -inf. Ignores NaN, which exp_row() propagates.
float largest_in_row(const float* row, Size length);

void scale_row(float* row, Size length, float factor);

/// Replaces each x by exp(factor * x - largest), and returns the sum. `largest` is finite, unless the row has
/// NaN or +inf and becomes NaN.
float exp_row(float* row, Size length, float largest, float factor = 1.0f);

/// The sum that exp_row() returns for factor 1, without changing the row.
float sum_exp_row(const float* row, Size length, float largest);

/// c tanh(x / c) for each x of a row.
void cap_row(float* row, Size length, float c);

struct SoftmaxRows {
  MatrixMap scores;             // overwritten
  MatrixMap weights;            // may share the memory of `scores`
  const KeyRange* visible;      // (rows): the range of scores that each row uses; null: all scores
  float factor;                 // of the scores; above 0
  float of_empty_row;           // 0 or NaN: the weights of a row whose scores are all -inf
  float sink = kMinusInfinity;  // an additional score in each row's sum
};

/// Softmax of each row. Weights of unused scores are 0, or NaN if the row has NaN. Returns whether any row
/// has only scores of -inf, and no sink.
bool softmax_rows(const SoftmaxRows& task);
/// The softmax of all scores of each row, in place.
inline bool softmax_rows(MatrixMap rows, float of_empty_row) {
  return softmax_rows(
      {.scores = rows, .weights = rows, .visible = nullptr, .factor = 1.0f, .of_empty_row = of_empty_row});
}

void add_row(float* row, Size length, const float* addend);
/// Adds `addend` to each row.
void add_to_rows(const MatrixMap& rows, const float* addend);

/// sum_j min(x_j, y_j); relative error below 1e-6 for elements of one sign. NaN if either row has NaN.
double sum_of_smaller(const float* x, const float* y, Size length);

/// sum_j x_j and sum_j x_j |j - from|, of at most 2^24 elements of one sign; relative error below 1e-6. NaN
/// if the row has NaN.
struct Moments {
  double sum, distance;
};
Moments moments_of_row(const float* row, Size length, Size from);

/// -sum_j x_j ln x_j of elements from 0 to 1, in nats, with 0 ln 0 = 0; relative error below 1e-6. NaN if the
/// row has NaN.
double entropy_of_row(const float* row, Size length);

/// Like std::copy_n and std::fill_n, whose calls take longer than a short row.
void copy_row(const float* row, Size length, float* to);
void fill_row(float* row, Size length, float value);

bool is_all_minus_infinity(const float* row, Size length);

}  // namespace mha
