#include "patterns.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../base/elementary.hpp"
#include "../base/rng.hpp"
#include "embedding.hpp"
#include "orthonormal.hpp"

namespace mha {
namespace {

// The peak's neighbour gets e^-this of the peak's weight.
constexpr double kSharp = 3.3, kSharpOnItself = 2.8, kSharpOnNear = 0.6;
constexpr double kSharpOnWords = 10.0;  // and a word of average similarity gets e^-this
constexpr double kLargestGain = 200.0;  // beyond it float32 scores lose the differences between neighbours
constexpr double kRandomScores = 2.0;   // their standard deviation

/// A pair of features of the query's input, the matching pair of the key's input, and the head's column for
/// both. A lone column has no room for the sine.
struct Pair {
  Index query_feature, key_feature, column;
  double frequency;  // 0 for words
  bool lone;
};

struct KeyLayout {
  std::vector<Pair> positions, words;
  bool random = false;
};

bool reads_positions(HeadKind kind) {
  return kind < HeadKind::same_word;
}

Index nearest_pair(const EmbeddingLayout& layout, double frequency) {
  Index best = 0;
  for (Index p = 1; p < layout.position_pairs(); ++p) {
    if (std::abs(log(layout.frequency(p) / frequency)) < std::abs(log(layout.frequency(best) / frequency)))
      best = p;
  }
  return best;
}

std::vector<Pair> position_pairs(const Config& config, Index first_column, Index columns, Index round) {
  const EmbeddingLayout query(config.d_model), key(config.d_key);
  std::vector<Pair> pairs;
  const Index available = std::min(query.position_pairs(), key.position_pairs());
  const Index count = std::min((columns + 1) / 2, available);
  if (count == 0) return pairs;
  const EmbeddingLayout& coarser = query.position_pairs() <= key.position_pairs() ? query : key;
  const Index step = std::max<Index>(1, available / (4 * count));  // a quarter of the pairs has frequencies
                                                                   // between 1 and 0.1
  const Index last_start = available - 1 - (count - 1) * step;
  const Index start = std::min(last_start, step / 2 + round % std::max<Index>(1, available / 4));
  for (Index p = 0; p < count; ++p) {
    const double frequency = coarser.frequency(start + p * step);
    pairs.push_back({query.position_pair(nearest_pair(query, frequency)),
                     key.position_pair(nearest_pair(key, frequency)), first_column + 2 * p, frequency,
                     2 * p + 1 == columns});
  }
  return pairs;
}

std::vector<Pair> word_pairs(const Config& config, Index first_column, Index columns, Index round) {
  const EmbeddingLayout query(config.d_model), key(config.d_key);
  std::vector<Pair> pairs;
  const Index available = std::min(query.word_pairs(), key.word_pairs());
  const Index count = std::min((columns + 1) / 2, available);
  for (Index p = 0; p < count; ++p) {
    const Index pair = (p + round * count) % available;
    pairs.push_back(
        {query.word_pair(pair), key.word_pair(pair), first_column + 2 * p, 0.0, 2 * p + 1 == columns});
  }
  return pairs;
}

/// Words take the second half of the columns if positions need columns, too.
KeyLayout layout_for(const Config& config, bool positions, bool words, Index round) {
  const Index half = words && positions ? (config.d_k + 1) / 2 : words ? 0 : config.d_k;
  return {position_pairs(config, 0, half, round),
          words ? word_pairs(config, half, config.d_k - half, round) : std::vector<Pair>{}};
}

KeyLayout key_layout(const Config& config, Index kv_head) {
  const Index first_head = kv_head * config.group_size(), round = first_head / Index{kHeadKinds.size()};
  bool positions = false, words = false, others = false;
  for (Index h = first_head; h < first_head + config.group_size(); ++h) {
    positions = positions || reads_positions(head_kind(h));
    words = words || head_kind(h) == HeadKind::same_word;
    others = others || head_kind(h) != HeadKind::random;
  }
  if (!others) return {{}, {}, true};
  return layout_for(config, positions, words, round);
}

/// One head's columns of W_Q or W_K.
class Columns {
 public:
  Columns(Tensor& matrix, Index first, Index width) : matrix_(matrix.slice(1, first, width)), width_(width) {}
  void add(Index feature, Index column, double value) {
    float& at = matrix_.data()[feature * matrix_.shape().stride(0) + column];
    at = static_cast<float>(at == 0 ? value : at + value);  // keeps the sign of a 0
  }
  void fill_normal(Rng rng, double deviation) {
    for (Index f = 0; f < matrix_.size(0); ++f) {
      for (Index c = 0; c < width_; ++c) add(f, c, deviation * rng.normal());
    }
  }

 private:
  Tensor matrix_;
  Index width_;
};

/// q's pair is `gain` times the input's pair (sin, cos), rotated by `positions` steps. A lone column keeps
/// only the cosine.
void rotate(Columns& q, const Pair& pair, double gain, double positions) {
  const SinCos turn = sin_cos(pair.frequency * positions);
  const Index sine = pair.query_feature, cosine = sine + 1;
  const Index c = pair.lone ? pair.column : pair.column + 1;
  if (!pair.lone) {
    q.add(sine, pair.column, gain * turn.cos);
    q.add(cosine, pair.column, gain * turn.sin);
  }
  q.add(sine, c, -gain * turn.sin);
  q.add(cosine, c, gain * turn.cos);
}

double position_gain(const std::vector<Pair>& pairs, double sharpness) {
  double margin = 0.0;
  for (const Pair& pair : pairs) margin += 1.0 - sin_cos(pair.frequency).cos;
  return std::min(kLargestGain, sharpness / margin);
}

/// Adds the columns of W_Q for these dials.
void look_for(Columns& q, const Config& config, const KeyLayout& keys, const HeadDials& dials) {
  const double unit = std::sqrt(static_cast<double>(config.d_k));
  const EmbeddingLayout layout(config.d_model);
  if (!keys.positions.empty()) {
    const Index slowest_cosine = layout.position_pair(layout.position_pairs() - 1) + 1;
    const double place = unit * position_gain(keys.positions, dials.sharpness * dials.place);
    const double first = unit * position_gain(keys.positions, dials.sharpness * dials.first);
    for (const Pair& pair : keys.positions) {
      if (dials.place > 0) rotate(q, pair, place, static_cast<double>(dials.offset));
      if (dials.first > 0) q.add(slowest_cosine, pair.lone ? pair.column : pair.column + 1, first);
    }
  }
  if (dials.word > 0) {
    const double word = unit * (dials.sharpness * dials.word) / static_cast<double>(keys.words.size());
    for (const Pair& pair : keys.words) rotate(q, pair, word, 0.0);
  }
}

/// The dials of a constructed head of this kind. All 0 for kinds that look for nothing.
HeadDials dials_of(HeadKind kind) {
  switch (kind) {
    case HeadKind::previous_token:
      return {.offset = -1, .place = 1, .sharpness = kSharp};
    case HeadKind::next_token:
      return {.offset = 1, .place = 1, .sharpness = kSharp};
    case HeadKind::first_token:
      return {.first = 1, .sharpness = kSharp};
    case HeadKind::self:
      return {.place = 1, .sharpness = kSharpOnItself};
    case HeadKind::near_tokens:
      return {.place = 1, .sharpness = kSharpOnNear};
    case HeadKind::same_word:
      return {.word = 1, .sharpness = kSharpOnWords};
    default:
      return {};
  }
}

void fill_query(Columns& q, const Config& config, const KeyLayout& keys, HeadKind kind, Rng rng) {
  if (kind != HeadKind::random) return look_for(q, config, keys, dials_of(kind));
  const double width = std::sqrt(static_cast<double>(config.d_model));
  q.fill_normal(rng, keys.random ? std::sqrt(2.0 * kRandomScores) / width : 2.0 * kRandomScores / width);
}

void fill_key(Columns& k, const Config& config, const KeyLayout& keys, Rng rng) {
  if (keys.random)
    k.fill_normal(rng, std::sqrt(2.0 * kRandomScores) / std::sqrt(static_cast<double>(config.d_key)));
  for (const std::vector<Pair>* pairs : {&keys.positions, &keys.words}) {
    for (const Pair& pair : *pairs) {
      if (!pair.lone) k.add(pair.key_feature, pair.column, 1.0);
      k.add(pair.key_feature + 1, pair.lone ? pair.column : pair.column + 1, 1.0);
    }
  }
}

/// One orthonormal matrix if it has at most as many columns as rows, else one for each head.
void fill_value(const Tensor& w_v, const Config& config, std::uint64_t seed) {
  if (w_v.size(1) <= w_v.size(0)) return fill_orthonormal(w_v, Rng(seed, 3));
  for (Index g = 0; g < config.num_kv_heads; ++g) {
    fill_orthonormal(w_v.slice(1, g * config.d_v, config.d_v),
                     Rng(seed, static_cast<std::uint64_t>(g) << 32 | 3));
  }
}

}  // namespace

HeadKind head_kind(Index head) {
  return kHeadKinds[static_cast<std::size_t>(head) % kHeadKinds.size()];
}

Weights constructed_weights(const Config& given, std::uint64_t seed) {
  const Config config = resolve(given);
  if (config.latent) {
    fail(ErrorCode::config, "latent_not_constructed",
         "no weights are constructed for latents; use random or small ones");
  }
  Tensor w_q = Tensor::zeros(shape_of(Param::wQ, config)), w_k = Tensor::zeros(shape_of(Param::wK, config));
  Tensor w_v = Tensor::uninitialised(shape_of(Param::wV, config)),
         w_o = Tensor::uninitialised(shape_of(Param::wO, config));

  for (Index g = 0; g < config.num_kv_heads; ++g) {
    const KeyLayout keys = key_layout(config, g);
    Columns k(w_k, g * config.d_k, config.d_k);
    fill_key(k, config, keys, Rng(seed, static_cast<std::uint64_t>(g) << 32 | 1));
    for (Index h = g * config.group_size(); h < (g + 1) * config.group_size(); ++h) {
      Columns q(w_q, h * config.d_k, config.d_k);
      fill_query(q, config, keys, head_kind(h), Rng(seed, static_cast<std::uint64_t>(h) << 32 | 2));
    }
  }
  fill_value(w_v, config, seed);
  fill_orthonormal(w_o, Rng(seed, 4));

  Weights out = Weights::zeros(config);
  out.set(config, Param::wQ, w_q);
  out.set(config, Param::wK, w_k);
  out.set(config, Param::wV, w_v);
  out.set(config, Param::wO, w_o);
  return out;
}

HeadBlocks build_head(Index d_model, Index d_k, const HeadDials& dials) {
  const Config config = resolve({.d_model = d_model, .num_heads = 1, .d_k = d_k});
  const KeyLayout keys = layout_for(config, dials.place > 0 || dials.first > 0, dials.word > 0, 0);
  HeadBlocks out{Tensor::zeros(shape_of(Param::wQ, config)), Tensor::zeros(shape_of(Param::wK, config))};
  Columns q(out.w_q, 0, d_k), k(out.w_k, 0, d_k);
  look_for(q, config, keys, dials);
  fill_key(k, config, keys, Rng(0));
  return out;
}

}  // namespace mha
