#pragma once

#include <string>
#include <vector>

#include "../tensor/tensor.hpp"

namespace mha {

/// The two parts of an embedding of width d: features [0, word_end) hold the word, [word_end, d) the
/// position. Features form pairs; if a part has an odd number of features, its last feature has no partner.
struct EmbeddingLayout {
  Index word_end, d_model;

  explicit EmbeddingLayout(Index d) : word_end(d - d / 2), d_model(d) {}
  Index word_pairs() const { return word_end / 2; }
  Index position_pairs() const { return (d_model - word_end) / 2; }
  Index word_pair(Index i) const { return 2 * i; }                 // first feature of the pair
  Index position_pair(Index i) const { return word_end + 2 * i; }  // its sine; the cosine follows
  /// Radians per position of sine and cosine i: 10000^(-2i / features), as in Vaswani et al. 2017,
  /// section 3.5.
  double frequency(Index i) const;
};

/// x (1, T, d_model), every element in [-1, 1]. Word pair i of a token is (cos a, sin a), with an angle a
/// drawn from `seed`, the word and i: the pairs of two equal words are equal, and all pairs have the same
/// length. Position pair i is (sin wt, cos wt) with w = frequency(i). Without `positions` these features are
/// 0, and a token's vector does not depend on its position. A word's vector ignores the case of ASCII
/// letters; callers fold other letters. Error "shape" without tokens.
Tensor embed(const std::vector<std::string>& tokens, Index d_model, std::uint64_t seed,
             bool positions = true);

}  // namespace mha
