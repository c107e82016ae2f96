// Functions of the core that need no layer.

#include <emscripten/emmalloc.h>

#include "../model/model.hpp"
#include "../model/translator_config.hpp"
#include "../study/chain.hpp"
#include "../study/embedding.hpp"
#include "../study/measures.hpp"
#include "../study/patterns.hpp"
#include "../study/sentence_measures.hpp"
#include "../transformer/block.hpp"
#include "../transformer/stored_numbers.hpp"
#include "bindings_config.hpp"
#include "json.hpp"

namespace {

using namespace mha;

std::string version() {
  return HEADSCOPE_VERSION;
}

/// The names of all choices. JavaScript passes a choice by its index in this list.
val names() {
  val out = val::object();
  out.set("init", names_in(kInits));
  out.set("fault", names_in(kFaults));
  out.set("parameter", names_in(kParams));
  out.set("ropeStyle", names_in(kRopeStyles));
  out.set("measure", names_in(kMeasures));
  out.set("sentenceMeasure", names_in(kSentenceMeasures));
  out.set("headKind", names_in(kHeadKinds));
  out.set("shapeCall", names_in(kShapeCalls));
  out.set("task", names_in(kTasks));
  out.set("attentionKind", names_in(kAttentionKinds));
  out.set("keysFrom", names_in(kKeysFrom));
  out.set("cutTo", names_in(kCutTos));
  out.set("blockParameter", names_in(kBlockParams));
  out.set("order", names_in(kOrders));
  out.set("norm", names_in(kNormKinds));
  out.set("activation", names_in(kActivations));
  out.set("storedType", names_in(kStoredTypes));
  out.set("patched", names_in(kPatched));
  return out;
}

Tensor embed_tokens(const val& options) {
  const std::vector<std::string> words = strings_of(get<"words">(options));
  const Index d_model = index_of(get<"dModel">(options));
  require_memory(notice("the_embedding", "the embedding"),
                 multiply_checked({static_cast<Index>(words.size()), d_model}), memory_limit());
  return embed(words, d_model, seed_of(get<"seed">(options)), get<"positions">(options).isTrue());
}

std::string cost_of(const val& config, const val& extent) {
  return to_json(cost(config_of(config), {.batch = index_of(get<"batch">(extent)),
                                          .t_q = index_of(get<"tQ">(extent)),
                                          .t_k = index_of(get<"tK">(extent)),
                                          .cross = get<"cross">(extent).isTrue(),
                                          .causal = get<"causal">(extent).isTrue(),
                                          .padded = get<"padded">(extent).isTrue(),
                                          .past = index_of(get<"past">(extent))}));
}

/// Error "memory" if wasm has no memory for a tensor of these sizes. JavaScript calls this function before it
/// reads a large input.
void require_room(const val& shape) {
  const Dims sizes = dims_of(shape);
  require_tensor(sizes);
  const Tensor probe = Tensor::uninitialised(sizes);
}

/// Lets tests find memory leaks.
double bytes_in_use() {
  return static_cast<double>(emmalloc_dynamic_heap_size() - emmalloc_free_dynamic_memory());
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope) {
  emscripten::function("version", guarded<&version>);
  emscripten::function("names", guarded<&names>);
  emscripten::function("configFields", guarded<&config_fields>);
  emscripten::function("operations", guarded<&operations_to_json>);
  emscripten::function("embed", guarded<&embed_tokens>);
  emscripten::function("cost", guarded<&cost_of>);
  emscripten::function("requireRoom", guarded<&require_room>);
  emscripten::function("bytesInUse", guarded<&bytes_in_use>);
}
