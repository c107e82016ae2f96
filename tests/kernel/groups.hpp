#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

/// Calls of the kernel on pseudo-random inputs, in groups. The digest of a group is the same for all
/// platforms whose results have the same bits: native builds of any compiler, Node and browsers.
namespace mha::probe {

/// FNV-1a over floats instead of bytes. All NaN count as one value, because IEEE 754 leaves their bits open.
class Digest {
 public:
  void add(float x) {
    const std::uint32_t bits = std::isnan(x) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(x);
    state_ = (state_ ^ bits) * 0x100000001b3ull;
  }
  void add(std::span<const float> all) {
    for (float x : all) add(x);
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ull;
};

struct Outcome {
  Digest digest;
  int wrong = 0;  // number of elements that differ from the plain loop
};

struct Group {
  const char* name;
  int parts;  // number of parts, counted from 1, so that a difference can be located
  Outcome (*run)(int part);
};

/// All groups. A new kernel adds its lines to the table in groups.cpp.
std::span<const Group> groups();

Outcome product_of_rows(int rows);       // times every other size from 1 to 40
Outcome larger_product(int part);        // ten of them
Outcome long_product(int part);          // ten: few rows or columns, and more than one block in depth
Outcome parts_of_panels(int part);       // ten
Outcome product_of_halves(int part);     // ten, by panels of 16-bit numbers
Outcome scaled_rows(int part);           // of `part` numbers
Outcome exponentials_of_rows(int part);  // of `part` numbers
Outcome softmax_of_rows(int part);       // of `part` numbers
Outcome sums_of_smaller(int part);       // of `part` numbers
Outcome moments_of_rows(int part);       // of `part` numbers
Outcome entropies_of_rows(int part);     // of `part` numbers
Outcome attended_heads(int part);        // three, of up to 4 `part` queries and 30 `part` keys

}  // namespace mha::probe
