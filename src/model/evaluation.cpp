// What is asked of a model: how well it does, and what it says of one sentence.
#include <algorithm>

#include "composition.hpp"
#include "model.hpp"
#include "surprisal.hpp"

namespace mha {
namespace {

constexpr std::uint64_t kTestSeed = 20170612;  // of the sentences that are held out, which are everybody's

/// Sums over the blanks of one kind and group whose answer is known.
struct Sums {
  Index blanks = 0, right = 0;
  double loss = 0;
  std::vector<double> weights, tells;  // (layers, H)
};

Index likeliest(const float* probabilities, Index count) {
  return std::max_element(probabilities, probabilities + count) - probabilities;
}

/// What the passes have made of one blank.
void add(const Passes& passes, const Batch& batch, Index i, const ModelConfig& config, Sums& to) {
  const Blank& blank = batch.blanks[static_cast<std::size_t>(i)];
  const ConstMatrix p = passes.probabilities(batch);
  ++to.blanks;
  to.right += likeliest(p[i], p.columns) == blank.answer ? 1 : 0;
  to.loss += surprisal(p[i][blank.answer]);
  for (Index layer = 0, at = 0; layer < config.layers; ++layer) {
    for (Index head = 0; head < config.num_heads; ++head, ++at) {
      const auto weight = [&](Index position) {
        return static_cast<double>(passes.weight(batch, layer, head, i, position));
      };
      to.weights[static_cast<std::size_t>(at)] += weight(blank.noun);
      to.tells[static_cast<std::size_t>(at)] += weight(blank.tells);
    }
  }
}

/// NaN of no blanks.
Tensor means(const std::vector<double>& sums, Index blanks, const ModelConfig& config) {
  Tensor mean = Tensor::uninitialised({config.layers, config.num_heads});
  for (std::size_t i = 0; i < sums.size(); ++i)
    mean.values()[i] = static_cast<float>(sums[i] / static_cast<double>(blanks));
  return mean;
}

/// Of two groups; the lesser weight is that of the one where there is no other, and all are NaN where there
/// is none.
Evaluation::Kind summed(std::string_view name, const std::array<Sums, 2>& groups, const ModelConfig& config) {
  Evaluation::Kind kind{.name = name};
  std::vector<double> weights(groups[0].weights.size()), tells = weights;
  Index right = 0;
  for (const Sums& sums : groups) {
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

/// Refuses factors and cuts of another model.
void check(const Removal& removal, const ModelConfig& config, std::size_t kinds) {
  const auto heads = static_cast<std::size_t>(config.layers * config.num_heads);
  if (!removal.head_scale.empty() && removal.head_scale.size() != heads)
    fail(ErrorCode::shape, "headScale has {} numbers; expected one for each of {} heads",
         removal.head_scale.size(), heads);
  for (const Cut& cut : removal.cuts) {
    if (cut.layer < 0 || cut.layer >= config.layers || cut.kind < 0 ||
        static_cast<std::size_t>(cut.kind) >= kinds)
      fail(ErrorCode::config,
           "a cut in layer {}, from kind {} of blanks; there are {} and {}, counted from 0", cut.layer,
           cut.kind, config.layers, kinds);
  }
}

/// Refuses to cut what a sentence does not have.
void check(const Removal& removal, const Sentence& sentence, std::span<const Blank> blanks,
           std::span<const std::string_view> kinds) {
  const auto words = static_cast<Index>(sentence.size());
  for (const Cut& cut : removal.cuts) {
    const std::string_view kind = kinds[static_cast<std::size_t>(cut.kind)];
    if (std::ranges::find(blanks, cut.kind, &Blank::kind) == blanks.end())
      fail(ErrorCode::config, "the sentence has no blank {} to cut from", kind);
    if (cut.to == CutTo::position) {
      if (cut.position >= words)
        fail(ErrorCode::config, "there is no position {} to cut to; the sentence has {}, counted from 0",
             cut.position, words);
      continue;
    }
    const bool is_known = std::ranges::any_of(blanks, [&](const Blank& blank) {
      return blank.kind == cut.kind && (cut.to == CutTo::noun ? blank.noun : blank.tells) >= 0;
    });
    if (!is_known)
      fail(ErrorCode::config, "the sentence does not tell what to cut: {} has no {} in it; cut to a position",
           kind, cut.to == CutTo::noun ? "noun that it is about" : "word that tells which noun");
  }
}

/// A sentence of this model's words, and not too long.
void check(const Sentence& sentence, const ModelConfig& config) {
  const auto words = static_cast<Index>(sentence.size());
  if (words < 1 || words > kMostTokens)
    fail(ErrorCode::shape, "a sentence of {} words; expected 1 to {}", words, kMostTokens);
  for (Index word : sentence) {
    if (word < 0 || word >= config.vocabulary)
      fail(ErrorCode::config, "there is no word {}; there are {}, counted from 0", word, config.vocabulary);
  }
}

}  // namespace

Evaluation Model::evaluate(Index sentences, const Removal& removal) {
  if (sentences < 1 || sentences > kMostAtOnce)
    fail(ErrorCode::config, "{} sentences to evaluate by; expected 1 to {}", sentences, kMostAtOnce);
  const auto kinds = task_->kinds();
  check(removal, config_, kinds.size());
  const auto heads = static_cast<std::size_t>(config_.layers * config_.num_heads);
  const Sums none{.weights = std::vector<double>(heads), .tells = std::vector<double>(heads)};
  std::vector<std::array<Sums, 2>> sums(kinds.size(), {none, none});
  Rng rng(kTestSeed);
  for (Index left = sentences; left > 0; left -= training_.batch) {
    draw(rng, true, std::min(left, training_.batch), batch_);
    passes_.forward(state_.parameters, batch_, removal);
    for (std::size_t i = 0; i < batch_.blanks.size(); ++i) {
      const Blank& blank = batch_.blanks[i];
      if (blank.answer >= 0 && blank.noun >= 0 && blank.tells >= 0)
        add(passes_, batch_, static_cast<Index>(i), config_,
            sums[static_cast<std::size_t>(blank.kind)][static_cast<std::size_t>(blank.group)]);
    }
  }
  Evaluation evaluation;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    evaluation.kinds.push_back(summed(kinds[kind], sums[kind], config_));
  return evaluation;
}

Prediction Model::predict(const Sentence& sentence, const Removal& removal) const {
  Prediction said{.sentence = sentence};
  check(sentence, config_);
  check(removal, config_, task_->kinds().size());
  task_->find_blanks(sentence, said.blanks);
  check(removal, sentence, said.blanks, task_->kinds());
  std::vector<Step> steps;
  Tape tape(steps);
  const Composed composed =
      compose(tape, config_, *layout_, state_.parameters, sentence, said.blanks, removal);
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

ForwardArgs Model::inputs(const Sentence& sentence, Index layer) const {
  this->layer(layer);  // which says where there is none
  check(sentence, config_);
  std::vector<Blank> blanks;
  task_->find_blanks(sentence, blanks);
  std::vector<Step> steps;
  Tape tape(steps);
  const Composed composed = compose(tape, config_, *layout_, state_.parameters, sentence, blanks);
  const auto at = static_cast<std::size_t>(layer);
  const Tensor query = tape[composed.queries[at]], source = tape[composed.sources[at]];
  return {.query = query,
          .key = source,
          .value = source,
          .attn_mask = additive_mask(config_, *layout_, state_.parameters, layer,
                                     static_cast<Index>(sentence.size()))};
}

}  // namespace mha
