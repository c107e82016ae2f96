#include "batch_tape.hpp"

#include "../kernel/rows.hpp"
#include "../tensor/softmax.hpp"
#include "operations.hpp"

namespace mha {
namespace {

/// The largest batch of this many sentences: each has kMostTokens words, and a blank at every position.
Batch largest(Index sentences) {
  const Sentence sentence(static_cast<std::size_t>(kMostTokens), 0);
  std::vector<Blank> blanks;
  for (Index i = 0; i < kMostTokens; ++i) blanks.push_back({.position = i, .answer = 0});
  Batch batch;
  for (Index i = 0; i < sentences; ++i) batch.add(sentence, blanks);
  return batch;
}

}  // namespace

BatchTape::BatchTape(const ModelConfig& config, const ParameterLayout& layout, const Tensor& parameters,
                     Index sentences)
    : config_(config), sentences_(sentences), layout_(layout), parameters_(parameters), replay_(record()) {
  for (Index layer = 0; layer < config_.layers; ++layer)
    blocked_.push_back({Tensor::zeros({sentences * kMostTokens, kMostTokens})});
  // Trains once on the largest batch, so that later batches need no more memory.
  forward(largest(sentences));
  Tensor gradients = Tensor::zeros({layout_.elements()});
  backward(gradients);
  replay_.clear();
}

std::vector<Step> BatchTape::record() {
  Batch small;
  small.add(Sentence{0}, std::vector<Blank>{{.position = 0, .answer = 0}});
  std::vector<Step> steps;
  Tape tape(steps);
  composed_ = compose(tape, config_, layout_, parameters_, small);
  for (StepIndex step : composed_.weights) steps[step].attributes.masks.reserve(1);
  return steps;
}

const Mask* BatchTape::blocked(const Batch& batch, const Removal& removal, Index layer) {
  const KeyWindow& window = config_.windows[static_cast<std::size_t>(layer)];
  if (window.sees_all() && removal.cuts.empty()) return nullptr;
  Mask& mask = blocked_[static_cast<std::size_t>(layer)];
  float* to = mask.values.data();
  for (const QueryRow& row : batch.queries(config_, layer).all) {
    const Blank* const blank = row.blank < 0 ? nullptr : &batch.blanks[static_cast<std::size_t>(row.blank)];
    for (Index key = 0; key < kMostTokens; ++key) {
      const bool is_cut = blank != nullptr && removal.hides(layer, *blank, key);
      *to++ = window.sees(row.position, key) && !is_cut ? 0.0f : 1.0f;
    }
  }
  return &mask;
}

void BatchTape::set(const Batch& batch, const Removal& removal) {
  const auto indices = [&](StepIndex step) -> std::vector<Index>& {
    return replay_.steps()[step].attributes.indices;
  };
  indices(composed_.words) = batch.words;
  if (layout_.positions() >= 0) indices(composed_.positions) = batch.positions;
  indices(composed_.loss) = batch.answers;
  for (Index layer = 0; layer < config_.layers; ++layer) {
    const auto at = static_cast<std::size_t>(layer);
    const Batch::Queries& queries = batch.queries(config_, layer);
    if (replay_.steps()[composed_.streams[at]].op == &op::select)
      indices(composed_.streams[at]) = queries.rows;
    const StepIndex weights = composed_.weights[at], context = composed_.contexts[at];
    indices(weights) = indices(context) = queries.places;
    std::vector<Mask>& masks = replay_.steps()[weights].attributes.masks;
    masks.clear();
    if (const Mask* mask = blocked(batch, removal, layer)) masks.push_back(*mask);
    replay_.steps()[context].attributes.factors = removal.head_scale_of(config_, layer);
  }
}

double BatchTape::forward(const Batch& batch, const Removal& removal) {
  check(batch, config_, sentences_);
  set(batch, removal);
  replay_.forward();
  return static_cast<double>(*replay_.steps()[composed_.loss].output.data());
}

void BatchTape::backward(Tensor& gradients) {
  fill_row(gradients.data(), narrow(gradients.elements()), 0.0f);
  replay_.backward(composed_.loss, gradients);
}

Tensor BatchTape::probabilities() const {
  return softmax(replay_.steps()[composed_.logits].output, EmptyRow::nan);
}

float BatchTape::weight(const Batch& batch, Index layer, Index head, Index blank, Index position) const {
  const Index row =
      config_.reads_blanks_only(layer) ? blank : batch.blank_queries.all[static_cast<std::size_t>(blank)].row;
  const Tensor& weights = replay_.steps()[composed_.weights[static_cast<std::size_t>(layer)]].output;
  return weights({0, row, head, position});
}

}  // namespace mha
