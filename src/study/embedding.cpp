#include "embedding.hpp"

#include <numbers>

#include "../base/elementary.hpp"
#include "../base/rng.hpp"

namespace mha {
namespace {

std::string without_case(std::string word) {
  for (char& c : word) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return word;
}

}  // namespace

double EmbeddingLayout::frequency(Index i) const {
  const double features = static_cast<double>(d_model - word_end);
  return exp(-log(10000.0) * 2.0 * static_cast<double>(i) / features);
}

Tensor embed(const std::vector<std::string>& tokens, Index d_model, std::uint64_t seed, bool positions) {
  if (tokens.empty()) fail(ErrorCode::shape, "no_tokens", "no tokens to embed; expected at least one");
  Tensor x = Tensor::zeros({1, static_cast<Index>(tokens.size()), d_model});
  const EmbeddingLayout layout(d_model);
  std::vector<double> frequencies;
  for (Index i = 0; layout.word_end + 2 * i < d_model; ++i) frequencies.push_back(layout.frequency(i));
  float* row = x.data();
  for (std::size_t t = 0; t < tokens.size(); ++t, row += d_model) {
    Rng rng(seed, hash(without_case(tokens[t])));
    for (Index f = 0; f < layout.word_end; f += 2) {
      const SinCos pair = sin_cos(2 * std::numbers::pi * rng.uniform());
      row[f] = static_cast<float>(pair.cos);
      if (f + 1 < layout.word_end) row[f + 1] = static_cast<float>(pair.sin);
    }
    for (Index f = layout.word_end; positions && f < d_model; f += 2) {
      const SinCos pair =
          sin_cos(static_cast<double>(t) * frequencies[static_cast<std::size_t>(f - layout.word_end) / 2]);
      row[f] = static_cast<float>(pair.sin);
      if (f + 1 < d_model) row[f + 1] = static_cast<float>(pair.cos);
    }
  }
  return x;
}

}  // namespace mha
