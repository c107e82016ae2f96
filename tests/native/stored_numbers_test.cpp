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

/// Every pattern of 16 bits, read at an odd address.
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

bool same(float a, double b) {
  return std::isnan(b) ? std::isnan(a) : static_cast<double>(a) == b && std::signbit(a) == std::signbit(b);
}

}  // namespace

TEST_CASE("every float16 is read as the number that it is", "[transformer]") {
  const std::vector<float> numbers = all_halves(StoredType::F16);
  std::size_t wrong = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const int exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
    double size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    if (exponent == 31) {
      size = fraction ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    }
    wrong += !same(numbers[bits], bits >> 15 ? -size : size);
  }
  CHECK(wrong == 0);
}

TEST_CASE("every bfloat16 is read as the number that it is", "[transformer]") {
  const std::vector<float> numbers = all_halves(StoredType::BF16);
  std::size_t wrong = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const int exponent = static_cast<int>(bits >> 7 & 255), fraction = static_cast<int>(bits & 127);
    double size = exponent == 0 ? std::ldexp(fraction, -133) : std::ldexp(128 + fraction, exponent - 134);
    if (exponent == 255) {
      size = fraction ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    }
    wrong += !same(numbers[bits], bits >> 15 ? -size : size);
  }
  CHECK(wrong == 0);
}

TEST_CASE("float32 is read as it is", "[transformer]") {
  const std::vector<float> expected = {0, -0.0f, 1.5f, -3e-45f, std::numeric_limits<float>::infinity()};
  std::vector<float> numbers(expected.size());
  read_stored(std::as_bytes(std::span(expected)), StoredType::F32, numbers);
  CHECK(std::memcmp(numbers.data(), expected.data(), 4 * expected.size()) == 0);
  read_stored({}, StoredType::F32, {});
}
