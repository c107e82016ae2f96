#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <headscope/transformer/stored_numbers.hpp>
#include <limits>
#include <vector>

using namespace mha;

namespace {

/// Reads every pattern of 16 bits, at an odd address.
std::vector<float> all_halves(StoredType type) {
  std::vector<std::byte> bytes(1 + 2 * 65536);
  for (std::size_t i = 0; i < 65536; ++i) {
    const auto half = static_cast<std::uint16_t>(i);
    std::memcpy(bytes.data() + 1 + 2 * i, &half, 2);
  }
  std::vector<float> numbers(65536);
  read_stored(std::span(bytes).subspan(1), type, numbers);
  return numbers;
}

/// Number of patterns that differ from the formula of IEEE 754 for these bits of exponent and fraction.
int misread(StoredType type, int exponent_bits, int fraction_bits) {
  const std::vector<float> numbers = all_halves(type);
  const int last = (1 << exponent_bits) - 1, bias = last / 2, hidden = 1 << fraction_bits;
  int wrong = 0;
  for (int bits = 0; bits < 65536; ++bits) {
    const int exponent = bits >> fraction_bits & last, fraction = bits & (hidden - 1);
    const float number = numbers[static_cast<std::size_t>(bits)];
    if (exponent == last && fraction) {
      wrong += !std::isnan(number);
      continue;
    }
    double size = std::numeric_limits<double>::infinity();
    if (exponent == 0) size = std::ldexp(fraction, 1 - bias - fraction_bits);
    if (exponent > 0 && exponent < last)
      size = std::ldexp(hidden + fraction, exponent - bias - fraction_bits);
    wrong +=
        static_cast<double>(number) != (bits >> 15 ? -size : size) || std::signbit(number) != (bits >> 15);
  }
  return wrong;
}

}  // namespace

TEST_CASE("every 16-bit number is read exactly", "[transformer]") {
  CHECK(misread(StoredType::F16, 5, 10) == 0);
  CHECK(misread(StoredType::BF16, 8, 7) == 0);
}

TEST_CASE("float32 numbers are read unchanged", "[transformer]") {
  const std::vector<float> expected = {0, -0.0f, 1.5f, -3e-45f, std::numeric_limits<float>::infinity()};
  std::vector<float> numbers(expected.size());
  read_stored(std::as_bytes(std::span(expected)), StoredType::F32, numbers);
  CHECK(std::memcmp(numbers.data(), expected.data(), 4 * expected.size()) == 0);
  read_stored({}, StoredType::F32, {});
}
