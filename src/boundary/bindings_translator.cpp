// Translators for JavaScript.

#include "../model/translator.hpp"
#include "bound.hpp"
#include "json.hpp"

namespace {

using namespace mha;

/// Sizes of 0 select the defaults.
std::shared_ptr<Translator> create_translator(const val& options) {
  const auto task = std::make_shared<const TranslationTask>();
  const TranslatorConfig config = translator_recipe(*task, {.d_model = index_of(get<"dModel">(options)),
                                                            .num_heads = index_of(get<"numHeads">(options)),
                                                            .layers = index_of(get<"layers">(options))});
  return std::make_shared<Translator>(task, config, training_recipe(TaskName::translation),
                                      seed_of(get<"seed">(options)));
}

/// The constants of a translator: sizes and words.
val description_of(const Translator& model) {
  val out = val::object();
  out.set("dModel", js(model.config().d_model));
  out.set("numHeads", js(model.config().num_heads));
  out.set("layers", js(model.config().layers));
  out.set("sourceWords", js(model.task().source().words()));
  out.set("targetWords", js(model.task().target().words()));
  return out;
}

/// { encoder, decoder, cross }: tensors (layers, H), or undefined.
HeadFactors factors_of(const val& given) {
  HeadFactors factors;
  for (const auto& kind : kAttentionKinds) {
    const Tensor each = tensor_of(given[kind.name.data()]);
    if (each) factors.of_kind[kind.value].assign(each.values().begin(), each.values().end());
  }
  return factors;
}

val evaluate_translator(Translator& model, const val& sentences, const val& factors) {
  const TranslatorEvaluation found = model.evaluate(index_of(sentences), factors_of(factors));
  val parts = val::object();
  for (const TranslatorEvaluation::Part& part : found.parts) {
    val row = val::object();
    row.set("words", js(part.words));
    row.set("meaning", double{static_cast<float>(part.meaning)});
    row.set("form", double{static_cast<float>(part.form)});
    row.set("source", rows_of(part.source));
    row.set("agrees", rows_of(part.agrees));
    parts.set(std::string(part.name), row);
  }
  val out = val::object();
  out.set("right", double{static_cast<float>(found.right)});
  out.set("loss", double{static_cast<float>(found.loss)});
  out.set("parts", parts);
  out.set("content", rows_of(found.content));
  out.set("determiners", rows_of(found.determiners));
  return out;
}

/// { source, target }: words are indices, places that do not exist -1. Undefined for no pair.
val pair_of(const std::optional<SentencePair>& pair) {
  if (!pair) return val::undefined();
  val target = val::array();
  for (const TargetWord& each : pair->target) {
    val row = val::object();
    row.set("word", js(each.word));
    row.set("part", val::u8string(name_in(kSpeechParts, each.part).data()));
    row.set("source", js(each.source));
    row.set("agrees", js(each.agrees));
    target.call<void>("push", row);
  }
  val out = val::object();
  out.set("source", js(pair->source));
  out.set("target", target);
  return out;
}

val translate(const Translator& model, const val& tokens, const val& factors) {
  const Translation said = model.translate(model.task().read(strings_of(tokens)), factors_of(factors));
  val attention = val::object();
  for (const auto& kind : kAttentionKinds)
    attention.set(std::string(kind.name), js(said.attention[kind.value]));
  val out = val::object();
  out.set("source", js(said.source));
  out.set("words", js(said.words));
  out.set("probabilities", js(std::span<const float>(said.probabilities)));
  out.set("attention", attention);
  out.set("truth", pair_of(model.task().translate(said.source)));
  return out;
}

/// The steps of a translation as JSON, and the elements of each.
val trace_translation(const Translator& model, const val& tokens, const val& factors) {
  return traced(model.trace(model.task().read(strings_of(tokens)), factors_of(factors)));
}

/// A pair of sentences, drawn from a seed.
val example_pair(const Translator& model, const val& seed, const val& held_out) {
  Rng rng(seed_of(seed));
  SentencePair pair;
  model.task().draw(rng, held_out.isTrue(), pair);
  return pair_of(pair);
}

std::shared_ptr<BoundLayer> attention_layer(const Translator& model, const val& kind, const val& place) {
  return bound(model.layer(value_in(kAttentionKinds, kind), index_of(place)));
}

val attention_inputs(const Translator& model, const val& tokens, const val& kind, const val& layer) {
  const ForwardArgs args =
      model.inputs(model.task().read(strings_of(tokens)), value_in(kAttentionKinds, kind), index_of(layer));
  val out = object_of({{"query", args.query}, {"key", args.key}, {"value", args.value}});
  out.set("causal", args.causal);
  return out;
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope_translator) {
  emscripten::function("createTranslator", guarded<&create_translator>);
  emscripten::class_<Translator, emscripten::base<Learner>>("Translator")
      .smart_ptr<std::shared_ptr<Translator>>("TranslatorPointer")
      .function("description", guarded<&description_of>)
      .function("evaluate", guarded<&evaluate_translator>)
      .function("translate", guarded<&translate>)
      .function("trace", guarded<&trace_translation>)
      .function("example", guarded<&example_pair>)
      .function("layer", guarded<&attention_layer>)
      .function("inputs", guarded<&attention_inputs>);
}
