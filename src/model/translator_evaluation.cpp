// Evaluation of a translator on held-out sentences.
#include <algorithm>

#include "translator.hpp"

namespace mha {

TranslatorEvaluation Translator::evaluate(Index sentences, const HeadFactors& factors) {
  if (sentences < 1 || sentences > kMostAtOnce)
    fail(ErrorCode::config, "sentences_out_of_range",
         "{sentences} sentences to evaluate by; expected 1 to {most}", sentences, kMostAtOnce);
  mha::check(factors, config_);
  if (!tally_ || !tally_->goes_on(sentences, factors, training().batch))
    tally_.emplace(config_, factors, Rng(kTestSeed));
  std::vector<std::vector<TargetWord>> truths;
  while (tally_->sentences < sentences) {
    batch_.clear();
    truths.clear();
    for (Index i = std::min(sentences - tally_->sentences, training().batch); i > 0; --i) {
      draw(tally_->rng, true);
      truths.push_back(drawn_.target);
    }
    const double loss = tape().forward(batch_, factors);
    tally_->add(*task_, tape(), batch_, truths, loss);
  }
  return tally_->evaluation();
}

}  // namespace mha
