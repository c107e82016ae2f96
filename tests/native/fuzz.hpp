#pragma once

// The targets of the fuzzer, and what they share.

#include <cstddef>
#include <cstdint>
#include <headscope/tensor.hpp>
#include <limits>

/// Layers: configurations, masks and arguments. Aborts on a mistake.
void fuzz_attention(const std::uint8_t* data, std::size_t size);
/// Operations of a tape and of a model: operands. Aborts on a mistake.
void fuzz_operations(const std::uint8_t* data, std::size_t size);

/// Reads decisions from the fuzzer's bytes; 0 once they are used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {}
  int byte() { return data_ == end_ ? 0 : *data_++; }
  bool flag() { return byte() % 2 == 1; }
  /// True once in `times`.
  bool rarely(int times) { return byte() % times == times - 1; }
  /// From 0 to `end` - 1.
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(byte()) % end; }
  /// Usually a small size, sometimes 0 or far too large.
  mha::Index size() {
    const int b = byte();
    if (b < 240) return 1 + b % 7;
    constexpr mha::Index kOdd[] = {0,
                                   -1,
                                   64,
                                   1 << 20,
                                   mha::Index{1} << 40,
                                   std::numeric_limits<mha::Index>::max(),
                                   std::numeric_limits<mha::Index>::min()};
    return kOdd[b % 7];
  }
  float number() {
    const int b = byte();
    if (b < 240) return static_cast<float>(b - 120) / 40.0f;
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kOdd[] = {0.0f,  kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN(),
                              1e38f, 1e-45f};
    return kOdd[b % 6];
  }
  mha::Tensor tensor(const mha::Dims& sizes) {
    if (mha::count_elements(sizes) > 4096)
      mha::fail(mha::ErrorCode::memory, "beyond_fuzzer", "more than this fuzzer fills");
    mha::Tensor out = mha::Tensor::uninitialised(sizes);
    for (float& value : out.values()) value = number();
    return out;
  }
  mha::Dims sizes(std::size_t most) {
    mha::Dims out;
    const std::size_t rank = 1 + static_cast<std::size_t>(byte()) % most;
    while (out.size() < rank) out.push_back(size());
    return out;
  }

 private:
  const std::uint8_t* data_;
  const std::uint8_t* end_;
};
