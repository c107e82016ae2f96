#include "stored_matrix.hpp"

#include <algorithm>

#include "../kernel/product.hpp"
#include "../kernel/rows.hpp"
#include "../tensor/maps.hpp"

namespace mha {
namespace {

constexpr Index kChunk = 64;  // rows

/// Reads up to eight columns, from `column` on, into a panel of the kernel.
class PanelReader {
 public:
  explicit PanelReader(const StoredMatrix& matrix) : m_(matrix), size_(stored_size(matrix.type)) {}

  void read(Index column, float* panel) {
    const Index count = std::min<Index>(kPanel, m_.columns - column);
    for (Index row = 0; row < m_.rows; row += kChunk) {
      const Index rows = std::min(kChunk, m_.rows - row);
      for (Index c = 0; c < count; ++c) read_column(place(column + c), row, rows, panel + row * kPanel + c);
      for (Index c = count; c < kPanel; ++c) {
        for (Index r = row; r < row + rows; ++r) panel[r * kPanel + c] = 0.0f;
      }
    }
  }

  /// Rows of eight adjacent columns, which are adjacent in the file too.
  void read_rows(Index column, float* panel) {
    const Index count = std::min<Index>(kPanel, m_.columns - column), first = place(column);
    for (Index row = 0; row < m_.rows; ++row, panel += kPanel) {
      numbers_at(row * m_.all_columns + first, {panel, static_cast<std::size_t>(count)});
      fill_row(panel + count, static_cast<Size>(kPanel - count), 0.0f);
    }
  }

  bool has_neighbours(Index column) const {
    const Index last = std::min<Index>(column + kPanel, m_.columns) - 1;
    return m_.is_in_out && place(last) - place(column) == last - column;
  }

 private:
  /// The index of a column in the stored tensor.
  Index place(Index column) const { return m_.first + column / m_.group * m_.period + column % m_.group; }

  void numbers_at(Index number, std::span<float> into) const {
    read_stored(m_.bytes.subspan(static_cast<std::size_t>(number) * size_, into.size() * size_), m_.type,
                into);
  }

  void read_column(Index column, Index row, Index rows, float* to) {
    const std::span<float> chunk(chunk_.data(), static_cast<std::size_t>(rows));
    if (m_.is_in_out) {
      for (Index r = 0; r < rows; ++r)
        numbers_at((row + r) * m_.all_columns + column, chunk.subspan(static_cast<std::size_t>(r), 1));
    } else {
      numbers_at(column * m_.rows + row, chunk);
    }
    for (const float number : chunk) {
      *to = number;
      to += kPanel;
    }
  }

  const StoredMatrix& m_;
  std::size_t size_;
  std::array<float, kChunk> chunk_{};
};

void check(const StoredMatrix& m) {
  const Index expected = multiply_checked({m.rows, m.all_columns, static_cast<Index>(stored_size(m.type))});
  if (static_cast<Index>(m.bytes.size()) != expected) {
    fail(ErrorCode::shape, "bytes_do_not_fill", "{bytes} bytes do not fill {shape}, which takes {expected}",
         m.bytes.size(), Dims{m.rows, m.all_columns}, expected);
  }
  const Index last =
      m.group < 1 ? -1
                  : add_checked(m.first, add_checked(multiply_checked({(m.columns - 1) / m.group, m.period}),
                                                     (m.columns - 1) % m.group));
  if (m.first < 0 || m.period < m.group || last < 0 || last >= m.all_columns) {
    fail(ErrorCode::shape, "columns_beyond", "{columns} columns are not in a tensor of {all}", m.columns,
         m.all_columns);
  }
}

}  // namespace

Packing::Packing(const StoredMatrix& matrix) : matrix_(matrix) {
  check(matrix);
  out_ = Tensor::packed(matrix.rows, matrix.columns);
}

bool Packing::advance(Index most) {
  PanelReader reader(matrix_);
  const Index panel_size = matrix_.rows * kPanel;
  for (Index left = most; left > 0 && column_ < matrix_.columns; left -= std::min(left, panel_size)) {
    float* const panel = out_.data() + column_ * matrix_.rows;
    reader.has_neighbours(column_) ? reader.read_rows(column_, panel) : reader.read(column_, panel);
    if (matrix_.factor != 1) scale_row(panel, narrow(panel_size), matrix_.factor);
    column_ += kPanel;
  }
  return column_ < matrix_.columns;
}

Tensor pack(const StoredMatrix& matrix) {
  Packing packing(matrix);
  packing.advance(multiply_checked({matrix.rows, whole_panels(matrix.columns)}));
  return packing.matrix();
}

bool is_finite(const Tensor& packed) {
  return map(packed.buffer(), 1, narrow(packed.buffer_elements())).allFinite();
}

}  // namespace mha
