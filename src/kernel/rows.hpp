#pragma once

#include <cstdint>

#include "matrix.hpp"

namespace mha {

/// What is done to the rows of a matrix, in place and four numbers at a time. The last, incomplete four are
/// filled up with what changes nothing, so that a row's softmax has the same bits whether the row ends, or
/// goes on with -inf.

/// The largest, -inf where all are. Passes over NaN, which exp_row() then carries.
float largest_in_row(const float* row, Size length);

void scale_row(float* row, Size length, float factor);

/// Puts exp(factor * x - largest) in place of each x; their sum. `largest` is finite, or the row has NaN or
/// +inf and becomes NaN.
float exp_row(float* row, Size length, float largest, float factor = 1.0f);

/// The same sum alone, without a factor.
float sum_exp_row(const float* row, Size length, float largest);

struct SoftmaxRows {
  MatrixMap scores;             // overwritten
  MatrixMap weights;            // the same rows, or others
  const std::int32_t* visible;  // how many of each row's scores count; as many as weights where it is null
  float factor;                 // by which they are multiplied; above 0
  float of_empty_row;           // 0 or NaN: what the weights become where none is above -inf
};

/// Softmax of each row; weights after those that count are 0, or NaN where the row has one. Whether a row is
/// empty.
bool softmax_rows(const SoftmaxRows& task);
/// The same in place, where all scores count.
inline bool softmax_rows(MatrixMap rows, float of_empty_row) {
  return softmax_rows(
      {.scores = rows, .weights = rows, .visible = nullptr, .factor = 1.0f, .of_empty_row = of_empty_row});
}

void add_row(float* row, Size length, const float* addend);
/// Adds the same row to each.
void add_to_rows(MatrixMap rows, const float* addend);

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

/// What std::copy_n and std::fill_n do, without the call that these become, which costs more than a short
/// row.
void copy_row(const float* row, Size length, float* to);
void fill_row(float* row, Size length, float value);

bool is_all_minus_infinity(const float* row, Size length);

}  // namespace mha
