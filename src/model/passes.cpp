#include "passes.hpp"

#include <algorithm>

#include "../kernel/rows.hpp"
#include "layer_pass.hpp"
#include "surprisal.hpp"

namespace mha {
namespace {

void gather(const ConstMatrix& from, std::span<const QueryRow> rows, const Matrix& to) {
  for (Index i = 0; i < to.rows; ++i)
    copy_row(from[from.rows == to.rows ? i : rows[static_cast<std::size_t>(i)].row], to.columns, to[i]);
}

/// Adds each row to where it was gathered from.
void scatter(const ConstMatrix& from, std::span<const QueryRow> rows, const Matrix& to) {
  for (Index i = 0; i < from.rows; ++i)
    add_row(to[from.rows == to.rows ? i : rows[static_cast<std::size_t>(i)].row], to.columns, from[i]);
}

void clear(const Matrix& m) {
  std::fill_n(m.data, m.elements(), 0.0f);
}

}  // namespace

Passes::Passes(const ModelConfig& config, const ParameterLayout& layout, Index sentences)
    : config_(config), layout_(layout) {
  const auto rows = static_cast<std::size_t>(sentences * kMostTokens);
  const auto d = static_cast<std::size_t>(config.d_model), wide = 4 * d;
  const std::vector<float> row_each(rows * d), wide_each(config.mlp ? rows * wide : 0);
  words_ = dwords_ = dstream_ = dsource_ = row_each;
  scratch_.dq = scratch_.dk = scratch_.dv = scratch_.dcontext = scratch_.product = row_each;
  scratch_.dhidden = wide_each;
  scratch_.turned.resize(rows * (config.mlp ? wide : d));
  probabilities_.resize(rows * static_cast<std::size_t>(config.vocabulary));
  LayerMemory layer{};
  layer.stream = layer.q = layer.k = layer.v = layer.context = layer.middle = row_each;
  if (config.layer_norm) layer.normed_stream = layer.normed_source = layer.normed_middle = row_each;
  layer.hidden = wide_each;
  if (config.mlp) layer.out = row_each;
  layer.weights.resize(rows * static_cast<std::size_t>(config.num_heads * kMostTokens));
  layers_.assign(static_cast<std::size_t>(config.layers), layer);
}

LayerPass Passes::pass(Index layer, std::span<const float> parameters, const Batch& batch) {
  LayerMemory& m = layers_[static_cast<std::size_t>(layer)];
  const auto& queries = config_.reads_blanks_only(layer) ? batch.blank_rows : batch.rows;
  const Index d = config_.d_model, n = static_cast<Index>(queries.size()),
              words = static_cast<Index>(batch.words.size());
  const auto of_queries = [&](std::vector<float>& memory) { return matrix_in(memory, n, d); };
  const auto of_words = [&](std::vector<float>& memory) { return matrix_in(memory, words, d); };
  const LayerPlaces& places = layout_.layer(layer);
  const bool from_words = config_.keys_from == KeysFrom::words || layer == 0;
  const Matrix middle = of_queries(m.middle), q = of_queries(m.q), k = of_words(m.k), v = of_words(m.v),
               context = of_queries(m.context),
               weights = matrix_in(m.weights, n * config_.num_heads, kMostTokens);
  LayerMemory& below = layers_[static_cast<std::size_t>(std::max(layer, Index{1}) - 1)];
  LayerPass pass{.layout = layout_,
                 .parameters = parameters,
                 .places = places,
                 .scratch = scratch_,
                 .stream = of_queries(m.stream),
                 .normed_stream = of_queries(m.normed_stream),
                 .normed_source = of_words(m.normed_source),
                 .q = q,
                 .k = k,
                 .v = v,
                 .weights = weights,
                 .context = context,
                 .middle = middle,
                 .normed_middle = of_queries(m.normed_middle),
                 .hidden = matrix_in(m.hidden, n, 4 * d),
                 .out = config_.mlp ? of_queries(m.out) : middle,
                 .source = of_words(from_words    ? words_
                                    : config_.mlp ? below.out
                                                  : below.middle),
                 .heads = {.config = config_,
                           .batch = batch,
                           .queries = queries,
                           .window = config_.windows[static_cast<std::size_t>(layer)],
                           .q = q,
                           .k = k,
                           .v = v,
                           .weights = weights,
                           .context = context}};
  if (places.distances >= 0) pass.heads.distances = layout_.matrix(parameters, places.distances).data;
  return pass;
}

void Passes::embed(std::span<const float> parameters, const Batch& batch) {
  const Matrix words = matrix_in(words_, static_cast<Index>(batch.words.size()), config_.d_model);
  for (const QueryRow& at : batch.rows) {
    const Index word = batch.words[static_cast<std::size_t>(at.row)];
    copy_row(layout_.matrix(parameters, layout_.embedding())[word], words.columns, words[at.row]);
    if (layout_.positions() >= 0)
      add_row(words[at.row], words.columns, layout_.matrix(parameters, layout_.positions())[at.position]);
  }
}

void Passes::unembed(const Batch& batch, std::span<float> gradients) {
  const Matrix dwords = matrix_in(dwords_, static_cast<Index>(batch.words.size()), config_.d_model);
  for (const QueryRow& at : batch.rows) {
    const Index word = batch.words[static_cast<std::size_t>(at.row)];
    add_row(layout_.matrix(gradients, layout_.embedding())[word], dwords.columns, dwords[at.row]);
    if (layout_.positions() >= 0)
      add_row(layout_.matrix(gradients, layout_.positions())[at.position], dwords.columns, dwords[at.row]);
  }
}

double Passes::forward(std::span<const float> parameters, const Batch& batch, const Removal& removal) {
  embed(parameters, batch);
  ConstMatrix below = matrix_in(words_, static_cast<Index>(batch.words.size()), config_.d_model);
  for (Index layer = 0; layer < config_.layers; ++layer) {
    LayerPass pass = this->pass(layer, parameters, batch);
    pass.heads.removal = &removal;
    pass.heads.layer = layer;
    gather(below, batch.blank_rows, pass.stream);
    pass.forward();
    below = pass.out;
  }
  return read_blanks(parameters, batch);
}

double Passes::read_blanks(std::span<const float> parameters, const Batch& batch) {
  const LayerPass last = pass(config_.layers - 1, parameters, batch);
  const Matrix p = matrix_in(probabilities_, last.out.rows, config_.vocabulary);
  times(last.out, layout_.matrix(parameters, layout_.unembedding()), p);
  add_to_rows(layout_.matrix(parameters, layout_.unembedding_bias()).data, p);
  double loss = 0;
  Index known = 0;
  for (Index i = 0; i < p.rows; ++i) {
    const MatrixMap row(p[i], 1, p.columns, Eigen::OuterStride<>(p.columns));
    softmax_rows({row, row, nullptr, 1.0f, 0.0f});
    const Index answer = batch.blanks[static_cast<std::size_t>(i)].answer;
    if (answer < 0) continue;
    loss += surprisal(p[i][answer]);
    ++known;
  }
  return known == 0 ? 0 : loss / static_cast<double>(known);
}

void Passes::unread_blanks(std::span<const float> parameters, const Batch& batch,
                           std::span<float> gradients) {
  const LayerPass last = pass(config_.layers - 1, parameters, batch);
  const Matrix dlogits = matrix_in(probabilities_, last.out.rows, config_.vocabulary);
  Index known = 0;
  for (const Blank& blank : batch.blanks) known += blank.answer >= 0 ? 1 : 0;
  for (Index i = 0; i < dlogits.rows; ++i) {
    const Index answer = batch.blanks[static_cast<std::size_t>(i)].answer;
    if (answer >= 0) dlogits[i][answer] -= 1;
    scale_row(dlogits[i], dlogits.columns, answer < 0 ? 0.0f : 1.0f / static_cast<float>(known));
  }
  transposed_times(last.out, dlogits, layout_.matrix(gradients, layout_.unembedding()), scratch_.turned);
  sum_rows(dlogits, layout_.matrix(gradients, layout_.unembedding_bias()).data);
  times_transposed(dlogits, layout_.matrix(parameters, layout_.unembedding()),
                   matrix_in(dstream_, last.out.rows, config_.d_model));
}

void Passes::backward(std::span<const float> parameters, const Batch& batch, std::span<float> gradients) {
  std::ranges::fill(gradients, 0.0f);
  const auto words = static_cast<Index>(batch.words.size());
  const Matrix dwords = matrix_in(dwords_, words, config_.d_model);
  clear(dwords);
  unread_blanks(parameters, batch, gradients);
  for (Index layer = config_.layers; layer-- > 0;) {
    const LayerPass pass = this->pass(layer, parameters, batch);
    const bool from_words = config_.keys_from == KeysFrom::words || layer == 0;
    const Matrix dsource = from_words ? dwords : matrix_in(dsource_, words, config_.d_model);
    if (!from_words) clear(dsource);
    const Matrix dstream = matrix_in(dstream_, pass.stream.rows, config_.d_model);
    pass.backward(gradients, dstream, dsource);
    if (layer == 0) {
      scatter(dstream, batch.blank_rows, dwords);
    } else if (!from_words) {  // what the layer below has made was both
      scatter(dstream, batch.blank_rows, dsource);
      std::swap(dstream_, dsource_);
    }
  }
  unembed(batch, gradients);
}

ConstMatrix Passes::probabilities(const Batch& batch) const {
  return {probabilities_.data(), narrow(static_cast<Index>(batch.blanks.size())), narrow(config_.vocabulary)};
}

float Passes::weight(const Batch& batch, Index layer, Index head, Index blank, Index position) const {
  const Index row =
      config_.reads_blanks_only(layer) ? blank : batch.blank_rows[static_cast<std::size_t>(blank)].row;
  const auto at = (row * config_.num_heads + head) * kMostTokens + position;
  return layers_[static_cast<std::size_t>(layer)].weights[static_cast<std::size_t>(at)];
}

}  // namespace mha
