#include "symmetry.hpp"

#include <cmath>

namespace mha {
namespace {

double asymmetry_of(const float* scores, Index tokens) {
  double apart = 0, all = 0;  // sums of squares of the antisymmetric part, and of all scores
  for (Index i = 0; i < tokens; ++i) {
    for (Index j = 0; j < tokens; ++j) {
      const double asks = scores[i * tokens + j], is_asked = scores[j * tokens + i];
      apart += (asks - is_asked) * (asks - is_asked) / 4;
      all += asks * asks;
    }
  }
  return all == 0 ? 0 : std::sqrt(apart / all);
}

}  // namespace

Tensor asymmetry(const Tensor& scores) {
  if (scores.shape().rank() != 4 || scores.size(2) != scores.size(3))
    fail_shape("scores", scores.sizes(), "(B, H, T, T)");
  const Tensor s = scores.contiguous();
  const Index tokens = s.size(3);
  Tensor out = Tensor::uninitialised({s.size(0), s.size(1)});
  Index at = 0;
  for (float& value : out.values()) {
    value = static_cast<float>(asymmetry_of(s.data() + at, tokens));
    at += tokens * tokens;
  }
  return out;
}

}  // namespace mha
