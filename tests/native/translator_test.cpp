// An encoder with a decoder: gradients compared with finite differences in double precision, sentences with
// batches, and decoding with its cache with the whole sentence at once.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <cmath>
#include <headscope/gradients.hpp>
#include <headscope/model/parts.hpp>
#include <headscope/model/translator.hpp>

#include "allocations.hpp"
#include "fixture.hpp"
#include "sanitizer.hpp"

using namespace mha;
using Catch::Matchers::Message;

namespace translator_test {  // other tests have functions of the same names, which a unity build includes
namespace {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

/// An encoder with a decoder in double precision, with its parameters by name. Shares no code with the core.
class Oracle {
 public:
  Oracle(const TranslatorConfig& config, const TranslatorLayout& layout, const std::vector<double>& all)
      : config_(config), layout_(layout), all_(all) {}

  /// The sum of the surprisals of a pair's words.
  double loss(const SentencePair& pair) const {
    Rows memory = embedded("encoder.", pair.source);
    for (Index i = 1; i <= config_.layers; ++i) {
      const std::string scope = "encoder" + std::to_string(i) + ".";
      const Rows read = normed(memory, scope + "norm.");
      add(attention(read, read, scope, false), memory);
      add(mlp(memory, scope), memory);
    }
    memory = normed(memory, "encoder.norm.");
    Sentence read = {0};
    for (std::size_t i = 0; i + 1 < pair.target.size(); ++i) read.push_back(pair.target[i].word);
    Rows stream = embedded("decoder.", read);
    for (Index i = 1; i <= config_.layers; ++i) {
      const std::string decoder = "decoder" + std::to_string(i) + ".",
                        cross = "cross" + std::to_string(i) + ".";
      const Rows self = normed(stream, decoder + "norm.");
      add(attention(self, self, decoder, true), stream);
      add(attention(normed(stream, cross + "norm."), memory, cross, false), stream);
      add(mlp(stream, decoder), stream);
    }
    stream = normed(stream, "decoder.norm.");
    double sum = 0;
    for (std::size_t t = 0; t < stream.size(); ++t) {
      double total = 0, right = 0;
      for (Index word = 0; word < config_.target_words; ++word) {
        double logit = 0;
        for (Index f = 0; f < config_.d_model; ++f)
          logit += stream[t][static_cast<std::size_t>(f)] *
                   number("decoder.embedding", word * config_.d_model + f);
        total += std::exp(logit);
        if (word == pair.target[t].word) right = logit;
      }
      sum += std::log(total) - right;
    }
    return sum;
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

  Rows embedded(const std::string& scope, const Sentence& words) const {
    Rows x;
    for (std::size_t t = 0; t < words.size(); ++t) {
      Row row;
      for (Index f = 0; f < config_.d_model; ++f)
        row.push_back(number(scope + "embedding", words[t] * config_.d_model + f) +
                      number(scope + "positions", static_cast<Index>(t) * config_.d_model + f));
      x.push_back(row);
    }
    return x;
  }

  Rows times(const Rows& x, const std::string& name, const std::string& bias = "") const {
    const Dims sizes = place(name).sizes;
    Rows y(x.size(), Row(static_cast<std::size_t>(sizes[1])));
    for (std::size_t t = 0; t < x.size(); ++t) {
      for (Index o = 0; o < sizes[1]; ++o) {
        double sum = bias.empty() ? 0 : number(bias, o);
        for (Index i = 0; i < sizes[0]; ++i)
          sum += x[t][static_cast<std::size_t>(i)] * number(name, i * sizes[1] + o);
        y[t][static_cast<std::size_t>(o)] = sum;
      }
    }
    return y;
  }

  Rows normed(Rows x, const std::string& scope) const {
    for (Row& row : x) {
      double mean = 0, variance = 0;
      for (double each : row) mean += each / static_cast<double>(row.size());
      for (double each : row) variance += (each - mean) * (each - mean) / static_cast<double>(row.size());
      for (std::size_t f = 0; f < row.size(); ++f)
        row[f] =
            (row[f] - mean) / std::sqrt(variance + 1e-5) * number(scope + "gain", static_cast<Index>(f)) +
            number(scope + "shift", static_cast<Index>(f));
    }
    return x;
  }

  Rows attention(const Rows& query, const Rows& source, const std::string& scope, bool causal) const {
    const Rows q = times(query, scope + "wQ"), k = times(source, scope + "wK"),
               v = times(source, scope + "wV");
    Rows context(q.size(), Row(static_cast<std::size_t>(config_.d_model)));
    const auto width = static_cast<std::size_t>(config_.d_model / config_.num_heads);
    for (std::size_t first = 0; first < context[0].size(); first += width) {
      for (std::size_t i = 0; i < q.size(); ++i) {
        Row weight(causal ? i + 1 : k.size());
        double sum = 0;
        for (std::size_t j = 0; j < weight.size(); ++j) {
          double score = 0;
          for (std::size_t f = first; f < first + width; ++f) score += q[i][f] * k[j][f];
          sum += weight[j] = std::exp(score / std::sqrt(static_cast<double>(width)));
        }
        for (std::size_t j = 0; j < weight.size(); ++j) {
          for (std::size_t f = first; f < first + width; ++f) context[i][f] += weight[j] / sum * v[j][f];
        }
      }
    }
    return times(context, scope + "wO");
  }

  Rows mlp(const Rows& stream, const std::string& scope) const {
    Rows hidden = times(normed(stream, scope + "mlp.norm."), scope + "mlp.up.w", scope + "mlp.up.b");
    for (Row& row : hidden)
      for (double& each : row) each = std::max(0.0, each);
    return times(hidden, scope + "mlp.down.w", scope + "mlp.down.b");
  }

  static void add(const Rows& from, Rows& to) {
    for (std::size_t t = 0; t < to.size(); ++t)
      for (std::size_t f = 0; f < to[t].size(); ++f) to[t][f] += from[t][f];
  }

  const TranslatorConfig& config_;
  const TranslatorLayout& layout_;
  const std::vector<double>& all_;
};

const auto kTask = std::make_shared<const TranslationTask>();

Translator translator(std::uint64_t seed) {
  return {kTask, translator_recipe(*kTask), training_recipe(TaskName::translation), seed};
}

Sentence read(std::initializer_list<std::string> words) {
  return kTask->read(std::vector<std::string>(words));
}

/// Three pairs of sentences of different lengths, with words below 11.
std::vector<SentencePair> some_pairs() {
  std::vector<SentencePair> pairs;
  Rng rng(3);
  const auto word = [&] { return static_cast<Index>(rng.uniform() * 11); };
  for (int i = 0; i < 3; ++i) {
    SentencePair& pair = pairs.emplace_back();
    for (int t = 0; t < 3 + i; ++t) pair.source.push_back(word());
    for (int t = 0; t < 6 - 2 * i; ++t) pair.target.push_back({.word = word()});
  }
  return pairs;
}

TranslatorBatch batch_of(const std::vector<SentencePair>& pairs) {
  TranslatorBatch batch;
  for (const SentencePair& pair : pairs) batch.add(pair, 0);
  return batch;
}

/// Initial parameters with noise, so that gains and biases are not all 1 and 0.
std::vector<float> some_parameters(const TranslatorLayout& layout) {
  std::vector<float> all = layout.initial(1);
  Rng rng(2);
  for (float& each : all) each += static_cast<float>(0.1 * rng.normal());
  return all;
}

Tensor row_of(std::span<const float> numbers) {
  return Tensor::from(numbers, {static_cast<Index>(numbers.size())});
}

template <class F>
void for_each_depth(F f, Index heads = 2) {
  for (Index layers : {1, 2}) {
    CAPTURE(layers, heads);
    f(TranslatorConfig{
        .source_words = 11, .target_words = 11, .d_model = 8, .num_heads = heads, .layers = layers});
  }
}

}  // namespace

TEST_CASE("gradients of a translator agree with finite differences in double precision", "[translator][numbers]") {
  const auto check_slopes = [](const TranslatorConfig& config) {
    const TranslatorLayout layout(config);
    const std::vector<float> given = some_parameters(layout);
    const std::vector<SentencePair> pairs = some_pairs();
    TranslatorTape tape(config, layout, row_of(given), 3);
    Tensor gradients = Tensor::uninitialised({layout.elements()});
    const TranslatorBatch batch = batch_of(pairs);
    const double loss = tape.forward(batch);
    tape.backward(gradients);
    std::vector<double> parameters(given.begin(), given.end());
    const auto oracle_loss = [&] {
      double sum = 0;
      for (const SentencePair& pair : pairs) sum += Oracle(config, layout, parameters).loss(pair);
      return sum / static_cast<double>(batch.answers.size());
    };
    CHECK(std::abs(oracle_loss() - loss) < 1e-5);
    constexpr double kStep = 1e-5;
    std::vector<float> slopes, found;
    const int share = sanitizer_share() * day_share();
    const auto stride = static_cast<std::size_t>(5 * share);
    for (std::size_t i = 0; i < parameters.size(); i += stride) {
      const double at = parameters[i];
      const auto moved = [&](double by) {
        parameters[i] = at + by;
        return oracle_loss();
      };
      const double slope = (moved(kStep) - moved(-kStep)) / (2 * kStep);
      parameters[i] = at;
      slopes.push_back(static_cast<float>(slope));
      found.push_back(gradients.values()[i]);
    }
    CHECK(relative_difference(row_of(found), row_of(slopes)) < 1e-6);
    CHECK(std::ranges::count_if(slopes, [](float slope) { return std::abs(slope) > 1e-3f; }) >
          100 / share);
  };
  for (Index heads : {1, 2}) for_each_depth(check_slopes, heads);
}

TEST_CASE("a sentence has the logits and weights of a batch with the sentence", "[translator]") {
  for_each_depth([](const TranslatorConfig& config) {
    const TranslatorLayout layout(config);
    const Tensor parameters = row_of(some_parameters(layout));
    const std::vector<SentencePair> pairs = some_pairs();
    HeadFactors factors;
    for (AttentionKind kind : kAttentionKinds)
      factors.of_kind[kind].assign(static_cast<std::size_t>(config.layers * 2), 0.5f);
    TranslatorTape batch(config, layout, parameters, 3);
    batch.forward(batch_of(pairs), factors);
    Index row = 0, source_row = 0;
    for (const SentencePair& pair : pairs) {
      Sentence words = {0};
      for (std::size_t i = 0; i + 1 < pair.target.size(); ++i) words.push_back(pair.target[i].word);
      std::vector<Step> steps;
      Tape tape(steps);
      const ComposedTranslator one = compose(tape, config, layout, parameters, pair.source, words, factors);
      const auto count = static_cast<Index>(words.size()), keys = static_cast<Index>(pair.source.size());
      CHECK(relative_difference(tape[one.logits].contiguous(),
                                batch.logits().slice(1, row, count).contiguous()) < 1e-5);
      for (AttentionKind kind : kAttentionKinds) {
        const Tensor& weights = tape[one.weights[kind][0]];
        const Index first = kind == AttentionKind::encoder ? source_row : row;
        const Index t_k = kind == AttentionKind::decoder ? count : keys;
        REQUIRE(weights.sizes() == Dims{1, 2, kind == AttentionKind::encoder ? keys : count, t_k});
        for (Index h = 0; h < 2; ++h) {
          for (Index i = 0; i < weights.size(2); ++i) {
            for (Index j = 0; j < t_k; ++j)
              CHECK(std::abs(weights({0, h, i, j}) - batch.weights(kind, 0)({0, first + i, h, j})) < 1e-5f);
          }
        }
      }
      row += count;
      source_row += keys;
    }
  });
}

TEST_CASE("decoding word by word gives the words and probabilities of all words at once", "[translator]") {
  Translator model = translator(2);
  model.train(60 / sanitizer_share());
  HeadFactors factors;
  factors.of_kind[AttentionKind::decoder] = {1, 0, 1, 1};
  for (const Sentence& source : {read({"the", "small", "white", "house", "sees", "them"}),
                                 read({"my", "cats", "do", "not", "sleep"}), read({"the", "the", "king"})}) {
    const Translation said = model.translate(source, factors);
    const std::vector<Step> steps = model.trace(source, factors);
    const auto logits = std::ranges::find(steps, "logits", &Step::id);
    REQUIRE(logits != steps.end());
    const Tensor p = softmax(logits->output, EmptyRow::nan).contiguous();
    REQUIRE(p.size(1) == static_cast<Index>(said.words.size()));
    for (std::size_t t = 0; t < said.words.size(); ++t) {
      const auto words = static_cast<std::size_t>(p.size(2));
      const auto row = p.values().subspan(t * words, words);
      CHECK(std::ranges::max_element(row) - row.begin() == said.words[t]);
      CHECK(std::abs(row[static_cast<std::size_t>(said.words[t])] - said.probabilities[t]) < 1e-5f);
    }
  }
}

TEST_CASE("a trace has the steps of all three kinds of attention", "[translator]") {
  const Translator model = translator(4);
  const Sentence source = read({"the", "king", "sees", "her"});
  const std::vector<Step> steps = model.trace(source);
  const Translation said = model.translate(source);
  for (const auto& kind : kAttentionKinds) {
    const std::string id = std::string(kind.name) + "1.weights";
    const auto step = std::ranges::find(steps, id, &Step::id);
    CAPTURE(id);
    REQUIRE(step != steps.end());
    CHECK(relative_difference(step->output, said.attention[kind.value][0]) == 0);
    const Run run = forward(model.layer(kind.value, 0), model.inputs(source, kind.value, 0));
    CHECK(relative_difference(run.attention, said.attention[kind.value][0]) < 1e-6);
  }
  CHECK_THROWS_MATCHES(model.layer(AttentionKind::cross, 1), Error,
                       Message("there is no layer 1; there are 1, counted from 0"));
}

TEST_CASE("a translator learns most sentences of the grammar in 300 steps", "[translator]") {
  if (sanitizer_share() > 1) SKIP("the steps of training are those of the next test");
  Translator model = translator(1);
  CHECK(model.layout().elements() > 130000);
  CHECK(model.layout().elements() < 136000);
  CHECK(model.evaluate(100).right == 0);
  model.train(300);
  const TranslatorEvaluation found = model.evaluate(400);
  CHECK(found.right > 0.9);
  CHECK(std::ranges::max(found.content.values()) > 0.8f);
  HeadFactors none;
  none.of_kind[AttentionKind::cross].assign(4, 0);
  const TranslatorEvaluation without = model.evaluate(400, none);
  CHECK(without.right == 0);
  CHECK(without.parts[static_cast<std::size_t>(SpeechPart::noun)].meaning < 0.3);
}

TEST_CASE("an evaluation counts what decoding says", "[translator]") {
  Translator model = translator(6);
  model.train(120 / sanitizer_share());
  const Index sentences = 70 / sanitizer_share();
  const TranslatorEvaluation found = model.evaluate(sentences);
  Rng rng(kTestSeed);
  SentencePair pair;
  Index right = 0, words = 0, on_source = 0;
  for (Index i = 0; i < sentences; ++i) {
    kTask->draw(rng, true, pair);
    const Translation said = model.translate(pair.source);
    Sentence truth;
    for (const TargetWord& each : pair.target) truth.push_back(each.word);
    right += said.words == truth ? 1 : 0;
    std::vector<Step> steps;
    Tape tape(steps);
    Sentence read = {kTask->target_start()};
    read.insert(read.end(), truth.begin(), truth.end() - 1);
    const ComposedTranslator one =
        compose(tape, model.config(), model.layout(), row_of(model.parameters()), pair.source, read);
    const Tensor& cross = tape[one.weights[AttentionKind::cross][0]];
    for (std::size_t t = 0; t < pair.target.size(); ++t) {
      if (pair.target[t].part != SpeechPart::noun) continue;
      ++words;
      Index strongest = 0;
      for (Index j = 1; j < cross.size(3); ++j) {
        if (cross({0, 2, static_cast<Index>(t), j}) > cross({0, 2, static_cast<Index>(t), strongest}))
          strongest = j;
      }
      on_source += strongest == pair.target[t].source ? 1 : 0;
    }
  }
  CHECK(std::abs(found.right - static_cast<double>(right) / static_cast<double>(sentences)) < 1e-9);
  const TranslatorEvaluation::Part& nouns = found.parts[static_cast<std::size_t>(SpeechPart::noun)];
  CHECK(nouns.words == words);
  CHECK(std::abs(static_cast<double>(nouns.source({0, 2})) -
                 static_cast<double>(on_source) / static_cast<double>(words)) < 1e-6);
  CHECK_FALSE(nouns.form > 1);  // NaN if no noun has its meaning
}

/// The bits of all numbers of an evaluation, some of which are NaN.
std::vector<std::uint64_t> bits_of(const TranslatorEvaluation& found) {
  std::vector<std::uint64_t> all;
  const auto add = [&](double number) { all.push_back(std::bit_cast<std::uint64_t>(number)); };
  const auto add_all = [&](const Tensor& each) {
    for (float number : each.values()) add(static_cast<double>(number));
  };
  for (double each : {static_cast<double>(found.sentences), found.right, found.loss}) add(each);
  add_all(found.content);
  add_all(found.determiners);
  for (const TranslatorEvaluation::Part& part : found.parts) {
    for (double each : {static_cast<double>(part.words), part.meaning, part.form}) add(each);
    add_all(part.source);
    add_all(part.agrees);
  }
  return all;
}

TEST_CASE("an evaluation continues, and has the bits of one that counts all at once", "[translator]") {
  Translator model = translator(6);
  model.train(20);
  HeadFactors factors;
  factors.of_kind[AttentionKind::cross] = {1, 0, 1, 1};
  const auto at_once = [&](Index sentences, const HeadFactors& without = {}) {
    Translator fresh = translator(6);
    fresh.load(model.parameters(), model.step());
    return bits_of(fresh.evaluate(sentences, without));
  };
  for (const HeadFactors& each : {HeadFactors(), factors}) {
    std::vector<Index> counts = {64, 128, 140, 180};  // 140 ends within a batch: 180 counts anew
    if (sanitizer_share() > 1) counts = {64, 140};
    for (const Index sentences : counts)
      CHECK(bits_of(model.evaluate(sentences, each)) == at_once(sentences, each));
  }
  model.evaluate(64);
  CHECK(bits_of(model.evaluate(128, factors)) == at_once(128, factors));
  model.evaluate(64);
  model.train(1);
  CHECK(bits_of(model.evaluate(128)) == at_once(128));

  const auto allocated = [&] {
    const long before = allocations();
    model.evaluate(192);
    return allocations() - before;
  };
  model.evaluate(128);
  const long for_the_rest = allocated();
  model.evaluate(1);
  CHECK(for_the_rest < allocated());
}

TEST_CASE("training a translator allocates nothing, and a checkpoint restores all of it", "[translator]") {
  Translator model = translator(3);
  model.train(1);
  const long before = allocations();
  model.train(5);
  CHECK(allocations() == before);
  const Index kept = model.checkpoint();
  model.train(2);
  const std::vector<float> once(model.parameters().begin(), model.parameters().end());
  model.restore(kept);
  CHECK(model.step() == 6);
  model.train(2);
  CHECK(std::ranges::equal(model.parameters(), once));
}

TEST_CASE("a translator refuses sizes that do not fit each other or its task", "[translator]") {
  const auto made = [](auto change) {
    TranslatorConfig config = translator_recipe(*kTask);
    change(config);
    return Translator(kTask, config, {}, 1);
  };
  CHECK_THROWS_AS(made([](TranslatorConfig& config) { config.num_heads = 0; }), Error);
  CHECK_THROWS_AS(made([](TranslatorConfig& config) { config.num_heads = 3; }), Error);
  CHECK_THROWS_MATCHES(made([](TranslatorConfig& config) { config.layers = 0; }), Error,
                       Message("layers 0 is not 1 to 4"));
  CHECK_THROWS_AS(made([](TranslatorConfig& config) { ++config.target_words; }), Error);
}

TEST_CASE("inputs that do not fit a translator are refused", "[translator]") {
  Translator model = translator(1);
  CHECK_THROWS_MATCHES(model.translate(Sentence{0, 200}), Error,
                       Message("there is no word 200; there are 95, counted from 0"));
  CHECK_THROWS_MATCHES(model.translate(Sentence(17, 3)), Error,
                       Message("a sentence of 17 words; expected 1 to 16"));
  CHECK_THROWS_MATCHES(model.translate(Sentence{}), Error,
                       Message("a sentence of 0 words; expected 1 to 16"));
  HeadFactors factors;
  factors.of_kind[AttentionKind::cross] = {1, 1};
  CHECK_THROWS_MATCHES(model.evaluate(1, factors), Error,
                       Message("headScale has 2 numbers; expected one for each of 4 heads"));
  CHECK_THROWS_AS(model.train_on(TranslatorBatch()), Error);
  CHECK_THROWS_AS(translator_recipe(*kTask, {.d_model = 10}), Error);
  CHECK_THROWS_MATCHES(translator_recipe(*kTask, {.layers = 5}), Error, Message("layers 5 is not 1 to 4"));
  CHECK_THROWS_MATCHES(
      task_of(TaskName::translation), Error,
      Message("the task translation has no blanks; make a Translator, or a model of the task reference"));
}

}  // namespace translator_test
