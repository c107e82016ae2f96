#include "translator_tally.hpp"

#include <algorithm>
#include <limits>

namespace mha {
namespace {

double share(Index part, Index whole) {
  return whole == 0 ? std::numeric_limits<double>::quiet_NaN()
                    : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

TranslatorTally::TranslatorTally(const TranslatorConfig& of, const HeadFactors& without, const Rng& from)
    : rng(from), config_(of), factors_(without) {
  const Hits none{.hits = std::vector<Index>(static_cast<std::size_t>(of.layers * of.num_heads))};
  parts_.assign(kSpeechParts.size(), {.source = none, .agrees = none});
  content_ = determiners_ = none;
}

bool TranslatorTally::goes_on(Index to, const HeadFactors& without, Index batch) const {
  return sentences <= to && sentences % batch == 0 && factors_ == without;
}

void TranslatorTally::add(const TranslationTask& task, const TranslatorTape& tape,
                          const TranslatorBatch& batch, const std::vector<std::vector<TargetWord>>& truths,
                          double loss) {
  const auto rows = static_cast<Index>(batch.answers.size());
  loss_ += loss * static_cast<double>(rows);
  words_ += rows;
  sentences += batch.sentences();
  Index row = 0;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    bool is_right = true;
    for (const TargetWord& truth : truths[i])
      is_right = add(task, tape, truth, row++, batch.source.starts[i]) && is_right;
    right_ += is_right ? 1 : 0;
  }
}

/// `row`: of the word among the rows of the batch; `first`: the first row of its English sentence. Returns
/// whether the word is right.
bool TranslatorTally::add(const TranslationTask& task, const TranslatorTape& tape, const TargetWord& truth,
                          Index row, Index first) {
  Part& part = parts_[static_cast<std::size_t>(truth.part)];
  const auto words = static_cast<std::size_t>(config_.target_words);
  const auto logits = tape.logits().values().subspan(static_cast<std::size_t>(row) * words, words);
  const Index said = std::ranges::max_element(logits) - logits.begin();
  const bool is_right = said == truth.word;
  ++part.words;
  part.meaning += task.lemma(said) == task.lemma(truth.word) ? 1 : 0;
  part.right += is_right ? 1 : 0;
  count(tape, AttentionKind::cross, row, truth.source, part.source);
  if (truth.is_content()) count(tape, AttentionKind::cross, row, truth.source, content_);
  if (truth.agrees >= 0) count(tape, AttentionKind::cross, row, truth.agrees, part.agrees);
  if (truth.part == SpeechPart::determiner)
    count(tape, AttentionKind::encoder, first + truth.source, truth.agrees, determiners_);
  return is_right;
}

/// Counts, for each head, whether the strongest weight of a query is on a key.
void TranslatorTally::count(const TranslatorTape& tape, AttentionKind kind, Index query, Index key,
                            Hits& to) const {
  ++to.tries;
  for (Index layer = 0, at = 0; layer < config_.layers; ++layer) {
    const std::span<const float> weights = tape.weights(kind, layer).values();
    for (Index head = 0; head < config_.num_heads; ++head, ++at) {
      const auto row = weights.subspan(
          static_cast<std::size_t>((query * config_.num_heads + head) * kMostWords), kMostWords);
      if (std::ranges::max_element(row) - row.begin() == key) ++to.hits[static_cast<std::size_t>(at)];
    }
  }
}

/// The share of hits, (layers, H).
Tensor TranslatorTally::shares(const Hits& of) const {
  Tensor all = Tensor::uninitialised({config_.layers, config_.num_heads});
  std::ranges::transform(of.hits, all.values().begin(), [&](Index each) {
    return static_cast<float>(static_cast<double>(each) / static_cast<double>(of.tries));
  });
  return all;
}

TranslatorEvaluation TranslatorTally::evaluation() const {
  TranslatorEvaluation evaluation{
      .sentences = sentences, .right = share(right_, sentences), .loss = loss_ / static_cast<double>(words_)};
  for (const NamedValue<SpeechPart>& name : kSpeechParts) {
    const Part& part = parts_[static_cast<std::size_t>(name.value)];
    evaluation.parts.push_back({.name = name.name,
                                .words = part.words,
                                .meaning = share(part.meaning, part.words),
                                .form = share(part.right, part.meaning),
                                .source = shares(part.source),
                                .agrees = shares(part.agrees)});
  }
  evaluation.content = shares(content_);
  evaluation.determiners = shares(determiners_);
  return evaluation;
}

}  // namespace mha
