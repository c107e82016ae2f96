#include "model_case.hpp"

#include <cmath>
#include <limits>

using namespace mha;

namespace {

class Words final : public Task {
 public:
  explicit Words(Index count) : Task(Vocabulary(std::vector<std::string>(static_cast<std::size_t>(count)))) {}
  std::span<const std::string_view> kinds() const override {
    static constexpr std::array<std::string_view, 1> kKinds = {"any"};
    return kKinds;
  }
  void draw(Rng&, bool, Sentence&) const override {}
  void find_blanks(std::span<const Index>, std::vector<Blank>&) const override {}

 private:
  void add_word(const std::string&, Sentence&) const override {}
  Notice expected_blanks() const override { return {}; }
};

using Row = std::vector<double>;
using Rows = std::vector<Row>;

/// A model in double precision, with its parameters by name.
class Oracle {
 public:
  Oracle(const ModelConfig& config, const ParameterLayout& layout, const std::vector<double>& parameters)
      : config_(config), layout_(layout), all_(parameters) {}

  double loss_at(std::span<const Index> words, const Blank& blank) const {
    const Rows x = embedded(words);
    Rows stream = x;
    for (Index i = 0; i < config_.layers; ++i) stream = layer(i, stream, x);
    Row logits = times({stream[static_cast<std::size_t>(blank.position)]}, "unembedding.w")[0];
    double sum = 0;
    for (std::size_t w = 0; w < logits.size(); ++w) {
      logits[w] += number("unembedding.b", static_cast<Index>(w));
      sum += std::exp(logits[w]);
    }
    return std::log(sum) - logits[static_cast<std::size_t>(blank.answer)];
  }

 private:
  const ParameterPlace& place(const std::string& name) const {
    for (const ParameterPlace& each : layout_.places()) {
      if (each.name == name) return each;
    }
    throw std::runtime_error("no parameter " + name);
  }
  double number(const std::string& name, Index at) const {
    return all_[static_cast<std::size_t>(place(name).start + at)];
  }

  Rows embedded(std::span<const Index> words) const {
    Rows x;
    for (std::size_t t = 0; t < words.size(); ++t) {
      Row row;
      for (Index f = 0; f < config_.d_model; ++f) {
        row.push_back(number("embedding", words[t] * config_.d_model + f));
        if (config_.positions == Positions::learned)
          row.back() += number("positions", static_cast<Index>(t) * config_.d_model + f);
      }
      x.push_back(row);
    }
    return x;
  }

  Rows times(const Rows& x, const std::string& name) const {
    const Dims sizes = place(name).sizes;
    Rows y(x.size(), Row(static_cast<std::size_t>(sizes[1])));
    for (std::size_t t = 0; t < x.size(); ++t) {
      for (Index i = 0; i < sizes[0]; ++i) {
        for (Index o = 0; o < sizes[1]; ++o)
          y[t][static_cast<std::size_t>(o)] +=
              x[t][static_cast<std::size_t>(i)] * number(name, i * sizes[1] + o);
      }
    }
    return y;
  }

  Rows normed(const Rows& x, const std::string& scope) const {
    if (!config_.layer_norm) return x;
    Rows y = x;
    for (Row& row : y) {
      double mean = 0, variance = 0;
      for (double each : row) mean += each / static_cast<double>(row.size());
      for (double each : row) variance += (each - mean) * (each - mean) / static_cast<double>(row.size());
      for (std::size_t f = 0; f < row.size(); ++f)
        row[f] =
            (row[f] - mean) / std::sqrt(variance + 1e-5) * number(scope + "gain", static_cast<Index>(f)) +
            number(scope + "shift", static_cast<Index>(f));
    }
    return y;
  }

  Rows layer(Index index, Rows stream, const Rows& x) const {
    const std::string scope = "layer" + std::to_string(index + 1) + ".";
    const KeyWindow window = config_.windows[static_cast<std::size_t>(index)];
    const Rows read = normed(stream, scope + "norm."),
               source = config_.keys_from == KeysFrom::words ? normed(x, scope + "norm.") : read;
    const Rows q = times(read, scope + "wQ"), k = times(source, scope + "wK"),
               v = times(source, scope + "wV");
    Rows context(x.size(), Row(static_cast<std::size_t>(config_.d_model)));
    const auto width = static_cast<std::size_t>(config_.d_model / config_.num_heads);
    for (std::size_t h = 0; h < static_cast<std::size_t>(config_.num_heads); ++h) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        Row weight(x.size());
        double sum = 0;
        for (std::size_t j = 0; j < x.size(); ++j) {
          const auto apart = static_cast<Index>(j) - static_cast<Index>(i);
          if (apart < -window.left || apart > window.right) continue;
          double score = 0;
          for (std::size_t f = h * width; f < (h + 1) * width; ++f) score += q[i][f] * k[j][f];
          score /= std::sqrt(static_cast<double>(width));
          if (config_.positions == Positions::relative)
            score += number(scope + "distances",
                            static_cast<Index>(h) * (2 * kMostTokens - 1) + apart + kMostTokens - 1);
          sum += weight[j] = std::exp(score);
        }
        for (std::size_t j = 0; j < x.size(); ++j) {
          for (std::size_t f = h * width; f < (h + 1) * width; ++f)
            context[i][f] += weight[j] / sum * v[j][f];
        }
      }
    }
    add(times(context, scope + "wO"), stream);
    if (!config_.mlp) return stream;
    Rows hidden = times(normed(stream, scope + "mlp.norm."), scope + "mlp.up.w");
    for (Row& row : hidden) {
      for (std::size_t f = 0; f < row.size(); ++f)
        row[f] = std::max(0.0, row[f] + number(scope + "mlp.up.b", static_cast<Index>(f)));
    }
    Rows down = times(hidden, scope + "mlp.down.w");
    for (Row& row : down) {
      for (std::size_t f = 0; f < row.size(); ++f)
        row[f] += number(scope + "mlp.down.b", static_cast<Index>(f));
    }
    add(down, stream);
    return stream;
  }

  static void add(const Rows& from, Rows& to) {
    for (std::size_t t = 0; t < to.size(); ++t) {
      for (std::size_t f = 0; f < to[t].size(); ++f) to[t][f] += from[t][f];
    }
  }

  const ModelConfig& config_;
  const ParameterLayout& layout_;
  const std::vector<double>& all_;
};

}  // namespace

std::shared_ptr<const Task> task_of_words(Index vocabulary) {
  return std::make_shared<Words>(vocabulary);
}

ModelConfig config_of(const FixtureCase& fixture) {
  const bool words = fixture.settings.at("keys_from") == "words";
  const Index layers = fixture.number("layers");
  std::vector<KeyWindow> windows;
  for (Index i = 0; i < layers; ++i)
    windows.push_back(
        {fixture.number("before" + std::to_string(i)), fixture.number("after" + std::to_string(i))});
  return {.vocabulary = fixture.number("vocabulary"),
          .d_model = fixture.number("d_model"),
          .num_heads = fixture.number("num_heads"),
          .layers = layers,
          .keys_from = words ? KeysFrom::words : KeysFrom::stream,
          .positions = fixture.number("relative") == 0 ? Positions::learned : Positions::relative,
          .windows = windows,
          .layer_norm = fixture.number("norm") == 1,
          .mlp = fixture.number("mlp") == 1};
}

std::vector<float> parameters_of(const FixtureCase& fixture, const ParameterLayout& layout,
                                 const std::string& prefix) {
  std::vector<float> all;
  for (const ParameterPlace& place : layout.places()) {
    const Tensor values = fixture.tensors.at(prefix + place.name);
    if (values.sizes() != place.sizes) throw std::runtime_error(place.name);
    all.insert(all.end(), values.values().begin(), values.values().end());
  }
  return all;
}

Batch batch_of(const FixtureCase& fixture, int step) {
  Batch batch;
  for (int sentence = 0; sentence < 3; ++sentence) {
    const std::string at = std::to_string(step) + std::to_string(sentence);
    const Tensor words = fixture.tensor("words" + at), asked = fixture.tensor("blanks" + at);
    std::vector<Blank> blanks;
    for (Index i = 0; i < asked.size(0); ++i)
      blanks.push_back(
          {.position = static_cast<Index>(asked({i, 0})), .answer = static_cast<Index>(asked({i, 1}))});
    batch.add(std::vector<Index>(words.values().begin(), words.values().end()), blanks);
  }
  return batch;
}

double oracle_loss(const ModelConfig& config, const ParameterLayout& layout,
                   const std::vector<double>& parameters, const Batch& batch) {
  const Oracle oracle(config, layout, parameters);
  double loss = 0;
  for (std::size_t i = 0; i < batch.blanks.size(); ++i) {
    const auto sentence = static_cast<std::size_t>(batch.blank_queries.all[i].sentence);
    const auto start = static_cast<std::size_t>(batch.starts[sentence]),
               end = static_cast<std::size_t>(batch.starts[sentence + 1]);
    loss += oracle.loss_at(std::span(batch.words).subspan(start, end - start), batch.blanks[i]);
  }
  return loss / static_cast<double>(batch.blanks.size());
}
