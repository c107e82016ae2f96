#include "stored_numbers.hpp"

#include <bit>
#include <cstring>

#include "../kernel/half.hpp"

namespace mha {

static_assert(std::endian::native == std::endian::little, "numbers are read as the file has them");

void read_stored(std::span<const std::byte> from, StoredType type, std::span<float> into) {
  if (type == StoredType::F32) {
    if (!into.empty()) std::memcpy(into.data(), from.data(), into.size_bytes());
    return;
  }
  for (std::size_t i = 0; i < into.size(); ++i) {
    std::uint16_t half = 0;
    std::memcpy(&half, from.data() + 2 * i, sizeof half);
    into[i] = widened(type, half);
  }
}

}  // namespace mha
