// clang-format off
//
// Blocking of the product.
//
//                    b   8 columns: a panel            The inner loop (tile) keeps 4 rows x 8 columns of c in eight
//                 +-----+-----+-----+                  registers. A step along k loads 8 elements of b into two
//                 |#####|     |     |                  registers, and broadcasts one element of a for each of the 4
//       a block   |#####|     |     |  768 rows        rows: 16 operations of four elements for 6 loads. This needs
//                 |#####|     |     |                  12 of the 16 registers of x86. 5 x 8 would need all 16;
//                 +-----+-----+-----+                  compilers that load the elements of a first would then keep a
//                 |     |     |     |                  sum in memory, which halves the speed in V8 11.
//        a        +-----+-----+-----+
//   +-----+---+   +-----+-----+-----+                  While the tile computes the first 4 rows, it copies the panel,
// 4 |>>>>>|   |   |# c #|     |     |                  whose rows are far apart in b, to 24 KB of adjacent memory; the
//   +-----+---+   +-----+-----+-----+                  stores take no extra time. The copy stays in the first-level
// 4 |     |   |   |     |     |     |                  cache for the remaining rows of a. In place, rows that are 2^n
//   +-----+---+   +-----+-----+-----+                  bytes apart would evict each other. For up to 6 rows of a, the
// 3 |     |   |   |     |     |     |                  panel is read in place, because packing does not pay.
//   +-----+---+   +-----+-----+-----+
//
// The next panel follows, then the next 64 rows of a, whose block stays in the second-level cache; then the next 768
// rows of b, with the sums so far read back from c. With few rows of a, the time goes into reading b, so that b is read
// in the order of its memory as far as possible. a needs no packing: its rows are read along k, a cache line in 16
// steps. Eight independent sums hide the latency of an addition, 3 or 4 cycles at up to 2 a cycle. Remaining rows are
// computed as 4 + 3 + 3 or 4 + 3 + 2, because single rows cannot hide the latency. A panel of fewer than 8 columns, or
// one whose rows are not adjacent in memory (K^T in Q K^T), is packed beforehand and filled up with zeros; the results
// of the zeros are not stored.
//
// clang-format on

#include "product.hpp"

#include <algorithm>

#include "half.hpp"
#include "rows.hpp"
#include "strided_product.hpp"

namespace mha {
namespace {

constexpr Size kDepth = 768;         // rows of b in a block
constexpr Size kRows = 64;           // rows of a in a block; the last block has up to twice as many
constexpr Size kRowsToPackFor = 7;   // rows of a from which packing b is faster
constexpr Size kRowsToFetchFor = 4;  // rows of a from which fetch() is faster
constexpr Size kCached = 1 << 17;    // elements of b that a second-level cache holds
constexpr Size kLine = 16;           // elements in a line of the cache

/// A block of c, and the blocks of a and b that it is computed from.
struct TileOperands {
  const float* a;
  Size a_stride;
  const float* b;
  Size b_stride;
  float* c;
  Size c_stride;
  Size depth;
  bool add;  // whether to add to the current c instead of overwriting it

  TileOperands below(Size rows) const {
    return {a + rows * a_stride, a_stride, b, b_stride, c + rows * c_stride, c_stride, depth, add};
  }
};

/// How the rows of b lie in memory: adjacent, as in a panel; `b_stride` apart; or apart, and copied into a
/// panel on the way; or as in a panel of 16-bit numbers. A stride that the compiler knows costs no
/// instructions.
enum class Layout { panel, apart, packing, panel_f16, panel_bf16 };

/// Eight numbers of b.
struct Eight {
  Float4 left, right;
};

template <StoredType type>
inline Eight load_halves(const float* row) {
  const auto halves = std::bit_cast<Bits4>(load(row));
  return {widened<type>(halves << 16), widened<type>(halves)};
}

template <Layout layout>
inline Eight load_row(const float* row) {
  if constexpr (layout == Layout::panel_f16) return load_halves<StoredType::F16>(row);
  if constexpr (layout == Layout::panel_bf16) return load_halves<StoredType::BF16>(row);
  return {load(row), load(row + 4)};
}

/// The stride of rows that are adjacent; 0 for others.
constexpr Size stride_of(Layout layout) {
  switch (layout) {
    case Layout::panel:
      return kPanel;
    case Layout::panel_f16:
    case Layout::panel_bf16:
      return panel_row(StoredType::F16);
    default:
      return 0;
  }
}

/// c (Rows, 8) = a (Rows, depth) b (depth, 8), plus the current c if `add`; Layout::packing also copies b
/// into `panel`. An iteration of the loop adds the products of two rows of b, and the loop can end after
/// either row. Without the end after the first row, the compiler keeps two sets of sums, for which there are
/// too few registers.
template <int Rows, Layout layout>
[[gnu::always_inline]] inline void tile(const TileOperands& t, float* panel = nullptr) {
  Float4 left[Rows], right[Rows];
  const float *row[Rows], *b = t.b;
  for (int i = 0; i < Rows; ++i) {
    row[i] = t.a + i * t.a_stride;
    left[i] = t.add ? load(t.c + i * t.c_stride) : Float4{};
    right[i] = t.add ? load(t.c + i * t.c_stride + 4) : Float4{};
  }
  const Size b_stride = stride_of(layout) > 0 ? stride_of(layout) : t.b_stride;
  const auto step = [&](int k) {
    const auto [b_left, b_right] = load_row<layout>(b + k * b_stride);
    if constexpr (layout == Layout::packing) {
      store(panel + k * kPanel, b_left);
      store(panel + k * kPanel + 4, b_right);
    }
    for (int i = 0; i < Rows; ++i) {
      const Float4 spread = splat(row[i][k]);
      left[i] += spread * b_left;
      right[i] += spread * b_right;
    }
  };
  for (Size depth = t.depth;;) {
    step(0);
    if (--depth == 0) break;
    step(1);
    if (--depth == 0) break;
    for (int i = 0; i < Rows; ++i) row[i] += 2;
    b += 2 * b_stride;
    if constexpr (layout == Layout::packing) panel += 2 * kPanel;
  }
  for (int i = 0; i < Rows; ++i) {
    store(t.c + i * t.c_stride, left[i]);
    store(t.c + i * t.c_stride + 4, right[i]);
  }
}

/// A tile of 1 to 3 rows.
template <Layout layout>
[[gnu::noinline]] void low_tile(Size rows, const TileOperands& t) {
  switch (rows) {
    case 3:
      return tile<3, layout>(t);
    case 2:
      return tile<2, layout>(t);
    default:
      return tile<1, layout>(t);
  }
}

/// A tile of 1 to 3 rows and fewer than eight columns of a panel; computed as a whole tile in scratch memory.
void narrow_tile(Size rows, Size columns, const TileOperands& t) {
  float side[3 * kPanel] = {};
  for (Size i = 0; t.add && i < rows; ++i) copy_row(t.c + i * t.c_stride, columns, side + i * kPanel);
  low_tile<Layout::panel>(rows, {t.a, t.a_stride, t.b, t.b_stride, side, kPanel, t.depth, t.add});
  for (Size i = 0; i < rows; ++i) copy_row(side + i * kPanel, columns, t.c + i * t.c_stride);
}

/// Multiplies all rows of a by one panel.
void multiply_panel(Size rows, Size columns, TileOperands t) {
  while (rows > 0) {
    const bool low = columns < kPanel || rows < 4 || rows == 5 || rows == 6;
    const Size count = low ? std::min<Size>(rows, 3) : 4;
    if (columns < kPanel) {
      narrow_tile(count, columns, t);
    } else if (low) {
      low_tile<Layout::panel>(count, t);
    } else {
      tile<4, Layout::panel>(t);  // inlined: most time is spent here, and calls would add 4 %
    }
    t = t.below(count);
    rows -= count;
  }
}

/// Multiplies fewer rows of a than are worth packing for by eight columns of b.
void multiply_in_place(Size rows, TileOperands t) {
  if (rows == 4) return tile<4, Layout::apart>(t);
  for (; rows > 0; rows -= 3, t = t.below(3)) low_tile<Layout::apart>(std::min<Size>(rows, 3), t);
}

/// Packs up to eight columns into `panel`, filled up with zeros.
void pack_panel(const ConstMatrixMap& b, float* panel) {
  const float* from = b.data();
  const Size columns = b.cols(), row_stride = b.rowStride(), column_stride = b.colStride();
  for (Size k = 0; k < b.rows(); ++k, from += row_stride, panel += kPanel) {
    if (columns == kPanel && column_stride == 1) {
      store(panel, load(from));
      store(panel + 4, load(from + 4));
      continue;
    }
    for (Size j = 0; j < kPanel; ++j) panel[j] = j < columns ? from[j * column_stride] : 0.0f;
  }
}

/// Multiplies all rows of a by one panel, given as b (depth, up to 8) in its own layout.
void pack_and_multiply(Size rows, const ConstMatrixMap& b, TileOperands t) {
  float packed[kDepth * kPanel];
  const bool adjacent = b.cols() == kPanel && b.colStride() == 1;
  if (adjacent && rows < kRowsToPackFor) return multiply_in_place(rows, t);
  if (adjacent) {
    tile<4, Layout::packing>(t, packed);
    t = t.below(4);
    rows -= 4;
  } else {
    pack_panel(b, packed);
  }
  t.b = packed;
  t.b_stride = kPanel;
  multiply_panel(rows, b.cols(), t);
}

/// Reads one element of each cache line of a panel, so that the panel is in the cache. The processor makes
/// these reads at the same time; without them, each tile waits for its own reads.
void fetch(const float* panel, Size depth) {
  for (const float* end = panel + depth * kPanel; panel < end; panel += kLine)
    static_cast<void>(*static_cast<const volatile float*>(panel));
}

/// Widens a panel of 16-bit numbers.
template <StoredType type>
void widen(const float* panel, Size depth, float* to) {
  for (const float* end = panel + depth * panel_row(type); panel < end;
       panel += panel_row(type), to += kPanel) {
    const auto [left, right] = load_halves<type>(panel);
    store(to, left);
    store(to + 4, right);
  }
}

void widen(StoredType type, const float* panel, Size depth, float* to) {
  type == StoredType::F16 ? widen<StoredType::F16>(panel, depth, to)
                          : widen<StoredType::BF16>(panel, depth, to);
}

/// Multiplies all rows of a by one panel of 16-bit numbers: few rows widen the numbers in registers, more
/// share a widened copy in the first-level cache, whose writing reads ahead like fetch().
[[gnu::noinline]] void multiply_halves(StoredType type, Size rows, Size columns, TileOperands t) {
  if (rows < 4 && columns == kPanel)
    return type == StoredType::F16 ? low_tile<Layout::panel_f16>(rows, t)
                                   : low_tile<Layout::panel_bf16>(rows, t);
  float wide[kDepth * kPanel];
  widen(type, t.b, t.depth, wide);
  t.b = wide;
  multiply_panel(rows, columns, t);
}

/// Calls f(k, depth, i, rows) for rows [k, k + depth) of b and rows [i, i + rows) of a, block by block.
template <class F>
[[gnu::always_inline]] inline void for_each_block(Size depth, Size rows, F f) {
  for (Size k = 0; k < depth; k += kDepth) {
    for (Size i = 0, count = 0; i < rows; i += count) {
      count = rows - i < 2 * kRows ? rows - i : kRows;
      f(k, std::min(depth - k, kDepth), i, count);
    }
  }
}

}  // namespace

void product(const ConstMatrixMap& a, const ConstMatrixMap& b, MatrixMap c) {
  if (a.colStride() != 1) {
    const RowMajor packed = a;
    return product({packed.data(), a.rows(), a.cols(), {a.cols(), 1}}, b, c);
  }
  for_each_block(b.rows(), a.rows(), [&](Size k, Size depth, Size i, Size rows) {
    for (Size j = 0; j < b.cols(); j += kPanel) {
      const ConstMatrixMap panel(b.data() + k * b.rowStride() + j * b.colStride(), depth,
                                 std::min(b.cols() - j, kPanel), {b.rowStride(), b.colStride()});
      pack_and_multiply(rows, panel,
                        {a.data() + i * a.rowStride() + k, a.rowStride(), panel.data(), b.rowStride(),
                         c.data() + i * c.outerStride() + j, c.outerStride(), depth, k > 0});
    }
  });
}

void strided_product(const StridedMatrix& a, const StridedMatrix& b, float* c, Size c_stride) {
  const auto map_of = [](const StridedMatrix& m) {
    return ConstMatrixMap(m.data, m.rows, m.columns, {m.row_stride, m.column_stride});
  };
  product(map_of(a), map_of(b), map(c, a.rows, b.columns, c_stride));
}

std::int64_t whole_panels(std::int64_t columns) {
  return (columns + kPanel - 1) / kPanel * kPanel;
}

std::int64_t packed_size(std::int64_t rows, std::int64_t columns) {
  return rows * whole_panels(columns);
}

Panels pack(const ConstMatrixMap& b, float* memory) {
  for (Size j = 0; j < b.cols(); j += kPanel) {
    pack_panel({b.data() + j * b.colStride(),
                b.rows(),
                std::min(b.cols() - j, kPanel),
                {b.rowStride(), b.colStride()}},
               memory + j * b.rows());
  }
  return packed_panels(memory, b.rows(), b.cols());
}

Panels packed_panels(const float* memory, Size rows, Size columns, StoredType type) {
  return {memory, rows, columns, panel_row(type) * rows, type};
}

void unpack(const Panels& b, const MatrixMap& to) {
  float wide[kPanel];
  for (Size k = 0; k < b.rows; ++k) {
    for (Size j = 0; j < b.columns; j += kPanel) {
      const float* row = b.data + j / kPanel * b.panel_stride + k * panel_row(b.type);
      if (b.type != StoredType::F32) {
        widen(b.type, row, 1, wide);
        row = wide;
      }
      copy_row(row, std::min(b.columns - j, kPanel), row_of(to, k) + j);
    }
  }
}

Panels Panels::middle_rows(Size first, Size count) const {
  return {data + first * panel_row(type), count, columns, panel_stride, type};
}

Panels Panels::middle_columns(Size first, Size count) const {
  return {data + first / kPanel * panel_stride, rows, count, panel_stride, type};
}

void multiply(const ConstMatrixMap& a, const Panels& b, MatrixMap c, bool add) {
  const bool is_wide = b.type == StoredType::F32;
  const bool fetches = is_wide && a.rows() >= kRowsToFetchFor && b.rows * b.columns > kCached;
  for_each_block(b.rows, a.rows(), [&](Size k, Size depth, Size i, Size rows) {
    const float* panel = b.data + k * panel_row(b.type);
    for (Size j = 0; j < b.columns; j += kPanel, panel += b.panel_stride) {
      if (fetches) fetch(panel, depth);
      const Size columns = std::min(b.columns - j, kPanel);
      const TileOperands t = {a.data() + i * a.rowStride() + k,   a.rowStride(),   panel, kPanel,
                              c.data() + i * c.outerStride() + j, c.outerStride(), depth, add || k > 0};
      is_wide ? multiply_panel(rows, columns, t) : multiply_halves(b.type, rows, columns, t);
    }
  });
}

}  // namespace mha
