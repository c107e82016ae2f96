#include "stored_matrix.hpp"

#include <algorithm>
#include <cstring>

#include "../kernel/rows.hpp"
#include "../tensor/maps.hpp"

namespace mha {
namespace {

constexpr Index kChunk = 64;  // rows

/// Reads up to eight columns, from `column` on, into a panel of the kernel; `panel` is its first byte.
/// Number: float, or the bits of a number of 16 bits, which are copied unchanged.
template <class Number>
class PanelReader {
 public:
  explicit PanelReader(const StoredMatrix& matrix) : m_(matrix), size_(stored_size(matrix.type)) {}

  void read(Index column, std::byte* panel) {
    has_neighbours(column) ? read_rows(column, panel) : read_columns(column, panel);
  }

 private:
  /// Whether the columns of the panel that begins at `column` are adjacent in each row of the file.
  bool has_neighbours(Index column) const {
    const Index last = std::min<Index>(column + kPanel, m_.columns) - 1;
    return m_.is_in_out && place(last) - place(column) == last - column;
  }

  void read_rows(Index column, std::byte* panel) {
    const Index count = std::min<Index>(kPanel, m_.columns - column), first = place(column);
    std::array<Number, kPanel> row{};
    for (Index r = 0; r < m_.rows; ++r) {
      numbers_at(r * m_.all_columns + first, std::span(row).first(static_cast<std::size_t>(count)));
      for (Index c = 0; c < kPanel; ++c) put(panel, r, c, row[static_cast<std::size_t>(c)]);
    }
  }

  void read_columns(Index column, std::byte* panel) {
    const Index count = std::min<Index>(kPanel, m_.columns - column);
    for (Index row = 0; row < m_.rows; row += kChunk) {
      const Index rows = std::min(kChunk, m_.rows - row);
      for (Index c = 0; c < kPanel; ++c) {
        const std::span<Number> chunk(chunk_.data(), static_cast<std::size_t>(rows));
        c < count ? read_column(place(column + c), row, chunk) : chunk_.fill(Number{});
        for (Index r = 0; r < rows; ++r) put(panel, row + r, c, chunk[static_cast<std::size_t>(r)]);
      }
    }
  }

  /// The numbers of a column of the stored tensor, from `row` on.
  void read_column(Index column, Index row, std::span<Number> chunk) const {
    if (!m_.is_in_out) return numbers_at(column * m_.rows + row, chunk);
    for (std::size_t r = 0; r < chunk.size(); ++r)
      numbers_at((row + static_cast<Index>(r)) * m_.all_columns + column, chunk.subspan(r, 1));
  }

  /// The index of a column in the stored tensor.
  Index place(Index column) const { return m_.first + column / m_.group * m_.period + column % m_.group; }

  void numbers_at(Index number, std::span<Number> into) const {
    const auto from = m_.bytes.subspan(static_cast<std::size_t>(number) * size_, into.size() * size_);
    if constexpr (std::is_same_v<Number, float>) {
      read_stored(from, m_.type, into);
    } else {
      std::memcpy(into.data(), from.data(), from.size());
    }
  }

  static void put(std::byte* panel, Index row, Index column, Number number) {
    const Index place = std::is_same_v<Number, float> ? column : place_of_half(narrow(column));
    std::memcpy(panel + (row * kPanel + place) * static_cast<Index>(sizeof number), &number, sizeof number);
  }

  const StoredMatrix& m_;
  std::size_t size_;
  std::array<Number, kChunk> chunk_{};
};

/// The bits of a factor other than 1 do not fit into 16.
StoredType packed_type(const StoredMatrix& matrix) {
  return matrix.factor == 1 ? matrix.type : StoredType::F32;
}

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

Index elements_held(const StoredMatrix& matrix) {
  return packed_elements(matrix.rows, matrix.columns, packed_type(matrix));
}

Packing::Packing(const StoredMatrix& matrix) : matrix_(matrix) {
  check(matrix);
  out_ = Tensor::packed(matrix.rows, matrix.columns, packed_type(matrix));
}

bool Packing::advance(Index most) {
  const Panels to = panels(out_);
  for (Index left = most; left > 0 && column_ < matrix_.columns; column_ += kPanel) {
    float* const panel = out_.data() + column_ / kPanel * to.panel_stride;
    auto* const bytes = reinterpret_cast<std::byte*>(panel);
    if (to.type == StoredType::F32) {
      PanelReader<float>(matrix_).read(column_, bytes);
      if (matrix_.factor != 1) scale_row(panel, to.panel_stride, matrix_.factor);
    } else {
      PanelReader<std::uint16_t>(matrix_).read(column_, bytes);
    }
    left -= std::min(left, matrix_.rows * kPanel);
  }
  return column_ < matrix_.columns;
}

Tensor pack(const StoredMatrix& matrix) {
  Packing packing(matrix);
  packing.advance(multiply_checked({matrix.rows, whole_panels(matrix.columns)}));
  return packing.matrix();
}

bool is_finite(const Tensor& packed) {
  const Panels all = panels(packed);
  const std::span floats(packed.buffer(), static_cast<std::size_t>(packed.buffer_elements()));
  if (all.type == StoredType::F32) return map(floats.data(), 1, narrow(packed.buffer_elements())).allFinite();
  const std::uint32_t exponent = all.type == StoredType::F16 ? 0x7c00 : 0x7f80;
  return std::ranges::all_of(floats, [exponent](const float& two) {
    const auto halves = std::bit_cast<std::uint32_t>(two);
    return (halves & exponent) != exponent && (halves >> 16 & exponent) != exponent;
  });
}

}  // namespace mha
