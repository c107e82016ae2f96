#include "study_sums.hpp"

#include <cmath>
#include <limits>

namespace mha {

void StudySums::add(std::span<const float> rows) {
  if (columns_.empty() || rows.size() % columns_.size() != 0)
    fail(ErrorCode::shape, "rows_of_columns", "{numbers} numbers are not rows of {columns}",
         static_cast<Index>(rows.size()), columns());
  for (auto row = rows.begin(); row != rows.end();) {
    for (Column& column : columns_) {
      const double value = *row++;
      if (std::isnan(value)) continue;
      column.count += 1;
      const double apart = value - column.mean;
      column.mean += apart / column.count;
      column.squares += apart * (value - column.mean);
    }
  }
}

StudySums::Found StudySums::found() const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  constexpr double normal = 1.96;  // of the normal distribution: 95 % lie within so many deviations
  Found out;
  for (const Column& column : columns_) {
    const double deviation = column.count < 2 ? none : std::sqrt(column.squares / (column.count - 1));
    out.mean.push_back(column.count == 0 ? none : column.mean);
    out.half.push_back(normal * deviation / std::sqrt(column.count));
    out.deviation.push_back(deviation);
    out.count.push_back(column.count);
  }
  return out;
}

}  // namespace mha
