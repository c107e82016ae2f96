// Models in training: gradients and steps compared with PyTorch (tests/fixtures/model.py) and with finite
// differences in double precision; the model of a sentence compared with the model of a batch.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <fstream>
#include <headscope/gradients.hpp>
#include <headscope/model/batch_tape.hpp>
#include <headscope/model/translator.hpp>
#include <numbers>
#include <sstream>

#include "allocations.hpp"
#include "model_case.hpp"
#include "sanitizer.hpp"

using namespace mha;
using Catch::Matchers::Message;

namespace {

constexpr double kModelTolerance = 1e-5;

template <class F>
void for_each_model_case(F f) {
  int cases = 0;
  for (const FixtureCase& fixture : read_fixture("model")) {
    CAPTURE(fixture.name);
    f(fixture, config_of(fixture));
    ++cases;
  }
  CHECK(cases == 10);
}

Tensor row_of(std::span<const float> numbers) {
  return Tensor::from(numbers, {static_cast<Index>(numbers.size())});
}

/// The gradients of a batch.
Tensor gradients_of(const Batch& batch, const ModelConfig& config, const ParameterLayout& layout,
                    const std::vector<float>& parameters) {
  BatchTape tape(config, layout, row_of(parameters), 3);
  Tensor gradients = Tensor::uninitialised({layout.elements()});
  tape.forward(batch);
  tape.backward(gradients);
  return gradients;
}

/// Compares every seventh gradient of the first batch with a finite difference, fewer by day or under a
/// sanitizer.
void check_slopes(const FixtureCase& fixture, const ModelConfig& config, const ParameterLayout& layout,
                  const std::vector<float>& given) {
  const Batch batch = batch_of(fixture, 0);
  const Tensor gradients = gradients_of(batch, config, layout, given);
  std::vector<double> parameters(given.begin(), given.end());
  constexpr double kStep = 1e-5;
  int above_noise = 0;
  const int share = sanitizer_share() * day_share();
  const auto stride = static_cast<std::size_t>(7 * share);
  for (std::size_t i = 0; i < parameters.size(); i += stride) {
    const double at = parameters[i];
    const auto moved = [&](double by) {
      parameters[i] = at + by;
      return ::oracle_loss(config, layout, parameters, batch);
    };
    const double slope = (moved(kStep) - moved(-kStep)) / (2 * kStep);
    parameters[i] = at;
    CAPTURE(i);
    CHECK(std::abs(slope - static_cast<double>(gradients.values()[i])) < 1e-6);
    above_noise += std::abs(slope) > 1e-3 ? 1 : 0;
  }
  CHECK(above_noise > 30 / share);
}

Model reference_model(std::uint64_t seed) {
  const auto task = reference_task();
  return {task, recipe(TaskName::reference, task->vocabulary()), training_recipe(TaskName::reference), seed};
}

}  // namespace

TEST_CASE("gradients of a model, and five training steps, agree with PyTorch", "[model][golden]") {
  for_each_model_case([](const FixtureCase& fixture, const ModelConfig& config) {
    const ParameterLayout layout(config);
    CHECK(relative_difference(
              gradients_of(batch_of(fixture, 0), config, layout, parameters_of(fixture, layout, "p:")),
              row_of(parameters_of(fixture, layout, "d:"))) < kModelTolerance);
    Model model(task_of_words(config.vocabulary), config, {}, 1);
    model.load(parameters_of(fixture, layout, "p:"), 0);
    std::vector<float> losses;
    losses.reserve(5);
    for (int step = 0; step < 5; ++step)
      losses.push_back(static_cast<float>(model.train_on(batch_of(fixture, step))));
    CHECK(relative_difference(row_of(losses), fixture.tensor("losses")) < kModelTolerance);
    for (std::size_t i = 0; i < layout.places().size(); ++i) {
      const ParameterPlace& place = layout.places()[i];
      CAPTURE(place.name);
      CHECK(relative_difference(model.parameter(static_cast<Index>(i)),
                                fixture.tensor("after:" + place.name)) < kModelTolerance);
    }
  });
}

TEST_CASE("gradients of a model agree with finite differences in double precision", "[model][numbers]") {
  for_each_model_case([](const FixtureCase& fixture, const ModelConfig& config) {
    const ParameterLayout layout(config);
    check_slopes(fixture, config, layout, parameters_of(fixture, layout, "p:"));
  });
}

TEST_CASE("gradients of a model with one head agree with finite differences in double precision", "[model][numbers]") {
  for_each_model_case([](const FixtureCase& fixture, ModelConfig config) {
    config.num_heads = 1;
    const ParameterLayout layout(config);
    std::vector<float> given = layout.initial(1);
    Rng rng(2);
    for (float& each : given) each += static_cast<float>(0.3 * rng.normal());
    check_slopes(fixture, config, layout, given);
  });
}

TEST_CASE("models with one head learn", "[model]") {
  if (sanitizer_share() > 1) SKIP("the steps of training are those of the tests above");
  for (TaskName name : {TaskName::reference, TaskName::induction}) {
    const auto task = task_of(name);
    Model model(task, recipe(name, task->vocabulary(), {.num_heads = 1}), training_recipe(name), 1);
    CHECK(model.config().d_k() == model.config().d_model);
    const double before = model.train(1);
    model.train(150);
    CHECK(model.train(1) < before / 3);
  }
}

TEST_CASE("a model of one sentence has the loss and gradients of a batch of it", "[model]") {
  for_each_model_case([](const FixtureCase& fixture, const ModelConfig& config) {
    const ParameterLayout layout(config);
    const Tensor parameters = row_of(parameters_of(fixture, layout, "p:"));
    BatchTape of_batch(config, layout, parameters, 1);
    Tensor gradients = Tensor::uninitialised({layout.elements()});
    Batch batch = batch_of(fixture, 0);
    const auto words = static_cast<std::size_t>(batch.starts[1]), blanks = std::size_t{1};
    const Sentence sentence(batch.words.begin(), batch.words.begin() + static_cast<std::ptrdiff_t>(words));
    const std::vector<Blank> asked(batch.blanks.begin(), batch.blanks.begin() + blanks);
    Batch one;
    one.add(sentence, asked);
    const double loss = of_batch.forward(one);
    of_batch.backward(gradients);
    std::vector<Step> steps;
    Tape tape(steps);
    const Composed composed = compose(tape, config, layout, parameters, sentence, asked);
    CHECK(std::abs(static_cast<double>(*tape[composed.loss].data()) - loss) < 1e-5);
    const TapeGradients walked = walk_back(steps, composed.loss, Tensor::from(std::array{1.0f}, {1}));
    for (std::size_t i = 0; i < layout.places().size(); ++i) {
      const ParameterPlace& place = layout.places()[i];
      CAPTURE(place.name);
      CHECK(relative_difference(walked.parameter(place.name).contiguous(),
                                layout.view(gradients, static_cast<Index>(i))) < kModelTolerance);
    }
  });
}

TEST_CASE("a model has the same bits as in wasm for the same seed", "[model][numbers]") {
  std::ifstream file(FIXTURES "/model_bits.txt");
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string task_name, bits;
    Index steps = 0;
    words >> task_name >> steps >> bits;
    std::vector<float> parameters;
    const auto trained = [&](Learner&& model) {
      model.train(steps);
      parameters.assign(model.parameters().begin(), model.parameters().end());
    };
    const auto row = std::ranges::find(kTasks, task_name, &NamedValue<TaskName>::name);
    REQUIRE(row != kTasks.end());
    if (row->value == TaskName::translation) {
      const auto task = std::make_shared<const TranslationTask>();
      trained(Translator(task, translator_recipe(*task), training_recipe(row->value), 1));
    } else {
      const auto task = task_of(row->value);
      trained(Model(task, recipe(row->value, task->vocabulary()), training_recipe(row->value), 1));
    }
    std::uint32_t hash = 0x811c9dc5;
    for (float each : parameters) hash = (hash ^ std::bit_cast<std::uint32_t>(each)) * 0x01000193;
    CAPTURE(line);
    CHECK(hash == std::stoul(bits, nullptr, 16));
    ++compared;
  }
  CHECK(compared == 6);
}

TEST_CASE("training allocates nothing", "[model]") {
  Model model = reference_model(3);
  model.train(1);
  const long before = allocations();
  model.train(20);
  CHECK(allocations() == before);
}

TEST_CASE("a model that only predicts takes no memory for training", "[model]") {
  const TensorMemory memory;
  Model model = reference_model(3);
  const Index most = 4 * model.layout().elements();
  Rng rng(1);
  Sentence sentence;
  model.task().draw(rng, true, sentence);
  (void)model.predict(sentence);
  CHECK(memory.most() < most);
  model.train(1);
  CHECK(memory.most() > most);
}

TEST_CASE("a checkpoint restores the whole state of training", "[model]") {
  Model model = reference_model(5);
  model.train(3);
  const Index kept = model.checkpoint();
  model.train(4);
  const std::vector<float> once(model.parameters().begin(), model.parameters().end());
  model.restore(kept);
  CHECK(model.step() == 3);
  model.train(4);
  CHECK(std::ranges::equal(model.parameters(), once));
  CHECK_THROWS_MATCHES(model.restore(7), Error,
                       Message("there is no checkpoint 7; there are 1, counted from 0"));
}

TEST_CASE("a removal has the same effect on a sentence as on a batch of it", "[model]") {
  Model model = reference_model(8);
  model.train(40);
  Removal removal{
      .cuts = {{.layer = 0, .kind = 2, .to = CutTo::tells}, {.layer = 1, .kind = 2, .position = 0}}};
  removal.cuts[1].to = CutTo::position;
  removal.head_scale = {1, 0, 1, 1, 0.5f, 1, 1, 0};
  Rng rng(1);
  Sentence sentence;
  BatchTape tape(model.config(), model.layout(), row_of(model.parameters()), 1);
  int compared = 0;
  while (compared < 6) {
    model.task().draw(rng, true, sentence);
    Batch batch;
    batch.add(model.task(), sentence);
    if (batch.blanks[0].kind != 2) continue;  // the sentence lacks the word of the cut
    ++compared;
    const Prediction said = model.predict(sentence, removal);
    tape.forward(batch, removal);
    const Tensor probabilities = tape.probabilities();
    REQUIRE(said.blanks.size() == batch.blanks.size());
    for (std::size_t blank = 0; blank < said.blanks.size(); ++blank) {
      float sum = 0;
      for (const LikelyWord& likely : said.words[blank]) {
        const float p = probabilities({0, static_cast<Index>(blank), likely.word});
        CHECK(std::abs(likely.probability - p) < 1e-5f);
        sum += likely.probability;
      }
      CHECK(std::abs(sum - 1) < 1e-5f);
    }
  }
}

TEST_CASE("a layer run alone on its inputs attends as in the model", "[model]") {
  for (TaskName name : {TaskName::reference, TaskName::induction}) {
    const auto task = task_of(name);
    Model model(task, recipe(name, task->vocabulary()), training_recipe(name), 4);
    model.train(30);
    Rng rng(2);
    Sentence sentence;
    task->draw(rng, true, sentence);
    const Prediction said = model.predict(sentence);
    for (Index layer = 0; layer < model.config().layers; ++layer) {
      const Run run = forward(model.layer(layer), model.inputs(sentence, layer));
      CHECK(relative_difference(run.attention, said.attention[static_cast<std::size_t>(layer)]) < 1e-6);
    }
    CHECK_THROWS_MATCHES(model.layer(2), Error, Message("there is no layer 2; there are 2, counted from 0"));
  }
}

TEST_CASE("a traced prediction has the attention of the prediction, and all of its steps", "[model]") {
  const auto task = reference_task();
  for (bool has_parts : {false, true}) {
    const ModelConfig config =
        recipe(TaskName::reference, task->vocabulary(), {.layer_norm = has_parts, .mlp = has_parts});
    Model model(task, config, training_recipe(TaskName::reference), 4);
    model.train(5);
    Rng rng(2);
    Sentence sentence;
    task->draw(rng, true, sentence);
    const std::vector<Step> steps = model.trace(sentence);
    const auto find = [&](std::string_view id) { return std::ranges::find(steps, id, &Step::id); };
    CHECK((find("layer2.mlp_normed") != steps.end()) == has_parts);
    CHECK((find("layer2.down") != steps.end()) == has_parts);
    REQUIRE(find("layer2.weights") != steps.end());
    CHECK(relative_difference(find("layer2.weights")->output, model.predict(sentence).attention[1]) == 0);
  }
}

TEST_CASE("the learning rate warms up, decays along a cosine, and stays at a tenth", "[model]") {
  const TrainingConfig training;
  const auto near = [&](Index step, double rate) {
    CAPTURE(step);
    CHECK(std::abs(training.rate_at(step) - rate) < 1e-12);
  };
  near(0, 6e-3 / 50);
  near(49, 6e-3);
  near(50, 6e-3);
  near(325, 6e-3 * (0.1 + 0.9 / 2));
  near(599, 6e-3 * (0.1 + 0.45 * (1 + std::cos(std::numbers::pi * 549 / 550))));
  near(600, 6e-4);
  near(10000, 6e-4);
}

TEST_CASE("an evaluation is the mean over the predictions of each sentence", "[model]") {
  for (TaskName name : {TaskName::reference, TaskName::induction}) {
    const auto task = task_of(name);
    Model model(task, recipe(name, task->vocabulary()), training_recipe(name), 6);
    model.train(60);
    Removal removal;
    removal.head_scale.assign(static_cast<std::size_t>(model.config().layers * model.config().num_heads), 1);
    removal.head_scale.back() = 0.25f;
    const Index heads = model.config().num_heads, sentences = 40;
    const Evaluation said = model.evaluate(sentences, removal);
    struct Mean {
      double blanks = 0, right = 0, loss = 0;
      std::vector<double> weights = std::vector<double>(8), tells = weights;
    };
    std::vector<Mean> means(said.kinds.size());
    Rng rng(20170612);
    Sentence sentence;
    for (Index i = 0; i < sentences; ++i) {
      task->draw(rng, true, sentence);
      const Prediction predicted = model.predict(sentence, removal);
      for (std::size_t b = 0; b < predicted.blanks.size(); ++b) {
        const Blank& blank = predicted.blanks[b];
        Mean& mean = means[static_cast<std::size_t>(blank.kind)];
        ++mean.blanks;
        mean.right += predicted.words[b][0].word == blank.answer ? 1 : 0;
        const auto answer = std::ranges::find(predicted.words[b], blank.answer, &LikelyWord::word);
        mean.loss -= std::log(static_cast<double>(answer->probability));
        for (Index h = 0; h < model.config().layers * heads; ++h) {
          const Tensor& attention = predicted.attention[static_cast<std::size_t>(h / heads)];
          const auto weight = [&](Index key) {
            return static_cast<double>(attention({0, h % heads, blank.position, key}));
          };
          mean.weights[static_cast<std::size_t>(h)] += weight(blank.noun);
          mean.tells[static_cast<std::size_t>(h)] += weight(blank.tells);
        }
      }
    }
    for (std::size_t kind = 0; kind < means.size(); ++kind) {
      const Evaluation::Kind& found = said.kinds[kind];
      const Mean& mean = means[kind];
      CAPTURE(std::string(found.name));
      CHECK(static_cast<double>(found.blanks) == mean.blanks);
      CHECK(std::abs(found.accuracy - mean.right / mean.blanks) < 1e-9);
      CHECK(std::abs(found.loss - mean.loss / mean.blanks) < 1e-4);
      for (std::size_t h = 0; h < found.weights.values().size(); ++h) {
        CHECK(std::abs(static_cast<double>(found.weights.values()[h]) - mean.weights[h] / mean.blanks) <
              1e-5);
        CHECK(std::abs(static_cast<double>(found.tells.values()[h]) - mean.tells[h] / mean.blanks) < 1e-5);
        CHECK(found.least.values()[h] <= found.weights.values()[h] + 1e-6f);
      }
    }
  }
}

TEST_CASE("inputs that do not fit a model are refused", "[model]") {
  Model model = reference_model(1);
  const auto task = reference_task();
  ModelConfig other = model.config();
  other.windows.pop_back();
  CHECK_THROWS_MATCHES(Model(task, other, {}, 1), Error,
                       Message("1 windows for 2 layers; expected one a layer, and at least one"));
  other = model.config();
  other.vocabulary = 5;
  CHECK_THROWS_MATCHES(Model(task, other, {}, 1), Error, Message("the model has 5 words, and its task 114"));
  CHECK_THROWS_MATCHES(model.predict(Sentence{3, 200}), Error,
                       Message("there is no word 200; there are 114, counted from 0"));
  CHECK_THROWS_MATCHES(model.predict(Sentence(21, 3)), Error,
                       Message("a sentence of 21 words; expected 1 to 20"));
  CHECK_THROWS_MATCHES(model.evaluate(1, {.head_scale = {1, 1}}), Error,
                       Message("headScale has 2 numbers; expected one for each of 8 heads"));
  CHECK_THROWS_MATCHES(model.evaluate(1, {.cuts = {{.layer = 0, .kind = 3}}}), Error,
                       Message("a cut in layer 0, from kind 3 of blanks; there are 2 and 3, counted from 0"));
  Batch batch;
  for (int i = 0; i < 17; ++i) batch.add(Sentence{1, 2}, {});
  CHECK_THROWS_MATCHES(model.train_on(batch), Error,
                       Message("a batch of 17 sentences of up to 2 words; expected at most 16 of 20"));
}

TEST_CASE("a batch with words, answers or blanks that the model does not have is refused", "[model]") {
  const auto task = reference_task();
  TrainingConfig training = training_recipe(TaskName::reference);
  training.batch = 1;
  Model model(task, recipe(TaskName::reference, task->vocabulary()), training, 1);
  const Index words = task->vocabulary().size();
  const auto refused = [&](const Sentence& sentence, const std::vector<Blank>& blanks) {
    try {
      Batch batch;
      batch.add(sentence, blanks);
      model.train_on(batch);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::vector<Blank> one = {{.position = 2, .answer = 1}};
  CHECK(refused({0, 1, 2, 3}, one).empty());
  CHECK(refused({0, 1, 2, 123456}, one) ==
        text("there is no word 123456; there are {}, counted from 0", words));
  CHECK(refused({0, 1, -1}, one) == text("there is no word -1; there are {}, counted from 0", words));
  CHECK(refused({0, 1, 2}, {{.position = 2, .answer = words}}) ==
        text("there is no word {}; there are {}, counted from 0", words, words));
  CHECK(refused({0, 1, 2}, {{.position = 3, .answer = 1}}) ==
        "there is no position 3 for a blank; the sentence has 3 words, counted from 0");
  CHECK(refused({0, 1, 2, 3}, std::vector<Blank>(40, one[0])) ==
        text("a batch of 40 blanks; expected at most {}", kMostTokens));
  CHECK(refused({0, 1, 2, 3}, {}) == "a batch of 1 sentences has no blank; add one that has");
  CHECK(refused(Sentence(kMostTokens + 1, 0), one).starts_with("a batch of 1 sentences of up to"));
  Batch batch;
  CHECK_THROWS_MATCHES(batch.add(*task, Sentence{words}), Error,
                       Message(text("there is no word {}; there are {}, counted from 0", words, words)));
  CHECK(model.step() == 1);
}

TEST_CASE("a message about an unknown word cuts it between two characters", "[model]") {
  const std::string x39(39, 'x');
  CHECK_THROWS_MATCHES(reference_task()->vocabulary().at(x39 + "\u00e9y"), Error,
                       Catch::Matchers::MessageMatches(
                           Catch::Matchers::StartsWith("the model does not know the word " + x39 + ";")));
}
