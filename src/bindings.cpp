// The only file that includes Emscripten: what JavaScript sees of the core, as a table at the end. No C++
// exception crosses over: every function that can fail goes through guarded(), which returns a failure for
// JavaScript to throw. What comes out is copied into JavaScript's own memory.

#include <emscripten/bind.h>
#include <emscripten/emmalloc.h>
#include <emscripten/heap.h>
#include <emscripten/val.h>

#include <memory>

#include "backward.hpp"
#include "boundary.hpp"
#include "embedding.hpp"
#include "fast_forward.hpp"
#include "heads.hpp"
#include "json.hpp"
#include "patterns.hpp"

namespace {

using emscripten::val;
using namespace mha;

/// A layer, and the memory in which it runs without trace.
struct BoundLayer : Layer {
  FastForward fast;
};

val failure(std::string_view code, const char* message) {
  val out = val::object();
  out.set("failure", std::string(code));
  out.set("message", std::string(message));
  return out;
}

val failure_of_current_exception() {
  try {
    throw;
  } catch (const Error& error) {
    return failure(name(error.code()), error.what());
  } catch (const std::exception&) {  // std::bad_alloc, std::length_error
    return failure("memory", "WebAssembly's memory is full");
  }
}

template <class F>
val guarded(F f) {
  try {
    return val(f());
  } catch (...) {
    return failure_of_current_exception();
  }
}

Index memory_limit() {
  return static_cast<Index>(emscripten_get_heap_max());
}

/// The memory of a contiguous tensor. It dies when memory grows.
val view_of(const Tensor& tensor) {
  return val(emscripten::typed_memory_view(static_cast<std::size_t>(tensor.elements()), tensor.data()));
}

/// { data, shape }, copied.
val to_js(const Tensor& tensor) {
  const Tensor packed = tensor.contiguous();
  val shape = val::array();
  for (Index size : packed.sizes()) shape.call<void>("push", static_cast<double>(size));
  val out = val::object();
  out.set("data", view_of(packed).call<val>("slice"));
  out.set("shape", shape);
  return out;
}

std::vector<Index> to_indices(const val& numbers) {
  std::vector<Index> out;
  for (double number : emscripten::vecFromJSArray<double>(numbers)) out.push_back(whole(number));
  return out;
}

/// Memory for a tensor of `rank` sizes, for JavaScript to fill at once.
val place(Staging& staging, int slot, int rank, double d0, double d1, double d2, double d3) {
  return guarded([&] {
    Dims sizes = {whole(d0), whole(d1), whole(d2), whole(d3)};
    while (sizes.size() > static_cast<std::size_t>(rank)) sizes.pop_back();
    return view_of(staging.place(static_cast<Slot>(slot), sizes, memory_limit()));
  });
}

val create_layer(const LayerConfig& given, bool constructed, double seed) {
  return guarded([&] {
    const Config config = resolve(given.config());
    require_memory("the layer", count_parameters(config), memory_limit());
    Weights weights =
        constructed ? constructed_weights(config, seed_of(seed)) : Weights::random(config, seed_of(seed));
    return std::make_shared<BoundLayer>(BoundLayer{{config, std::move(weights)}, {}});
  });
}

val weights_of(const BoundLayer& layer) {
  return guarded([&] {
    val out = val::object();
    for (Param param : kParams) {
      if (layer.weights[param]) out.set(std::string(name(param)), to_js(layer.weights[param]));
    }
    return out;
  });
}

val set_weight(BoundLayer& layer, int param, Staging& staging) {
  return guarded([&] {
    set_values(layer, static_cast<Param>(param), staging.take(Slot::other));
    return true;
  });
}

val run_forward(const BoundLayer& layer, Staging& staging, const ForwardOptions& options) {
  return guarded([&] {
    const ForwardArgs args = args_of(staging, options);
    check(layer.config, args);
    require_memory(layer, args, memory_limit());
    return std::make_shared<Run>(forward_with_fault(layer, args, static_cast<Fault>(options.fault)));
  });
}

/// Into the layer's own memory, which stays as it is while sizes do; false where only run_forward can.
val run_fast(BoundLayer& layer, Staging& staging, const ForwardOptions& options) {
  return guarded([&] {
    const ForwardArgs args = args_of(staging, options);
    if (!FastForward::takes(args)) return false;
    check(layer.config, args);
    require_memory(layer, args, memory_limit());
    layer.fast.run(layer, args);
    return true;
  });
}

val run_backward(const BoundLayer& layer, const Run& run, Staging& staging) {
  return guarded([&] {
    if (!layer.weights.same_as(run.layer.weights)) {
      fail(ErrorCode::config, "the layer's weights are not those of this run; run forward again");
    }
    const Gradients gradients = backward(run, staging.take(Slot::other));
    val out = val::object();
    const auto set = [&](const std::string& key, const Tensor& gradient) {
      if (gradient) out.set(key, to_js(gradient));
    };
    set("dQuery", gradients.query);
    set("dKey", gradients.key);
    set("dValue", gradients.value);
    for (Param param : kParams) {
      const std::string key = text("d{}{}", is_bias(param) ? "B" : "W", name(param).substr(1));
      set(key, gradients.parameters[static_cast<std::size_t>(param)]);
    }
    return out;
  });
}

val prune_heads(const BoundLayer& layer, const val& heads) {
  return guarded([&] {
    return std::make_shared<BoundLayer>(BoundLayer{prune(layer, to_indices(heads)), {}});
  });
}

val output_of(const Run& run) {
  return guarded([&] {
    if (!run.output) throw Error(ErrorCode::shape, run.refusal);
    return to_js(run.output);
  });
}

val measure_attention(const Tensor& attention, const val& positions) {
  return guarded([&] {
    const HeadMeasures measures = measure(attention, to_indices(positions));
    val out = val::object();
    out.set("summary", to_js(measures.summary));
    out.set("rowEntropy", to_js(measures.row_entropy));
    out.set("similarity", to_js(measures.similarity));
    return out;
  });
}

val cost_of(const LayerConfig& config, double batch, double t_q, double t_k, bool cross, bool causal) {
  return guarded([&] {
    return to_json(cost(config.config(), {whole(batch), whole(t_q), whole(t_k), cross, causal}));
  });
}

val embed_tokens(const val& tokens, double d_model, double seed) {
  return guarded([&] {
    const auto words = emscripten::vecFromJSArray<std::string>(tokens);
    require_memory("the embedding", product({static_cast<Index>(words.size()), whole(d_model)}),
                   memory_limit());
    return to_js(embed(words, whole(d_model), seed_of(seed)));
  });
}

/// What tests of leaks ask for.
double bytes_in_use() {
  return static_cast<double>(emmalloc_dynamic_heap_size() - emmalloc_free_dynamic_memory());
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope) {
  using namespace emscripten;

  value_object<LayerConfig>("LayerConfig")
      .field("dModel", &LayerConfig::d_model)
      .field("numHeads", &LayerConfig::num_heads)
      .field("numKvHeads", &LayerConfig::num_kv_heads)
      .field("dK", &LayerConfig::d_k)
      .field("dV", &LayerConfig::d_v)
      .field("dKey", &LayerConfig::d_key)
      .field("dValue", &LayerConfig::d_value)
      .field("bias", &LayerConfig::bias)
      .field("fused", &LayerConfig::fused);

  value_object<ForwardOptions>("ForwardOptions")
      .field("causal", &ForwardOptions::causal)
      .field("keyPaddingAdditive", &ForwardOptions::key_padding_additive)
      .field("attnAdditive", &ForwardOptions::attn_additive)
      .field("finiteFill", &ForwardOptions::finite_fill)
      .field("nanRows", &ForwardOptions::nan_rows)
      .field("trace", &ForwardOptions::trace)
      .field("needWeights", &ForwardOptions::need_weights)
      .field("dropout", &ForwardOptions::dropout)
      .field("dropoutSeed", &ForwardOptions::dropout_seed)
      .field("fault", &ForwardOptions::fault);

  class_<Staging>("Staging")
      .constructor<>()
      .function("place", &place)
      .function(
          "clear", +[](Staging& staging, int slot) { staging.clear(static_cast<Slot>(slot)); })
      .function(
          "measure", +[](Staging& staging, const val& positions) {
            return measure_attention(staging.take(Slot::other), positions);
          });

  class_<BoundLayer>("Layer")
      .smart_ptr<std::shared_ptr<BoundLayer>>("LayerHandle")
      .property(
          "config", +[](const BoundLayer& layer) { return LayerConfig(layer.config); })
      .function("forwardFast", &run_fast)
      .function(
          "fastOutput", +[](const BoundLayer& layer) { return view_of(layer.fast.output()); })
      .function(
          "fastAttention", +[](const BoundLayer& layer) { return view_of(layer.fast.attention()); })
      .function(
          "fastWarnings", +[](const BoundLayer& layer) { return to_json(layer.fast.warnings()); })
      .function("weights", &weights_of)
      .function("setWeight", &set_weight)
      .function("forward", &run_forward)
      .function("backward", &run_backward)
      .function("prune", &prune_heads);

  class_<Run>("Run")
      .smart_ptr<std::shared_ptr<Run>>("RunHandle")
      .function(
          "steps", +[](const Run& run) { return to_json(run.steps); })
      .function(
          "warnings", +[](const Run& run) { return to_json(run.warnings); })
      .function("output", &output_of)
      .function(
          "attention", +[](const Run& run) { return guarded([&] { return to_js(run.attention); }); })
      .function(
          "tensor", +[](const Run& run,
                        const std::string& id) { return guarded([&] { return to_js(run.tensor(id)); }); })
      .function(
          "contributions", +[](const Run& run) { return guarded([&] { return to_js(contributions(run)); }); })
      .function(
          "measure",
          +[](const Run& run, const val& positions) { return measure_attention(run.attention, positions); });

  constant("version", std::string(HEADSCOPE_VERSION));
  function("createLayer", &create_layer);
  function("embed", &embed_tokens);
  function("cost", &cost_of);
  function("bytesInUse", &bytes_in_use);
}
