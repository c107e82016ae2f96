#include "rng.hpp"

#include <cmath>

#include "elementary.hpp"

namespace mha {
namespace {

constexpr std::uint64_t kGoldenGamma = 0x9e3779b97f4a7c15ull;

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

}  // namespace

Rng::Rng(std::uint64_t seed, std::uint64_t stream) : state_(mix(seed + kGoldenGamma) ^ mix(mix(stream))) {}

std::uint64_t Rng::next() {
  return mix(state_ += kGoldenGamma);
}

double Rng::uniform() {
  return static_cast<double>(next() >> 11) * 0x1p-53;
}

// Box-Muller transform. The second number of each pair is discarded, so that each call is independent of
// earlier calls.
double Rng::normal() {
  const double radius = std::sqrt(-2.0 * log(1.0 - uniform()));
  return radius * sin_cos(6.283185307179586 * uniform()).cos;
}

std::uint64_t hash(std::string_view bytes) {
  std::uint64_t h = 0xcbf29ce484222325ull;
  for (char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return h;
}

}  // namespace mha
