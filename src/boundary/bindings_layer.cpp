// Layers for JavaScript.

#include <cctype>

#include "../layer/backward.hpp"
#include "../study/heads.hpp"
#include "bindings_config.hpp"
#include "bound.hpp"

namespace {

using namespace mha;

std::shared_ptr<BoundLayer> create_layer(const val& options) {
  const Config config = resolve(config_of(options));
  require_memory(notice("the_layer", "the layer"), count_parameters(config), memory_limit());
  const Init init = value_in(kInits, get<"init">(options));
  return bound({config, weights_of(config, init, seed_of(get<"seed">(options)))});
}

val config_of_layer(const BoundLayer& layer) {
  return js(layer.config);
}

val weights_of_layer(const BoundLayer& layer) {
  val weights = val::object();
  for (const LayerParam& param : kParams) {
    if (const Tensor& values = layer.weights[param]) weights.set(param.name.data(), js(values));
  }
  return weights;
}

void set_weight(BoundLayer& layer, const val& param, const val& values) {
  set_values(layer, kParams.at(static_cast<std::size_t>(index_of(param))), tensor_of(values));
}

std::shared_ptr<BoundLayer> prune_layer(const BoundLayer& layer, const val& heads) {
  return bound(prune(layer, indices_of(heads)));
}

/// Name of a gradient: "dWQ" for "wQ".
std::string name_of_gradient(std::string_view parameter) {
  std::string name = text("d{}", parameter);
  name[1] = static_cast<char>(std::toupper(name[1]));
  return name;
}

/// `from` is the index of the step whose gradient is given.
val backward_of(const BoundLayer& layer, BoundRun& run, const val& from, const val& given) {
  const Tensor gradient = tensor_of(given);
  if (!layer.weights.same_as(run.layer.weights))
    fail(ErrorCode::config, "weights_of_another_run",
         "the layer's weights are not those of this run; run forward again");
  require_memory_for_backward(run, memory_limit());
  Gradients gradients = backward(run, static_cast<StepIndex>(index_of(from)), gradient);
  run.gradients = std::move(gradients.steps);
  val out = object_of({{"dQuery", gradients.query}, {"dKey", gradients.key}, {"dValue", gradients.value}});
  for (const LayerParam& param : kParams) {
    if (const Tensor values = gradients.parameter(param)) out.set(name_of_gradient(param.name), js(values));
  }
  return out;
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope_layer) {
  emscripten::function("createLayer", guarded<&create_layer>);
  emscripten::class_<BoundLayer>("Layer")
      .smart_ptr<std::shared_ptr<BoundLayer>>("LayerPointer")
      .function("config", guarded<&config_of_layer>)
      .function("weights", guarded<&weights_of_layer>)
      .function("setWeight", guarded<&set_weight>)
      .function("forward", guarded<&forward_of>)
      .function("backward", guarded<&backward_of>)
      .function("prune", guarded<&prune_layer>);
}
