// The fuzzer's targets on random bytes, so that they are compiled and run without the fuzzer too.
#include "fuzz.hpp"

#include <catch2/catch_test_macros.hpp>
#include <headscope/base/rng.hpp>
#include <vector>

namespace {

constexpr std::uint64_t kInputs = 20000;

/// A target aborts on a mistake.
void run_on_random_bytes(void (*target)(const std::uint8_t*, std::size_t)) {
  std::uint64_t seed = 0;
  for (; seed < kInputs; ++seed) {
    mha::Rng rng(seed);
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(rng.next() % 1024));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next() % 256);
    target(bytes.data(), bytes.size());
  }
  CHECK(seed == kInputs);
}

}  // namespace

TEST_CASE("random options and arguments are computed or refused, and nothing else", "[fuzz]") {
  run_on_random_bytes(fuzz_attention);
}

TEST_CASE("random operands of operations are computed or refused, and nothing else", "[fuzz]") {
  run_on_random_bytes(fuzz_operations);
}
