// Evaluation of a translator on held-out sentences.
#include <algorithm>
#include <limits>

#include "translator.hpp"

namespace mha {
namespace {

/// Counts of hits, (layers, H), and of tries.
struct Hits {
  Index tries = 0;
  std::vector<Index> hits;

  Tensor shares(const TranslatorConfig& config) const {
    Tensor all = Tensor::uninitialised({config.layers, config.num_heads});
    std::ranges::transform(hits, all.values().begin(), [this](Index each) {
      return static_cast<float>(static_cast<double>(each) / static_cast<double>(tries));
    });
    return all;
  }
};

double share(Index part, Index whole) {
  return whole == 0 ? std::numeric_limits<double>::quiet_NaN()
                    : static_cast<double>(part) / static_cast<double>(whole);
}

/// Counts over the French words of evaluated sentences.
class TranslatorTally {
 public:
  TranslatorTally(const TranslationTask& task, const TranslatorConfig& config)
      : task_(task), config_(config), parts_(kSpeechParts.size(), Part{none(), none(), 0, 0, 0}) {}

  /// `row`: of the word among the rows of the batch; `first`: the first row of its English sentence.
  /// Returns whether the word is right.
  bool add(const TranslatorTape& tape, const TargetWord& truth, Index row, Index first) {
    Part& part = parts_[static_cast<std::size_t>(truth.part)];
    const auto words = static_cast<std::size_t>(config_.target_words);
    const auto logits = tape.logits().values().subspan(static_cast<std::size_t>(row) * words, words);
    const Index said = std::ranges::max_element(logits) - logits.begin();
    const bool is_right = said == truth.word;
    ++part.words;
    part.meaning += task_.lemma(said) == task_.lemma(truth.word) ? 1 : 0;
    part.right += is_right ? 1 : 0;
    count(tape, AttentionKind::cross, row, truth.source, part.source);
    if (truth.is_content()) count(tape, AttentionKind::cross, row, truth.source, content_);
    if (truth.agrees >= 0) count(tape, AttentionKind::cross, row, truth.agrees, part.agrees);
    if (truth.part == SpeechPart::determiner)
      count(tape, AttentionKind::encoder, first + truth.source, truth.agrees, determiners_);
    return is_right;
  }

  void write(TranslatorEvaluation& to) const {
    for (const NamedValue<SpeechPart>& name : kSpeechParts) {
      const Part& part = parts_[static_cast<std::size_t>(name.value)];
      to.parts.push_back({.name = name.name,
                          .words = part.words,
                          .meaning = share(part.meaning, part.words),
                          .form = share(part.right, part.meaning),
                          .source = part.source.shares(config_),
                          .agrees = part.agrees.shares(config_)});
    }
    to.content = content_.shares(config_);
    to.determiners = determiners_.shares(config_);
  }

 private:
  struct Part {
    Hits source, agrees;
    Index words, meaning, right;
  };

  Hits none() const {
    return {0, std::vector<Index>(static_cast<std::size_t>(config_.layers * config_.num_heads))};
  }

  /// Counts, for each head, whether the strongest weight of a query is on a key.
  void count(const TranslatorTape& tape, AttentionKind kind, Index query, Index key, Hits& to) const {
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

  const TranslationTask& task_;
  const TranslatorConfig& config_;
  std::vector<Part> parts_;
  Hits content_ = none(), determiners_ = none();
};

}  // namespace

TranslatorEvaluation Translator::evaluate(Index sentences, const HeadFactors& factors) {
  if (sentences < 1 || sentences > kMostAtOnce)
    fail(ErrorCode::config, "sentences_out_of_range",
         "{sentences} sentences to evaluate by; expected 1 to {most}", sentences, kMostAtOnce);
  TranslatorEvaluation evaluation{.sentences = sentences};
  TranslatorTally tally(*task_, config_);
  Rng rng(kTestSeed);
  Index right = 0, words = 0;
  double loss = 0;
  std::vector<std::vector<TargetWord>> truths;
  for (Index done = 0; done < sentences; done += batch_.sentences()) {
    batch_.clear();
    truths.clear();
    for (Index i = std::min(sentences - done, training().batch); i > 0; --i) {
      draw(rng, true);
      truths.push_back(drawn_.target);
    }
    const auto rows = static_cast<Index>(batch_.answers.size());
    loss += tape().forward(batch_, factors) * static_cast<double>(rows);
    words += rows;
    Index row = 0;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      bool is_right = true;
      for (const TargetWord& truth : truths[i])
        is_right = tally.add(tape(), truth, row++, batch_.source.starts[i]) && is_right;
      right += is_right ? 1 : 0;
    }
  }
  evaluation.right = share(right, sentences);
  evaluation.loss = loss / static_cast<double>(words);
  tally.write(evaluation);
  return evaluation;
}

}  // namespace mha
