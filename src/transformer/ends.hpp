#pragma once

#include <vector>

#include "block.hpp"

namespace mha {

// The computations before the first block and after the last.

/// The input of the first block: words times `scale`, plus positions and types if given, each (1, T,
/// d_model); normalised if the norm has a gain.
Tensor embed(const Tensor& words, float scale, const Tensor& positions, const Tensor& types,
             const Norm& norm);

/// The norm after the last block. Returns x if the norm has no gain.
Tensor finished(const Tensor& x, const Norm& norm);

/// norm(activation(x W + b)): the head of masked language models before the output matrix.
Tensor transformed(const Tensor& x, const Tensor& w, const Tensor& b, Activation activation,
                   const Norm& norm);

/// The logits of a part of the vocabulary: x (1, T, d_model) times w (d_model, n), which may be packed, plus
/// a bias (n) if given. A cap c above 0 changes each logit to c tanh(logit / c).
Tensor logits(const Tensor& x, const Tensor& w, const Tensor& bias, float cap);

/// The likeliest pieces after each token. Logits are added in parts of the vocabulary.
/// Thread safety: add() changes the object, so one thread at a time may call it.
class Likeliest {
 public:
  /// Keeps the `most` likeliest pieces of each of `tokens`. answers: for each token, a piece whose logit is
  /// kept, or -1.
  Likeliest(Index tokens, Index most, std::vector<Index> answers);

  /// Adds the logits (1, T, n) of n pieces, from piece `first` on. If each n but the last is a multiple of
  /// 256, the results do not depend on the split of the vocabulary. Error "shape" if T is not `tokens`.
  void add(const Tensor& logits, Index first);

  struct Piece {
    float logit;
    Index id;
  };
  /// The pieces of a token, the likeliest first; of equal ones, the lower id first. NaN comes last.
  const std::vector<Piece>& pieces(Index token) const { return pieces_[static_cast<std::size_t>(token)]; }
  /// log sum exp of all logits of a token; NaN if one of them is NaN.
  double log_sum(Index token) const;
  /// The logit of a token's answer; NaN without one.
  float answer(Index token) const { return answer_logits_[static_cast<std::size_t>(token)]; }
  Index tokens() const { return static_cast<Index>(pieces_.size()); }

 private:
  struct Sum {
    double largest, sum;  // of logits, and of exp(logit - largest)
    void add(const float* logits, std::ptrdiff_t count);
  };

  Index most_;
  std::vector<Index> answers_;
  std::vector<std::vector<Piece>> pieces_;
  std::vector<Sum> sums_;
  std::vector<float> answer_logits_;
};

}  // namespace mha
