// A model that is trained, as JavaScript sees it. In headscope.wasm and headscope_learning.wasm.

#include <emscripten/emmalloc.h>

#include <algorithm>

#include "../model/model.hpp"
#include "bound.hpp"
#include "json.hpp"

namespace {

using namespace mha;

/// The indices are d_model, num_heads, layers, and where keys are from: each 0 for the task's own.
Address create_model(TaskName name, double seed) {
  return guarded([&] {
    const std::vector<Index> wanted = take_indices();
    const Index from = wanted.at(3);
    const std::shared_ptr<const Task> task = task_of(name);
    const auto keys_from = from == 0 ? std::nullopt : std::optional(static_cast<KeysFrom>(from - 1));
    const ModelConfig config =
        recipe(name, task->vocabulary(), {wanted.at(0), wanted.at(1), wanted.at(2), keys_from});
    return address(new Model(task, config, training_recipe(name), seed_of(seed)));
  });
}

std::string config_of_model(Address of) {
  return guarded([&] {
    const ModelConfig& config = at<Model>(of).config();
    return to_json(std::vector<Index>{config.d_model, config.num_heads, config.layers,
                                      static_cast<Index>(config.keys_from)});
  });
}

int leave_training(Address model, double steps) {
  return guarded([&] {
    const std::array loss = {static_cast<float>(at<Model>(model).train(whole(steps)))};
    return exchange.leave("", Tensor::from(loss, {1}));
  });
}

/// What was placed: factors of heads (layers, H), and cuts (n, 4): layer, kind of blank, what to, position.
Removal take_removal() {
  Removal removal;
  if (const Tensor scale = exchange.staging.take(Slot::head_scale))
    removal.head_scale.assign(scale.values().begin(), scale.values().end());
  if (const Tensor cuts = exchange.staging.take(Slot::cut)) {
    for (Index i = 0; i < cuts.size(0); ++i) {
      const auto number = [&](Index column) { return static_cast<Index>(cuts({i, column})); };
      removal.cuts.push_back({.layer = number(0),
                              .kind = static_cast<int>(number(1)),
                              .to = static_cast<CutTo>(number(2)),
                              .position = number(3)});
    }
  }
  return removal;
}

/// The words that were placed, as setTokens() has them.
Sentence take_sentence(const Model& model) {
  const Tensor bytes = exchange.staging.take(Slot::other);
  return model.task().read(words_of(bytes, take_indices()));
}

int leave_evaluation(Address of, double sentences) {
  return guarded([&] {
    const Removal removal = take_removal();
    int count = 0;
    for (const Evaluation::Kind& kind : at<Model>(of).evaluate(whole(sentences), removal).kinds) {
      const std::array sums = {static_cast<float>(kind.blanks), static_cast<float>(kind.accuracy),
                               static_cast<float>(kind.loss)};
      const auto leave = [&](std::string_view what, const Tensor& numbers) {
        count = exchange.leave(text("{} {}", kind.name, what), numbers);
      };
      leave("sums", Tensor::from(sums, {3}));
      leave("weights", kind.weights);
      leave("least", kind.least);
      leave("tells", kind.tells);
    }
    return count;
  });
}

Tensor sentence_tensor(const Sentence& sentence) {
  Tensor words = Tensor::uninitialised({static_cast<Index>(sentence.size())});
  std::ranges::transform(sentence, words.values().begin(),
                         [](Index word) { return static_cast<float>(word); });
  return words;
}

/// (blanks, 6): position, kind, answer, group, noun, tells.
Tensor blanks_tensor(std::span<const Blank> blanks) {
  Tensor out = Tensor::uninitialised({static_cast<Index>(blanks.size()), 6});
  float* row = out.data();
  for (const Blank& blank : blanks) {
    for (Index field :
         {blank.position, Index{blank.kind}, blank.answer, Index{blank.group}, blank.noun, blank.tells})
      *row++ = static_cast<float>(field);
  }
  return out;
}

/// What is said of a sentence, and what each layer attended to.
int leave_prediction(Address of) {
  return guarded([&] {
    const auto& model = at<Model>(of);
    const Removal removal = take_removal();
    const Prediction said = model.predict(take_sentence(model), removal);
    const Index blanks = static_cast<Index>(said.blanks.size()), known = model.config().vocabulary;
    Tensor words = Tensor::uninitialised({blanks, known}), probabilities = words.like(words.sizes());
    for (Index i = 0; i < blanks; ++i) {
      for (Index j = 0; j < known; ++j) {
        const LikelyWord& likely = said.words[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        words.data()[i * known + j] = static_cast<float>(likely.word);
        probabilities.data()[i * known + j] = likely.probability;
      }
    }
    exchange.leave({{"sentence", sentence_tensor(said.sentence)},
                    {"blanks", blanks_tensor(said.blanks)},
                    {"words", words},
                    {"probabilities", probabilities}});
    for (std::size_t i = 0; i < said.attention.size(); ++i)
      exchange.leave(text("layer{}", i), said.attention[i]);
    return static_cast<int>(exchange.results.size());
  });
}

/// A sentence of the task, drawn by a seed.
int leave_example(Address of, double seed, bool held_out) {
  return guarded([&] {
    const Task& task = at<Model>(of).task();
    Rng rng(seed_of(seed));
    Sentence sentence;
    task.draw(rng, held_out, sentence);
    std::vector<Blank> blanks;
    task.find_blanks(sentence, blanks);
    return exchange.leave({{"sentence", sentence_tensor(sentence)}, {"blanks", blanks_tensor(blanks)}});
  });
}

int leave_parameters(Address of) {
  return guarded([&] {
    const auto& model = at<Model>(of);
    const auto& places = model.layout().places();
    for (std::size_t i = 0; i < places.size(); ++i)
      exchange.leave(places[i].name, model.layout().tensor(model.parameters(), static_cast<Index>(i)));
    return static_cast<int>(places.size());
  });
}

/// All of them in one row, in the order in which leave_parameters() has them.
bool load_parameters(Address of, double step) {
  return guarded([&] {
    at<Model>(of).load(exchange.staging.take(Slot::other).values(), whole(step));
    return true;
  });
}

/// One more than its number, since 0 is a refusal.
double keep_checkpoint(Address model) {
  return guarded([&] { return static_cast<double>(at<Model>(model).checkpoint() + 1); });
}

bool restore_checkpoint(Address model, double checkpoint) {
  return guarded([&] {
    at<Model>(model).restore(whole(checkpoint));
    return true;
  });
}

Address layer_of_model(Address model, double layer) {
  return guarded([&] { return address(new BoundLayer{at<Model>(model).layer(whole(layer))}); });
}

int leave_inputs(Address of, double layer) {
  return guarded([&] {
    const auto& model = at<Model>(of);
    const ForwardArgs args = model.inputs(take_sentence(model), whole(layer));
    return exchange.leave({{"query", args.query},
                           {"key", args.key},
                           {"value", args.value},
                           {"attnMask", args.attn_mask->values}});
  });
}

/// What tests of leaks ask for.
double bytes_in_use() {
  return static_cast<double>(emmalloc_dynamic_heap_size() - emmalloc_free_dynamic_memory());
}

}  // namespace

// clang-format off
EMSCRIPTEN_BINDINGS(headscope_model) {
  using emscripten::function;
  function("bytesInUse", &bytes_in_use);
  bind_names("Task", kTasks);
  bind_names("KeysFrom", kKeysFrom);
  bind_names("CutTo", kCutTos);
  function("createModel", &create_model);
  function("deleteModel", &destroy<Model>);
  function("modelConfig", &config_of_model);
  function("modelWords", +[](Address model) { return guarded([&] { return to_json(at<Model>(model).task().vocabulary().words()); }); });
  function("modelKinds", +[](Address model) { return guarded([&] { const auto kinds = at<Model>(model).task().kinds(); return to_json(std::vector<std::string>(kinds.begin(), kinds.end())); }); });
  function("modelStep", +[](Address model) { return static_cast<double>(at<Model>(model).step()); });
  function("train", &leave_training);
  function("evaluate", &leave_evaluation);
  function("predict", &leave_prediction);
  function("example", &leave_example);
  function("modelParameters", &leave_parameters);
  function("loadParameters", &load_parameters);
  function("checkpoint", &keep_checkpoint);
  function("restore", &restore_checkpoint);
  function("modelLayer", &layer_of_model);
  function("modelInputs", &leave_inputs);
}
