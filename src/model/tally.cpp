#include "tally.hpp"

#include <algorithm>

#include "surprisal.hpp"

namespace mha {
namespace {

/// Counts one blank. `p` holds the probabilities of all words.
void count(const BatchTape& tape, const Batch& batch, Index i, std::span<const float> p,
           const ModelConfig& config, Tally::Sums& to) {
  const Blank& blank = batch.blanks[static_cast<std::size_t>(i)];
  ++to.blanks;
  to.right += std::ranges::max_element(p) - p.begin() == blank.answer ? 1 : 0;
  to.loss += surprisal(p[static_cast<std::size_t>(blank.answer)]);
  for (Index layer = 0, at = 0; layer < config.layers; ++layer) {
    for (Index head = 0; head < config.num_heads; ++head, ++at) {
      const auto weight = [&](Index position) {
        return static_cast<double>(tape.weight(batch, layer, head, i, position));
      };
      to.weights[static_cast<std::size_t>(at)] += weight(blank.noun);
      to.tells[static_cast<std::size_t>(at)] += weight(blank.tells);
    }
  }
}

/// The mean; NaN without blanks.
Tensor means(const std::vector<double>& sums, Index blanks, const ModelConfig& config) {
  Tensor mean = Tensor::uninitialised({config.layers, config.num_heads});
  for (std::size_t i = 0; i < sums.size(); ++i)
    mean.values()[i] = static_cast<float>(sums[i] / static_cast<double>(blanks));
  return mean;
}

/// Adds up the two groups of a kind. `least` is the smaller mean weight of the two groups, or that of the
/// only group; NaN without blanks.
Evaluation::Kind summed(std::string_view name, const std::array<Tally::Sums, 2>& groups,
                        const ModelConfig& config) {
  Evaluation::Kind kind{.name = name};
  std::vector<double> weights(groups[0].weights.size()), tells = weights;
  Index right = 0;
  for (const Tally::Sums& sums : groups) {
    kind.blanks += sums.blanks;
    right += sums.right;
    kind.loss += sums.loss;
    std::ranges::transform(weights, sums.weights, weights.begin(), std::plus());
    std::ranges::transform(tells, sums.tells, tells.begin(), std::plus());
    const Tensor mean = means(sums.weights, sums.blanks, config);
    if (sums.blanks == 0) continue;
    if (!kind.least) kind.least = mean;
    std::ranges::transform(kind.least.values(), mean.values(), kind.least.values().begin(),
                           [](float a, float b) { return std::min(a, b); });
  }
  const auto blanks = static_cast<double>(kind.blanks);
  kind.accuracy = static_cast<double>(right) / blanks;
  kind.loss /= blanks;
  kind.weights = means(weights, kind.blanks, config);
  kind.tells = means(tells, kind.blanks, config);
  if (!kind.least) kind.least = kind.weights;
  return kind;
}

}  // namespace

Tally::Tally(const ModelConfig& of, std::size_t kinds, const Removal& without, const Rng& from)
    : config(of), removal(without), rng(from) {
  const auto heads = static_cast<std::size_t>(of.layers * of.num_heads);
  const Sums none{.weights = std::vector<double>(heads), .tells = std::vector<double>(heads)};
  sums.assign(kinds, {none, none});
}

bool Tally::goes_on(Index to, const Removal& without, Index batch) const {
  return sentences <= to && sentences % batch == 0 && removal == without;
}

void Tally::add(const BatchTape& tape, const Batch& batch) {
  sentences += batch.sentences();
  const Tensor probabilities = tape.probabilities();
  const auto words = static_cast<std::size_t>(config.vocabulary);
  for (std::size_t i = 0; i < batch.blanks.size(); ++i) {
    const Blank& blank = batch.blanks[i];
    if (blank.answer >= 0 && blank.noun >= 0 && blank.tells >= 0)
      count(tape, batch, static_cast<Index>(i), probabilities.values().subspan(i * words, words), config,
            sums[static_cast<std::size_t>(blank.kind)][static_cast<std::size_t>(blank.group)]);
  }
}

Evaluation Tally::evaluation(std::span<const std::string_view> kinds) const {
  Evaluation evaluation;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    evaluation.kinds.push_back(summed(kinds[kind], sums[kind], config));
  return evaluation;
}

}  // namespace mha
