#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <headscope/rng.hpp>
#include <headscope/transformer/stored_matrix.hpp>

#include "fixture.hpp"

using namespace mha;

namespace {

/// Whole numbers that each type represents exactly: number i is i mod 251.
float number_at(Index i) {
  return static_cast<float>(i % 251);
}

/// The bytes of the first `count` of these numbers in a file.
std::vector<std::byte> stored(Index count, StoredType type) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(count) * stored_size(type));
  for (Index i = 0; i < count; ++i) {
    const float number = number_at(i);
    const auto bits = std::bit_cast<std::uint32_t>(number);
    std::byte* const to = bytes.data() + static_cast<std::size_t>(i) * stored_size(type);
    if (type == StoredType::F32) {
      std::memcpy(to, &bits, 4);
      continue;
    }
    const auto exponent = static_cast<std::uint16_t>((bits >> 23) - 112),
               fraction = static_cast<std::uint16_t>(bits >> 13 & 0x3ff);
    const auto half = static_cast<std::uint16_t>(number == 0               ? 0
                                                 : type == StoredType::F16 ? exponent << 10 | fraction
                                                                           : bits >> 16);
    std::memcpy(to, &half, 2);
  }
  return bytes;
}

/// Checks that each element of the packed matrix is at its row and column in the file.
void check_pack_of(StoredMatrix matrix) {
  const std::vector<std::byte> bytes = stored(matrix.rows * matrix.all_columns, matrix.type);
  matrix.bytes = bytes;
  const Tensor packed = pack(matrix), rows = unpacked(packed);
  REQUIRE(packed.is_packed());
  CHECK(packed.stored_type() == (matrix.factor == 1 ? matrix.type : StoredType::F32));
  CHECK(packed.buffer_elements() == elements_held(matrix));
  REQUIRE(rows.sizes() == Dims{matrix.rows, matrix.columns});
  int wrong = 0;
  for (Index r = 0; r < matrix.rows; ++r) {
    for (Index c = 0; c < matrix.columns; ++c) {
      const Index column = matrix.first + c / matrix.group * matrix.period + c % matrix.group;
      const Index at = matrix.is_in_out ? r * matrix.all_columns + column : column * matrix.rows + r;
      wrong += rows({r, c}) != matrix.factor * number_at(at);
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("a matrix is packed from the bytes of any type, however it is stored", "[transformer]") {
  for (const auto& [type, name] : kStoredTypes) {
    if (type == StoredType::BF16) continue;  // exact for whole numbers up to 256 only; tested below
    for (bool is_in_out : {false, true}) {
      for (Index columns : {1, 7, 8, 24, 29}) {
        for (Index rows : {1, 5, 64, 130}) {
          CAPTURE(name, is_in_out, columns, rows);
          check_pack_of({.type = type,
                         .rows = rows,
                         .columns = columns,
                         .all_columns = columns,
                         .is_in_out = is_in_out,
                         .group = columns,
                         .period = columns});
        }
      }
    }
  }
  check_pack_of(
      {.type = StoredType::BF16, .rows = 9, .columns = 17, .all_columns = 17, .group = 17, .period = 17});
}

TEST_CASE("queries, keys and values are read from one combined tensor", "[transformer]") {
  for (bool is_in_out : {false, true}) {
    for (Index part : {0, 1, 2}) {
      for (Index head : {3, 8}) {
        CAPTURE(is_in_out, part, head);
        const Index columns = 4 * head;
        // Concatenated, or interleaved by head.
        check_pack_of({.rows = 12,
                       .columns = columns,
                       .all_columns = 3 * columns,
                       .is_in_out = is_in_out,
                       .first = part * columns,
                       .group = columns,
                       .period = columns,
                       .factor = 0.5f});
        check_pack_of({.rows = 12,
                       .columns = columns,
                       .all_columns = 3 * columns,
                       .is_in_out = is_in_out,
                       .first = part * head,
                       .group = head,
                       .period = 3 * head});
      }
    }
  }
}

TEST_CASE("numbers of 16 bits keep their bits and half the memory", "[transformer]") {
  Rng rng(5);
  for (const auto& [type, name] : kStoredTypes) {
    if (type == StoredType::F32) continue;
    for (bool is_in_out : {false, true}) {
      CAPTURE(name, is_in_out);
      constexpr Index kRows = 67, kColumns = 21;
      std::vector<std::uint16_t> halves(kRows * kColumns);
      for (std::uint16_t& half : halves) half = static_cast<std::uint16_t>(rng.uniform() * 0x10000);
      StoredMatrix matrix{.bytes = std::as_bytes(std::span(halves)),
                          .type = type,
                          .rows = kRows,
                          .columns = kColumns,
                          .all_columns = kColumns,
                          .is_in_out = is_in_out,
                          .group = kColumns,
                          .period = kColumns};
      std::vector<float> numbers(halves.size());
      read_stored(matrix.bytes, type, numbers);
      const Tensor stored = Tensor::from(numbers, is_in_out ? Dims{kRows, kColumns} : Dims{kColumns, kRows});
      const Tensor expected = is_in_out ? stored : stored.transpose(0, 1).contiguous();
      const Tensor packed = pack(matrix), rows = unpacked(packed);
      CHECK(packed.buffer_elements() == kRows * 12);  // three panels of eight columns
      CHECK(std::memcmp(rows.data(), expected.data(), expected.values().size_bytes()) == 0);
      matrix.factor = 2;
      CHECK(pack(matrix).buffer_elements() == kRows * 24);
    }
  }
}

TEST_CASE("a packed matrix is finite unless it has a NaN or an infinity, in any type", "[transformer]") {
  for (const auto& [type, name] : kStoredTypes) {
    for (const float number : {0x1p15f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
      for (const std::size_t at : {0u, 1u, 10u}) {
        CAPTURE(name, number, at);
        std::vector<std::byte> bytes = stored(11, type);
        const auto bits = std::bit_cast<std::uint32_t>(number);
        const std::size_t size = stored_size(type);
        const std::uint32_t half = type == StoredType::BF16 ? bits >> 16
                                   : std::isfinite(number)  ? 0x7800  // 2^15
                                   : std::isinf(number)     ? 0x7c00
                                                            : 0x7e00;
        const std::uint32_t written = type == StoredType::F32 ? bits : half;
        std::memcpy(bytes.data() + at * size, &written, size);
        const Tensor packed = pack({.bytes = bytes,
                                    .type = type,
                                    .rows = 1,
                                    .columns = 11,
                                    .all_columns = 11,
                                    .group = 11,
                                    .period = 11});
        CHECK(is_finite(packed) == std::isfinite(number));
      }
    }
  }
}

TEST_CASE("a matrix packed in pieces equals one packed at once", "[transformer]") {
  for (bool is_in_out : {false, true}) {
    const std::vector<std::byte> bytes = stored(5 * 29, StoredType::F32);
    const StoredMatrix matrix{.bytes = bytes,
                              .rows = 5,
                              .columns = 29,
                              .all_columns = 29,
                              .is_in_out = is_in_out,
                              .group = 29,
                              .period = 29,
                              .factor = 0.5f};
    Packing packing(matrix);
    int pieces = 1;
    while (packing.advance(1)) ++pieces;
    CHECK(pieces == 4);  // of eight columns
    CHECK(std::ranges::equal(unpacked(packing.matrix()).values(), unpacked(pack(matrix)).values()));
  }
}

TEST_CASE("bytes that do not fill the sizes are refused", "[transformer]") {
  const std::vector<std::byte> bytes = stored(12, StoredType::F32);
  const StoredMatrix whole{
      .bytes = bytes, .rows = 3, .columns = 4, .all_columns = 4, .group = 4, .period = 4};
  CHECK(pack(whole).sizes() == Dims{3, 4});
  StoredMatrix other = whole;
  other.rows = 4;
  CHECK_THROWS_AS(pack(other), Error);
  other = whole;
  other.first = 1;
  CHECK_THROWS_AS(pack(other), Error);
  other = whole;
  other.group = 0;
  CHECK_THROWS_AS(pack(other), Error);
}

TEST_CASE("a period or a first column that 64 bits cannot count is refused", "[stored]") {
  const std::vector<std::byte> bytes = stored(12, StoredType::F32);
  constexpr Index kHuge = std::numeric_limits<Index>::max();
  const StoredMatrix whole{
      .bytes = bytes, .rows = 3, .columns = 4, .all_columns = 4, .group = 1, .period = 1};
  StoredMatrix far = whole, wide = whole;
  far.first = kHuge;
  wide.period = kHuge;
  CHECK_THROWS_AS(pack(far), Error);
  CHECK_THROWS_AS(pack(wide), Error);
}
