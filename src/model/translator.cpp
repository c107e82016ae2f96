#include "translator.hpp"

#include <algorithm>

#include "../layer/config.hpp"
#include "../tensor/softmax.hpp"
#include "batch.hpp"
#include "parts.hpp"

namespace mha {
namespace {

/// Refuses sizes that do not fit each other or the task.
std::unique_ptr<TranslatorLayout> layout_for(const TranslationTask& task, const TranslatorConfig& config) {
  resolve({.d_model = config.d_model, .num_heads = config.num_heads});  // throws if the heads do not divide
  if (config.layers < 1 || config.layers > kMostLayers)
    fail(ErrorCode::config, "size_out_of_range", "{name} {value} is not 1 to {most}", "layers", config.layers,
         kMostLayers);
  for (const auto& [words, of_task] : {std::pair{config.source_words, task.source().size()},
                                       std::pair{config.target_words, task.target().size()}})
    if (words != of_task)
      fail(ErrorCode::config, "words_of_another_task",
           "the model has {words} words, and its task {task_words}", words, of_task);
  return std::make_unique<TranslatorLayout>(config);
}

}  // namespace

Translator::Translator(std::shared_ptr<const TranslationTask> task, const TranslatorConfig& config,
                       const TrainingConfig& training, std::uint64_t seed)
    : Learner(layout_for(*task, config), training, seed), task_(std::move(task)), config_(config) {
  batch_.reserve(training.batch);
  drawn_.source.reserve(static_cast<std::size_t>(kMostWords));
  drawn_.target.reserve(static_cast<std::size_t>(kMostWords));
}

TranslatorTape& Translator::tape() {
  if (!tape_) tape_ = std::make_unique<TranslatorTape>(config_, layout(), all(), training().batch);
  return *tape_;
}

void Translator::draw(Rng& rng, bool held_out) {
  task_->draw(rng, held_out, drawn_);
  batch_.add(drawn_, task_->target_start());
}

double Translator::train_on(const TranslatorBatch& batch) {
  const double loss = tape().forward(batch);
  tape().backward(gradients());
  learn();
  return loss;
}

double Translator::train_on_drawn(Rng& rng) {
  batch_.clear();
  for (Index i = 0; i < training().batch; ++i) draw(rng, false);
  return train_on(batch_);
}

void Translator::check(const Sentence& source, const HeadFactors& factors) const {
  const auto words = static_cast<Index>(source.size());
  if (words < 1 || words > kMostWords)
    fail(ErrorCode::shape, "words_out_of_range", "a sentence of {words} words; expected 1 to {most}", words,
         kMostWords);
  check_words(source, config_.source_words);
  mha::check(factors, config_);
}

void Translator::check(Index layer) const {
  if (layer < 0 || layer >= config_.layers)
    fail(ErrorCode::config, "no_layer", "there is no layer {layer}; there are {layers}, counted from 0",
         layer, config_.layers);
}

void Translator::decode(Translation& translation, const HeadFactors& factors) const {
  Decoding decoding(config_, layout(), all(), translation.source, factors);
  Index word = task_->target_start();
  while (static_cast<Index>(translation.words.size()) < kMostWords && word != task_->target_end()) {
    const Tensor p = softmax(decoding.read(word), EmptyRow::nan).contiguous();
    word = std::ranges::max_element(p.values()) - p.values().begin();
    translation.words.push_back(word);
    translation.probabilities.push_back(p.values()[static_cast<std::size_t>(word)]);
  }
}

ComposedTranslator Translator::composed(Tape& tape, const Translation& translation,
                                        const HeadFactors& factors) const {
  Sentence read = {task_->target_start()};
  read.insert(read.end(), translation.words.begin(), translation.words.end() - 1);
  return compose(tape, config_, layout(), all(), translation.source, read, factors);
}

Translation Translator::translate(const Sentence& source, const HeadFactors& factors) const {
  check(source, factors);
  Translation translation{.source = source};
  decode(translation, factors);
  std::vector<Step> steps;
  Tape tape(steps);
  const ComposedTranslator out = composed(tape, translation, factors);
  for (AttentionKind kind : kAttentionKinds) {
    for (StepIndex weights : out.weights[kind]) translation.attention[kind].push_back(tape[weights]);
  }
  return translation;
}

std::vector<Step> Translator::trace(const Sentence& source, const HeadFactors& factors) const {
  check(source, factors);
  Translation translation{.source = source};
  decode(translation, factors);
  std::vector<Step> steps;
  Tape tape(steps);
  composed(tape, translation, factors);
  return steps;
}

Layer Translator::layer(AttentionKind kind, Index layer) const {
  check(layer);
  return attention_of(layout(), all(), layout().layer(kind, layer),
                      {.d_model = config_.d_model, .num_heads = config_.num_heads});
}

ForwardArgs Translator::inputs(const Sentence& source, AttentionKind kind, Index layer) const {
  check(layer);
  check(source, {});
  Translation translation{.source = source};
  decode(translation, {});
  std::vector<Step> steps;
  Tape tape(steps);
  const ComposedTranslator out = composed(tape, translation, {});
  const auto at = static_cast<std::size_t>(layer);
  const Tensor query = tape[out.queries[kind][at]], keys = tape[out.sources[kind][at]];
  return {.query = query, .key = keys, .value = keys, .causal = kind == AttentionKind::decoder};
}

}  // namespace mha
