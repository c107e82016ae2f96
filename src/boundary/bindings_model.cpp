// Models for JavaScript.

#include <algorithm>

#include "../model/model.hpp"
#include "bound.hpp"
#include "json.hpp"

namespace mha {

val traced(const std::vector<Step>& steps) {
  val numbers = val::array();
  for (const Step& step : steps) numbers.call<void>("push", js(step.output.contiguous().values()));
  val out = val::object();
  out.set("steps", js(to_json(steps)));
  out.set("numbers", numbers);
  return out;
}

}  // namespace mha

namespace {

using namespace mha;

/// Sizes of 0 and a missing `keysFrom` select the defaults of the task.
std::shared_ptr<Model> create_model(const val& options) {
  const TaskName name = value_in(kTasks, get<"task">(options));
  const std::shared_ptr<const Task> task = task_of(name);
  RequestedSizes requested{.d_model = index_of(get<"dModel">(options)),
                           .num_heads = index_of(get<"numHeads">(options)),
                           .layers = index_of(get<"layers">(options)),
                           .layer_norm = get<"layerNorm">(options).isTrue(),
                           .mlp = get<"mlp">(options).isTrue()};
  if (const val from = get<"keysFrom">(options); !from.isUndefined())
    requested.keys_from = value_in(kKeysFrom, from);
  const ModelConfig config = recipe(name, task->vocabulary(), requested);
  return std::make_shared<Model>(task, config, training_recipe(name), seed_of(get<"seed">(options)));
}

/// The constants of a model: sizes, words and kinds of blanks.
val description(const Model& model) {
  const ModelConfig& config = model.config();
  const auto kinds = model.task().kinds();
  val out = val::object();
  out.set("dModel", js(config.d_model));
  out.set("numHeads", js(config.num_heads));
  out.set("layers", js(config.layers));
  out.set("keysFrom", js(static_cast<Index>(config.keys_from)));
  out.set("layerNorm", config.layer_norm);
  out.set("mlp", config.mlp);
  out.set("words", js(model.task().vocabulary().words()));
  out.set("kinds", js(std::vector<std::string>(kinds.begin(), kinds.end())));
  return out;
}

/// headScale: (layers, H). Each cut: its layer, the kind of blank it applies to, its target, and a position.
Removal removal_of(const val& given) {
  Removal removal;
  if (const val scale = get<"headScale">(given); !scale.isUndefined()) {
    const Tensor factors = tensor_of(scale);
    removal.head_scale.assign(factors.values().begin(), factors.values().end());
  }
  for (const val& cut : get<"cuts">(given)) {
    removal.cuts.push_back({.layer = index_of(get<"layer">(cut)),
                            .kind = static_cast<int>(index_of(get<"kind">(cut))),
                            .to = value_in(kCutTos, get<"to">(cut)),
                            .position = index_of(get<"position">(cut))});
  }
  return removal;
}

/// Results by the name of each kind of blank.
val evaluate(Model& model, const val& sentences, const val& removal) {
  val kinds = val::object();
  for (const Evaluation::Kind& kind : model.evaluate(index_of(sentences), removal_of(removal)).kinds) {
    val row = val::object();
    row.set("blanks", js(static_cast<Index>(kind.blanks)));
    row.set("accuracy", double{static_cast<float>(kind.accuracy)});
    row.set("loss", double{static_cast<float>(kind.loss)});
    row.set("weights", rows_of(kind.weights));
    row.set("least", rows_of(kind.least));
    row.set("tells", rows_of(kind.tells));
    kinds.set(std::string(kind.name), row);
  }
  return kinds;
}

/// { sentence, blanks }. Words are indices; -1 is an unknown word.
val example_of(const Sentence& sentence, std::span<const Blank> blanks) {
  val rows = val::array();
  for (const Blank& blank : blanks) {
    val row = val::object();
    row.set("position", js(blank.position));
    row.set("kind", js(Index{blank.kind}));
    row.set("answer", js(blank.answer));
    row.set("noun", js(blank.noun));
    row.set("tells", js(blank.tells));
    rows.call<void>("push", row);
  }
  val out = val::object();
  out.set("sentence", js(sentence));
  out.set("blanks", rows);
  return out;
}

/// The predictions for a sentence: { words, probabilities } of each blank, the likeliest word first, and the
/// attention of each layer.
val predict(const Model& model, const val& tokens, const val& removal) {
  const Prediction said = model.predict(model.task().read(strings_of(tokens)), removal_of(removal));
  val likely = val::array();
  for (const std::vector<LikelyWord>& all : said.words) {
    std::vector<Index> words(all.size());
    std::vector<float> probabilities(all.size());
    std::ranges::transform(all, words.begin(), &LikelyWord::word);
    std::ranges::transform(all, probabilities.begin(), &LikelyWord::probability);
    val row = val::object();
    row.set("words", js(words));
    row.set("probabilities", js(std::span<const float>(probabilities)));
    likely.call<void>("push", row);
  }
  val out = example_of(said.sentence, said.blanks);
  out.set("likely", likely);
  out.set("attention", js(said.attention));
  return out;
}

val trace(const Model& model, const val& tokens) {
  return traced(model.trace(model.task().read(strings_of(tokens))));
}

/// A sentence of the task, drawn from a seed.
val example(const Model& model, const val& seed, const val& held_out) {
  Rng rng(seed_of(seed));
  Sentence sentence;
  model.task().draw(rng, held_out.isTrue(), sentence);
  std::vector<Blank> blanks;
  model.task().find_blanks(sentence, blanks);
  return example_of(sentence, blanks);
}

std::shared_ptr<BoundLayer> layer(const Model& model, const val& place) {
  return bound(model.layer(index_of(place)));
}

val inputs(const Model& model, const val& tokens, const val& layer) {
  const ForwardArgs args = model.inputs(model.task().read(strings_of(tokens)), index_of(layer));
  return object_of({{"query", args.query},
                    {"key", args.key},
                    {"value", args.value},
                    {"attnMask", args.attn_mask->values}});
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope_model) {
  emscripten::function("createModel", guarded<&create_model>);
  emscripten::class_<Model, emscripten::base<Learner>>("Model")
      .smart_ptr<std::shared_ptr<Model>>("ModelPointer")
      .function("description", guarded<&description>)
      .function("evaluate", guarded<&evaluate>)
      .function("predict", guarded<&predict>)
      .function("trace", guarded<&trace>)
      .function("example", guarded<&example>)
      .function("layer", guarded<&layer>)
      .function("inputs", guarded<&inputs>);
}
