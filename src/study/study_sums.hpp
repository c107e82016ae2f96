#pragma once

#include <span>
#include <vector>

#include "../base/error.hpp"
#include "../tensor/shape.hpp"

namespace mha {

/// Means over sentences with 95 % intervals, of rows of numbers that arrive one by one. The same rows in the
/// same order give the same bits. NaN does not count.
class StudySums {
 public:
  explicit StudySums(Index columns) : columns_(static_cast<std::size_t>(columns)) {}

  Index columns() const { return static_cast<Index>(columns_.size()); }

  /// Adds rows. Error "shape" unless the count of numbers is a multiple of columns().
  void add(std::span<const float> rows);

  /// One number for each column.
  struct Found {
    std::vector<double> mean;       // NaN for a column without numbers
    std::vector<double> half;       // 1.96 deviation / √count; NaN for fewer than two numbers
    std::vector<double> deviation;  // standard deviation over sentences, with count - 1
    std::vector<double> count;
  };
  Found found() const;

 private:
  /// Count, mean and squared deviations (Welford 1962): close numbers lose no digits.
  struct Column {
    double count = 0, mean = 0, squares = 0;
  };

  std::vector<Column> columns_;
};

}  // namespace mha
