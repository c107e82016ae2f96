#pragma once

#include <cstdint>

#include "infinity.hpp"
#include "matrix.hpp"
#include "visible_keys.hpp"

namespace mha {

// Functions of rows that take four numbers at a time. Neutral numbers complete the last four, so that the
// softmax of a row has the same bits with and without -inf after its end.

/// The largest number of a row; -inf if all numbers are. Ignores NaN, which exp_row() passes on.
float largest_in_row(const float* row, Size length);

void scale_row(float* row, Size length, float factor);

/// Replaces each x by exp(factor * x - largest), and returns the sum. `largest` is finite, unless the row has
/// NaN or +inf and becomes NaN.
float exp_row(float* row, Size length, float largest, float factor = 1.0f);

/// The sum that exp_row() returns for a factor of 1. Does not change the row.
float sum_exp_row(const float* row, Size length, float largest);

/// c tanh(x / c) for each x of a row.
void cap_row(float* row, Size length, float c);

struct SoftmaxRows {
  MatrixMap scores;             // overwritten
  MatrixMap weights;            // the same memory, or other
  const VisibleKeys* visible;   // (rows): the scores of each row that count; null: all of them
  float factor;                 // of the scores; above 0
  float of_empty_row;           // 0 or NaN: the weights of a row whose scores are all -inf
  float sink = kMinusInfinity;  // one more score in each row's sum
};

/// Softmax of each row. The weights of scores that do not count are 0, or NaN if the row has NaN. Returns
/// whether any row has only scores of -inf, and no sink.
bool softmax_rows(const SoftmaxRows& task);
/// The softmax of all scores of each row, in place.
inline bool softmax_rows(MatrixMap rows, float of_empty_row) {
  return softmax_rows(
      {.scores = rows, .weights = rows, .visible = nullptr, .factor = 1.0f, .of_empty_row = of_empty_row});
}

void add_row(float* row, Size length, const float* addend);
/// Adds `addend` to each row.
void add_to_rows(const MatrixMap& rows, const float* addend);

/// sum_j min(x_j, y_j); relative error below 1e-6 for numbers of one sign. NaN where either row has it.
double sum_of_smaller(const float* x, const float* y, Size length);

/// sum_j x_j and sum_j x_j |j - from|, of at most 2^24 numbers of one sign; relative error below 1e-6. NaN
/// where the row has it.
struct Moments {
  double sum, distance;
};
Moments moments_of_row(const float* row, Size length, Size from);

/// -sum_j x_j ln x_j of numbers from 0 to 1, in nats, where 0 adds nothing; relative error below 1e-6. NaN
/// where the row has it.
double entropy_of_row(const float* row, Size length);

/// As std::copy_n and std::fill_n, which compile to calls that cost more than a short row.
void copy_row(const float* row, Size length, float* to);
void fill_row(float* row, Size length, float value);

bool is_all_minus_infinity(const float* row, Size length);

}  // namespace mha
