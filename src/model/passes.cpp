#include "passes.hpp"

#include <algorithm>

#include "../kernel/rows.hpp"
#include "head_rows.hpp"
#include "surprisal.hpp"

namespace mha {
namespace {

Matrix matrix(std::vector<float>& memory, Index rows, Index columns) {
  return {memory.data(), narrow(rows), narrow(columns)};
}

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

/// One layer in one batch. What it makes of the words has a row for each word, all else one for each query.
struct Passes::LayerPass {
  Passes& of;
  std::span<const float> parameters;
  const LayerPlaces& places;
  Matrix stream, normed_stream, normed_source, q, k, v, weights, context, middle, normed_middle, hidden, out;
  ConstMatrix source;
  HeadRows heads;

  ConstMatrix operator()(Index place) const { return of.parameter(parameters, place); }
  const float* row(Index place) const { return (*this)(place).data; }

  void forward() const {
    if (places.norm_gain >= 0) {
      norm_rows(stream, row(places.norm_gain), row(places.norm_shift), normed_stream);
      norm_rows(source, row(places.norm_gain), row(places.norm_shift), normed_source);
    }
    times(read_stream(), (*this)(places.w_q), q);
    times(read_source(), (*this)(places.w_k), k);
    times(read_source(), (*this)(places.w_v), v);
    heads.attend();
    times(context, (*this)(places.w_o), middle);
    add(stream, middle);
    if (places.w_up < 0) return;
    if (places.mlp_gain >= 0) norm_rows(middle, row(places.mlp_gain), row(places.mlp_shift), normed_middle);
    times(read_middle(), (*this)(places.w_up), hidden);
    add_to_rows(row(places.b_up), hidden);
    for (Index i = 0; i < hidden.elements(); ++i) hidden.data[i] = std::max(hidden.data[i], 0.0f);
    times(hidden, (*this)(places.w_down), out);
    add_to_rows(row(places.b_down), out);
    add(middle, out);
  }

  ConstMatrix read_stream() const { return places.norm_gain < 0 ? stream : normed_stream; }
  ConstMatrix read_source() const { return places.norm_gain < 0 ? source : ConstMatrix(normed_source); }
  ConstMatrix read_middle() const { return places.mlp_gain < 0 ? middle : normed_middle; }

  Matrix scratch(std::vector<float>& memory, const ConstMatrix& like) const {
    return matrix(memory, like.rows, like.columns);
  }

  /// `dstream`, the gradient of what it makes, becomes that of its stream; that of its source is added.
  void backward(std::span<float> gradients, const Matrix& dstream, const Matrix& dsource) const {
    if (places.w_up >= 0) mlp_backward(gradients, dstream);
    const auto d = [&](Index place) { return of.gradient(gradients, place); };
    const Matrix dcontext = scratch(of.dcontext_, context), dq = scratch(of.dq_, q), dk = scratch(of.dk_, k),
                 dv = scratch(of.dv_, v);
    times_transposed(dstream, (*this)(places.w_o), dcontext);
    transposed_times(context, dstream, d(places.w_o), of.turned_);
    heads.backward(dcontext, dq, dk, dv, places.distances < 0 ? nullptr : d(places.distances).data);
    transposed_times(read_stream(), dq, d(places.w_q), of.turned_);
    transposed_times(read_source(), dk, d(places.w_k), of.turned_);
    transposed_times(read_source(), dv, d(places.w_v), of.turned_);
    give(gradients, dq, places.w_q, stream, dstream);
    give(gradients, dk, places.w_k, source, dsource);
    give(gradients, dv, places.w_v, source, dsource);
  }

  /// What a projection's gradient gives to what it was made of, by way of the norm where there is one.
  void give(std::span<float> gradients, const ConstMatrix& dy, Index w, const ConstMatrix& x,
            const Matrix& dx) const {
    const Matrix given = scratch(of.product_, x);
    times_transposed(dy, (*this)(w), given);
    if (places.norm_gain < 0) return add(given, dx);
    norm_rows_backward(x, row(places.norm_gain), given, dx, of.gradient(gradients, places.norm_gain).data,
                       of.gradient(gradients, places.norm_shift).data);
  }

  void mlp_backward(std::span<float> gradients, const Matrix& dstream) const {
    const auto d = [&](Index place) { return of.gradient(gradients, place); };
    const Matrix dhidden = scratch(of.dhidden_, hidden), dread = scratch(of.product_, middle);
    transposed_times(hidden, dstream, d(places.w_down), of.turned_);
    sum_rows(dstream, d(places.b_down).data);
    times_transposed(dstream, (*this)(places.w_down), dhidden);
    for (Index i = 0; i < hidden.elements(); ++i) {
      if (hidden.data[i] <= 0) dhidden.data[i] = 0;
    }
    transposed_times(read_middle(), dhidden, d(places.w_up), of.turned_);
    sum_rows(dhidden, d(places.b_up).data);
    times_transposed(dhidden, (*this)(places.w_up), dread);
    if (places.mlp_gain < 0) return add(dread, dstream);
    norm_rows_backward(middle, row(places.mlp_gain), dread, dstream, d(places.mlp_gain).data,
                       d(places.mlp_shift).data);
  }
};

Passes::Passes(const ModelConfig& config, const ParameterLayout& layout, Index sentences)
    : config_(config), layout_(layout) {
  const auto rows = static_cast<std::size_t>(sentences * kMostTokens);
  const auto d = static_cast<std::size_t>(config.d_model), wide = 4 * d;
  const std::vector<float> row_each(rows * d), wide_each(config.mlp ? rows * wide : 0);
  words_ = dwords_ = dstream_ = dsource_ = dq_ = dk_ = dv_ = dcontext_ = product_ = row_each;
  dhidden_ = wide_each;
  turned_.resize(rows * (config.mlp ? wide : d));
  probabilities_.resize(rows * static_cast<std::size_t>(config.vocabulary));
  LayerMemory layer{};
  layer.stream = layer.q = layer.k = layer.v = layer.context = layer.middle = row_each;
  if (config.layer_norm) layer.normed_stream = layer.normed_source = layer.normed_middle = row_each;
  layer.hidden = wide_each;
  if (config.mlp) layer.out = row_each;
  layer.weights.resize(rows * static_cast<std::size_t>(config.num_heads * kMostTokens));
  layers_.assign(static_cast<std::size_t>(config.layers), layer);
}

Matrix Passes::gradient(std::span<float> gradients, Index place) const {
  const ParameterPlace& at = layout_[place];
  const bool is_row = !at.is_matrix();
  return {gradients.data() + narrow(at.start), is_row ? 1 : narrow(at.sizes[0]), narrow(at.sizes.back())};
}

ConstMatrix Passes::parameter(std::span<const float> parameters, Index place) const {
  const ParameterPlace& at = layout_[place];
  const bool is_row = !at.is_matrix();
  return {parameters.data() + narrow(at.start), is_row ? 1 : narrow(at.sizes[0]), narrow(at.sizes.back())};
}

Passes::LayerPass Passes::pass(Index layer, std::span<const float> parameters, const Batch& batch) {
  LayerMemory& m = layers_[static_cast<std::size_t>(layer)];
  const auto& queries = config_.reads_blanks_only(layer) ? batch.blank_rows : batch.rows;
  const Index d = config_.d_model, n = static_cast<Index>(queries.size()),
              words = static_cast<Index>(batch.words.size());
  const auto of_queries = [&](std::vector<float>& memory) { return matrix(memory, n, d); };
  const auto of_words = [&](std::vector<float>& memory) { return matrix(memory, words, d); };
  const LayerPlaces& places = layout_.layer(layer);
  const bool from_words = config_.keys_from == KeysFrom::words || layer == 0;
  const Matrix middle = of_queries(m.middle), q = of_queries(m.q), k = of_words(m.k), v = of_words(m.v),
               context = of_queries(m.context),
               weights = matrix(m.weights, n * config_.num_heads, kMostTokens);
  LayerMemory& below = layers_[static_cast<std::size_t>(std::max(layer, Index{1}) - 1)];
  LayerPass pass{.of = *this,
                 .parameters = parameters,
                 .places = places,
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
                 .hidden = matrix(m.hidden, n, 4 * d),
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
  if (places.distances >= 0) pass.heads.distances = parameter(parameters, places.distances).data;
  return pass;
}

void Passes::embed(std::span<const float> parameters, const Batch& batch) {
  const Matrix words = matrix(words_, static_cast<Index>(batch.words.size()), config_.d_model);
  for (const QueryRow& at : batch.rows) {
    const Index word = batch.words[static_cast<std::size_t>(at.row)];
    copy_row(parameter(parameters, layout_.embedding())[word], words.columns, words[at.row]);
    if (layout_.positions() >= 0)
      add_row(words[at.row], words.columns, parameter(parameters, layout_.positions())[at.position]);
  }
}

void Passes::unembed(const Batch& batch, std::span<float> gradients) {
  const Matrix dwords = matrix(dwords_, static_cast<Index>(batch.words.size()), config_.d_model);
  for (const QueryRow& at : batch.rows) {
    const Index word = batch.words[static_cast<std::size_t>(at.row)];
    add_row(gradient(gradients, layout_.embedding())[word], dwords.columns, dwords[at.row]);
    if (layout_.positions() >= 0)
      add_row(gradient(gradients, layout_.positions())[at.position], dwords.columns, dwords[at.row]);
  }
}

double Passes::forward(std::span<const float> parameters, const Batch& batch, const Removal& removal) {
  embed(parameters, batch);
  ConstMatrix below = matrix(words_, static_cast<Index>(batch.words.size()), config_.d_model);
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
  const Matrix p = matrix(probabilities_, last.out.rows, config_.vocabulary);
  times(last.out, parameter(parameters, layout_.unembedding()), p);
  add_to_rows(parameter(parameters, layout_.unembedding_bias()).data, p);
  double loss = 0;
  Index known = 0;
  for (Index i = 0; i < p.rows; ++i) {
    const Rows row = {p[i], 0};
    softmax_rows({row, row, 1, p.columns, nullptr, 1.0f, 0.0f});
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
  const Matrix dlogits = matrix(probabilities_, last.out.rows, config_.vocabulary);
  Index known = 0;
  for (const Blank& blank : batch.blanks) known += blank.answer >= 0 ? 1 : 0;
  for (Index i = 0; i < dlogits.rows; ++i) {
    const Index answer = batch.blanks[static_cast<std::size_t>(i)].answer;
    if (answer >= 0) dlogits[i][answer] -= 1;
    scale_row(dlogits[i], dlogits.columns, answer < 0 ? 0.0f : 1.0f / static_cast<float>(known));
  }
  transposed_times(last.out, dlogits, gradient(gradients, layout_.unembedding()), turned_);
  sum_rows(dlogits, gradient(gradients, layout_.unembedding_bias()).data);
  times_transposed(dlogits, parameter(parameters, layout_.unembedding()),
                   matrix(dstream_, last.out.rows, config_.d_model));
}

void Passes::backward(std::span<const float> parameters, const Batch& batch, std::span<float> gradients) {
  std::ranges::fill(gradients, 0.0f);
  const auto words = static_cast<Index>(batch.words.size());
  const Matrix dwords = matrix(dwords_, words, config_.d_model);
  clear(dwords);
  unread_blanks(parameters, batch, gradients);
  for (Index layer = config_.layers; layer-- > 0;) {
    const LayerPass pass = this->pass(layer, parameters, batch);
    const bool from_words = config_.keys_from == KeysFrom::words || layer == 0;
    const Matrix dsource = from_words ? dwords : matrix(dsource_, words, config_.d_model);
    if (!from_words) clear(dsource);
    const Matrix dstream = matrix(dstream_, pass.stream.rows, config_.d_model);
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
