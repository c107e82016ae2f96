// Evaluation and prediction.
#include <algorithm>

#include "model.hpp"

namespace mha {
namespace {

/// Throws if factors or cuts do not fit the model.
void check(const Removal& removal, const ModelConfig& config, std::size_t kinds) {
  removal.head_scale_of(config, 0);  // throws for another number of heads
  for (const Cut& cut : removal.cuts) {
    if (cut.layer < 0 || cut.layer >= config.layers || cut.kind < 0 ||
        static_cast<std::size_t>(cut.kind) >= kinds)
      fail(ErrorCode::config, "no_cut",
           "a cut in layer {layer}, from kind {kind} of blanks; "
           "there are {layers} and {kinds}, counted from 0",
           cut.layer, cut.kind, config.layers, kinds);
  }
}

/// Throws if the sentence has no blank or no word for a cut.
void check(const Removal& removal, const Sentence& sentence, std::span<const Blank> blanks,
           std::span<const std::string_view> kinds) {
  const auto words = static_cast<Index>(sentence.size());
  for (const Cut& cut : removal.cuts) {
    const std::string_view kind = kinds[static_cast<std::size_t>(cut.kind)];
    if (std::ranges::find(blanks, cut.kind, &Blank::kind) == blanks.end())
      fail(ErrorCode::config, "no_blank_to_cut", "the sentence has no blank {kind} to cut from", kind);
    if (cut.to == CutTo::position) {
      if (cut.position >= words)
        fail(ErrorCode::config, "no_position_to_cut",
             "there is no position {position} to cut to; the sentence has {words}, counted from 0",
             cut.position, words);
      continue;
    }
    const bool is_known = std::ranges::any_of(blanks, [&](const Blank& blank) {
      return blank.kind == cut.kind && (cut.to == CutTo::noun ? blank.noun : blank.tells) >= 0;
    });
    if (!is_known)
      fail(ErrorCode::config, "untold_cut",
           "the sentence does not tell what to cut: {kind} has no {what} in it; cut to a position", kind,
           cut.to == CutTo::noun ? "noun that it is about" : "word that tells which noun");
  }
}

/// Throws if the sentence is empty, too long, or has unknown words.
void check(const Sentence& sentence, const ModelConfig& config) {
  const auto words = static_cast<Index>(sentence.size());
  if (words < 1 || words > kMostTokens)
    fail(ErrorCode::shape, "words_out_of_range", "a sentence of {words} words; expected 1 to {most}", words,
         kMostTokens);
  check_words(sentence, config.vocabulary);
}

}  // namespace

Evaluation Model::evaluate(Index sentences, const Removal& removal) {
  if (sentences < 1 || sentences > kMostAtOnce)
    fail(ErrorCode::config, "sentences_out_of_range",
         "{sentences} sentences to evaluate by; expected 1 to {most}", sentences, kMostAtOnce);
  const auto kinds = task_->kinds();
  check(removal, config_, kinds.size());
  if (!tally_ || !tally_->goes_on(sentences, removal, training().batch))
    tally_.emplace(config_, kinds.size(), removal, Rng(kTestSeed));
  while (tally_->sentences < sentences) {
    draw(tally_->rng, true, std::min(sentences - tally_->sentences, training().batch), batch_);
    tape().forward(batch_, removal);
    tally_->add(tape(), batch_);
  }
  return tally_->evaluation(kinds);
}

Prediction Model::predict(const Sentence& sentence, const Removal& removal) const {
  Prediction said{.sentence = sentence};
  check(sentence, config_);
  check(removal, config_, task_->kinds().size());
  task_->find_blanks(sentence, said.blanks);
  check(removal, sentence, said.blanks, task_->kinds());
  std::vector<Step> steps;
  Tape tape(steps);
  const Composed composed = compose(tape, config_, layout(), all(), sentence, said.blanks, removal);
  for (StepIndex weights : composed.weights) said.attention.push_back(tape[weights]);
  const Tensor p = softmax(tape[composed.logits], EmptyRow::nan).contiguous();
  const Index words = p.size(-1);
  for (Index i = 0; i < p.size(1); ++i) {
    std::vector<LikelyWord>& likely = said.words.emplace_back();
    for (Index word = 0; word < words; ++word) likely.push_back({word, p.data()[i * words + word]});
    std::ranges::stable_sort(likely, std::greater(), &LikelyWord::probability);
  }
  return said;
}

Composed Model::composed(Tape& tape, const Sentence& sentence) const {
  check(sentence, config_);
  std::vector<Blank> blanks;
  task_->find_blanks(sentence, blanks);
  return compose(tape, config_, layout(), all(), sentence, blanks);
}

std::vector<Step> Model::trace(const Sentence& sentence) const {
  std::vector<Step> steps;
  Tape tape(steps);
  composed(tape, sentence);
  return steps;
}

ForwardArgs Model::inputs(const Sentence& sentence, Index layer) const {
  this->layer(layer);  // throws if the layer does not exist
  std::vector<Step> steps;
  Tape tape(steps);
  const Composed composed = this->composed(tape, sentence);
  const auto at = static_cast<std::size_t>(layer);
  const Tensor query = tape[composed.queries[at]], source = tape[composed.sources[at]];
  return {.query = query,
          .key = source,
          .value = source,
          .attn_mask = additive_mask(config_, layout(), all(), layer, static_cast<Index>(sentence.size()))};
}

}  // namespace mha
