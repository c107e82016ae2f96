#include "stored_numbers.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace mha {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are read as the file has them");

float from_bfloat16(std::uint16_t half) {
  return std::bit_cast<float>(std::uint32_t{half} << 16);
}

// With exponent and fraction moved to their float32 positions, the value is 2^112 times too small, for
// subnormal numbers too.
float from_float16(std::uint16_t half) {
  constexpr std::uint32_t exponent = 0x7c00, infinite = 0x7f800000;
  const std::uint32_t sign = (half & 0x8000u) << 16, rest = (half & 0x7fffu) << 13;
  const bool is_finite = (half & exponent) != exponent;
  const auto size = std::bit_cast<std::uint32_t>(std::bit_cast<float>(rest) * 0x1p112f);
  return std::bit_cast<float>(sign | (is_finite ? size : rest | infinite));
}

template <class Convert>
void read_halves(const std::byte* from, std::span<float> into, Convert convert) {
  for (std::size_t i = 0; i < into.size(); ++i) {
    std::uint16_t half = 0;
    std::memcpy(&half, from + 2 * i, sizeof half);
    into[i] = convert(half);
  }
}

}  // namespace

void read_stored(std::span<const std::byte> from, StoredType type, std::span<float> into) {
  switch (type) {
    case StoredType::F32:
      if (!into.empty()) std::memcpy(into.data(), from.data(), into.size_bytes());
      return;
    case StoredType::F16:
      return read_halves(from.data(), into, from_float16);
    case StoredType::BF16:
      return read_halves(from.data(), into, from_bfloat16);
  }
}

}  // namespace mha
