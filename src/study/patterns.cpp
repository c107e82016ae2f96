#include "patterns.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../tensor/elementary.hpp"
#include "../tensor/rng.hpp"
#include "embedding.hpp"
#include "orthonormal.hpp"

namespace mha {
namespace {

/// How much of the peak's weight its neighbour gets: e^-sharpness.
double sharpness(HeadKind kind) {
  switch (kind) {
    case HeadKind::near_tokens:
      return 0.6;
    case HeadKind::self:
      return 2.8;
    default:
      return 3.3;
  }
}

constexpr double kWordGain = 10.0;      // over all pairs together
constexpr double kLargestGain = 200.0;  // beyond it float32 scores lose the differences between neighbours
constexpr double kRandomScores = 2.0;   // their standard deviation

/// A pair of features of the query's input, the pair of the key's that means the same, and the head's column
/// they meet in.
struct Pair {
  Index query_feature, key_feature, column;
  double frequency;  // 0 for words
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
  const Index step =
      std::max<Index>(1, available / (4 * count));  // a quarter of the pairs lies between 1 and 0.1
  const Index last_start = available - 1 - (count - 1) * step;
  const Index start = std::min(last_start, step / 2 + round % std::max<Index>(1, available / 4));
  for (Index p = 0; p < count; ++p) {
    const double frequency = coarser.frequency(start + p * step);
    pairs.push_back({query.position_pair(nearest_pair(query, frequency)),
                     key.position_pair(nearest_pair(key, frequency)), first_column + 2 * p, frequency});
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
    pairs.push_back({query.word_pair(pair), key.word_pair(pair), first_column + 2 * p, 0.0});
  }
  return pairs;
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
  const Index half = words && positions ? (config.d_k + 1) / 2 : words ? 0 : config.d_k;
  return {position_pairs(config, 0, half, round),
          words ? word_pairs(config, half, config.d_k - half, round) : std::vector<Pair>{}};
}

/// One head's columns of W_Q or W_K.
class Columns {
 public:
  Columns(Tensor& matrix, Index first, Index width) : matrix_(matrix.slice(1, first, width)), width_(width) {}
  void set(Index feature, Index column, double value) {
    if (column < width_)
      matrix_.data()[feature * matrix_.shape().stride(0) + column] = static_cast<float>(value);
  }
  void fill_normal(Rng rng, double deviation) {
    for (Index f = 0; f < matrix_.size(0); ++f) {
      for (Index c = 0; c < width_; ++c) set(f, c, deviation * rng.normal());
    }
  }

 private:
  Tensor matrix_;
  Index width_;
};

/// q's pair is `gain` times the input's pair (sin, cos), turned by `positions` steps; of a lone column only
/// the cosine remains.
void rotate(Columns& q, const Pair& pair, double gain, double positions, bool cosine_only) {
  const SinCos turn = sin_cos(pair.frequency * positions);
  const Index sine = pair.query_feature, cosine = sine + 1;
  const Index c = cosine_only ? pair.column : pair.column + 1;
  if (!cosine_only) {
    q.set(sine, pair.column, gain * turn.cos);
    q.set(cosine, pair.column, gain * turn.sin);
  }
  q.set(sine, c, -gain * turn.sin);
  q.set(cosine, c, gain * turn.cos);
}

double position_gain(const std::vector<Pair>& pairs, double sharpness) {
  double margin = 0.0;
  for (const Pair& pair : pairs) margin += 1.0 - sin_cos(pair.frequency).cos;
  return std::min(kLargestGain, sharpness / margin);
}

void fill_query(Columns& q, const Config& config, const KeyLayout& keys, HeadKind kind, Rng rng) {
  const double unit = std::sqrt(static_cast<double>(config.d_k));
  const EmbeddingLayout layout(config.d_model);
  if (kind == HeadKind::random) {
    const double width = std::sqrt(static_cast<double>(config.d_model));
    q.fill_normal(rng, keys.random ? std::sqrt(2.0 * kRandomScores) / width : 2.0 * kRandomScores / width);
  } else if (kind == HeadKind::same_word) {
    for (const Pair& pair : keys.words) {
      rotate(q, pair, unit * kWordGain / static_cast<double>(keys.words.size()), 0.0,
             pair.column + 1 == config.d_k);
    }
  } else if (kind != HeadKind::broad && !keys.positions.empty()) {
    const double gain = unit * position_gain(keys.positions, sharpness(kind));
    const double turn = kind == HeadKind::previous_token ? -1.0 : kind == HeadKind::next_token ? 1.0 : 0.0;
    const Index slowest_cosine = layout.position_pair(layout.position_pairs() - 1) + 1;
    for (const Pair& pair : keys.positions) {
      const bool lone = pair.column + 1 == config.d_k;
      if (kind == HeadKind::first_token) {
        q.set(slowest_cosine, lone ? pair.column : pair.column + 1, gain);
      } else {
        rotate(q, pair, gain, turn, lone);
      }
    }
  }
}

void fill_key(Columns& k, const Config& config, const KeyLayout& keys, Rng rng) {
  if (keys.random)
    k.fill_normal(rng, std::sqrt(2.0 * kRandomScores) / std::sqrt(static_cast<double>(config.d_key)));
  for (const std::vector<Pair>* pairs : {&keys.positions, &keys.words}) {
    for (const Pair& pair : *pairs) {
      const bool lone = pair.column + 1 == config.d_k;
      if (!lone) k.set(pair.key_feature, pair.column, 1.0);
      k.set(pair.key_feature + 1, lone ? pair.column : pair.column + 1, 1.0);
    }
  }
}

/// One orthonormal matrix where its columns are no more than its rows, else one a head.
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

}  // namespace mha
