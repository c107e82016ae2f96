// The fuzzer's target on random bytes, so that it is compiled and run without the fuzzer too.
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <headscope/tensor/rng.hpp>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

TEST_CASE("random options and arguments are computed or refused, and nothing else", "[fuzz]") {
  constexpr std::uint64_t kInputs = 20000;
  for (std::uint64_t seed = 0; seed < kInputs; ++seed) {
    mha::Rng rng(seed);
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(rng.next() % 1024));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next() % 256);
    CAPTURE(seed);
    CHECK(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()) == 0);
  }
}
