#pragma once

#include <cstdint>
#include <string_view>

namespace mha {

/// The only random number generator: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). The same seed and
/// stream give the same bits natively and in wasm, for normal() too.
/// Thread safety: each number changes the object, so each thread needs its own.
class Rng {
 public:
  /// Streams of one seed are independent of each other. The numbers of one tensor therefore do not depend on
  /// the size of another.
  explicit Rng(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t next();
  double uniform();  // in [0, 1), a multiple of 2^-53
  double normal();   // mean 0, standard deviation 1

 private:
  std::uint64_t state_;
};

/// Stream number of a word: FNV-1a, 64 bits.
std::uint64_t hash(std::string_view bytes);

}  // namespace mha
