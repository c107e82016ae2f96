// Functions that only one lab needs.

#include "../model/head_fit.hpp"
#include "../study/chain.hpp"
#include "../study/patterns.hpp"
#include "../study/reorder.hpp"
#include "../study/symmetry.hpp"
#include "bindings.hpp"
#include "json.hpp"

namespace {

using namespace mha;

/// { links, numbers }: the links as JSON, and the numbers of each link that has a tensor.
val chain(const val& shape, const val& calls) {
  std::vector<GivenCall> given;
  for (const val& call : calls)
    given.push_back({value_in(kShapeCalls, get<"call">(call)), dims_of(get<"given">(call))});
  const std::vector<ChainLink> links = follow_chain(dims_of(shape), given);
  val numbers = val::array();
  for (const ChainLink& link : links)
    if (link.tensor) numbers.call<void>("push", js(link.tensor.contiguous().values()));
  val out = val::object();
  out.set("links", js(to_json(links)));
  out.set("numbers", numbers);
  return out;
}

val put_back_rows(const val& straight, const val& shuffled, const val& order) {
  const Reordered back = put_back(tensor_of(straight), tensor_of(shuffled), indices_of(order));
  val out = object_of({{"rows", back.rows}, {"apart", back.apart}});
  out.set("largest", double{back.largest});
  return out;
}

Tensor asymmetry_of(const val& scores) {
  return asymmetry(tensor_of(scores));
}

val built_head(const val& sizes, const val& dials) {
  const HeadBlocks blocks = build_head(index_of(get<"dModel">(sizes)), index_of(get<"dK">(sizes)),
                                       {.offset = index_of(get<"offset">(dials)),
                                        .place = get<"place">(dials).as<double>(),
                                        .word = get<"word">(dials).as<double>(),
                                        .first = get<"first">(dials).as<double>(),
                                        .sharpness = get<"sharpness">(dials).as<double>()});
  return object_of({{"wQ", blocks.w_q}, {"wK", blocks.w_k}});
}

std::shared_ptr<HeadFit> create_head_fit(const val& options) {
  const Tensor x = tensor_of(get<"x">(options)), wanted = tensor_of(get<"wanted">(options));
  const Index heads = index_of(get<"heads">(options)), tokens = x.sizes()[1];
  require_memory(notice("the_maps", "the maps"), multiply_checked({add_checked(heads, 2), tokens, tokens}),
                 memory_limit());
  return std::make_shared<HeadFit>(x, wanted, heads, index_of(get<"dK">(options)),
                                   seed_of(get<"seed">(options)));
}

/// Runs `steps` training steps (0 or more). Returns the number of steps so far, and the loss after them.
val train_fit(HeadFit& fit, const val& given) {
  const Index steps = index_of(given);
  if (steps > 0) fit.train(steps);
  val out = val::object();
  out.set("step", js(fit.step()));
  out.set("loss", double{static_cast<float>(fit.loss())});
  return out;
}

val found(const HeadFit& fit) {
  return object_of({{"maps", fit.maps()}, {"wQ", fit.w_q()}, {"wK", fit.w_k()}});
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope_labs) {
  emscripten::function("chain", guarded<&chain>);
  emscripten::function("putBack", guarded<&put_back_rows>);
  emscripten::function("asymmetry", guarded<&asymmetry_of>);
  emscripten::function("buildHead", guarded<&built_head>);
  emscripten::function("createHeadFit", guarded<&create_head_fit>);
  emscripten::class_<HeadFit>("HeadFit")
      .smart_ptr<std::shared_ptr<HeadFit>>("HeadFitPointer")
      .function("train", guarded<&train_fit>)
      .function("found", guarded<&found>);
}
