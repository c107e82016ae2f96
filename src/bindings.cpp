// The only file that includes Emscripten: what JavaScript sees of the core, as a table at the end. No C++ exception crosses over: every function
// that can fail goes through guarded(), which returns a failure for JavaScript to throw. What comes out is copied into JavaScript's own memory.

#include <emscripten/bind.h>
#include <emscripten/emmalloc.h>
#include <emscripten/heap.h>
#include <emscripten/val.h>

#include <array>
#include <memory>
#include <new>

#include "backward.hpp"
#include "cost.hpp"
#include "embedding.hpp"
#include "faults.hpp"
#include "heads.hpp"
#include "json.hpp"
#include "patterns.hpp"

namespace {

using emscripten::val;
using namespace mha;

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

/// { data, shape }, copied.
val to_js(const Tensor& tensor) {
  const Tensor packed = tensor.contiguous();
  const auto elements = static_cast<std::size_t>(packed.elements());
  val shape = val::array();
  for (Index size : packed.sizes()) shape.call<void>("push", static_cast<double>(size));
  val out = val::object();
  out.set("data", val(emscripten::typed_memory_view(elements, packed.data())).call<val>("slice"));
  out.set("shape", shape);
  return out;
}

/// Refuses what cannot fit before anything of it is allocated.
void require_memory(Index bytes, const char* what) {
  const auto limit = static_cast<Index>(emscripten_get_heap_max());
  if (bytes > limit) fail(ErrorCode::memory, "{} would take {} bytes; WebAssembly's memory ends at {}", what, bytes, limit);
}

Index whole(double number) { return static_cast<Index>(number); }
std::uint64_t seed_of(double number) { return static_cast<std::uint64_t>(number); }
std::vector<Index> to_indices(const val& numbers) {
  std::vector<Index> out;
  for (double number : emscripten::vecFromJSArray<double>(numbers)) out.push_back(whole(number));
  return out;
}

/// Where JavaScript puts tensors before a call that reads them.
enum class Slot { query, key, value, key_padding_mask, attn_mask, head_scale, other };
constexpr std::size_t kSlots = 7;

class Staging {
 public:
  /// Memory for a tensor of `rank` sizes, for JavaScript to fill at once.
  val place(int slot, int rank, double d0, double d1, double d2, double d3) {
    return guarded([&] {
      const std::array<double, 4> sizes = {d0, d1, d2, d3};
      Dims dims;
      for (std::size_t d = 0; d < static_cast<std::size_t>(rank); ++d) dims.push_back(whole(sizes[d]));
      require_memory(product({count_elements(dims), Index{sizeof(float)}}), "the tensor");
      Tensor& tensor = slots_[static_cast<std::size_t>(slot)] = Tensor::uninitialised(dims);
      return val(emscripten::typed_memory_view(static_cast<std::size_t>(tensor.elements()), tensor.data()));
    });
  }
  void clear() { slots_ = {}; }
  Tensor take(Slot slot) { return std::exchange(slots_[static_cast<std::size_t>(slot)], {}); }

 private:
  std::array<Tensor, kSlots> slots_;
};

struct LayerConfig {
  double d_model, num_heads, num_kv_heads, d_k, d_v, d_key, d_value;
  bool bias, fused;

  Config config() const {
    return {whole(d_model), whole(num_heads), whole(num_kv_heads), whole(d_k), whole(d_v), whole(d_key), whole(d_value), bias, fused};
  }
};

LayerConfig to_js(const Config& c) {
  const auto number = [](Index i) { return static_cast<double>(i); };
  return {number(c.d_model), number(c.num_heads), number(c.num_kv_heads), number(c.d_k), number(c.d_v), number(c.d_key), number(c.d_value), c.bias, c.fused};
}

struct ForwardOptions {
  bool causal, key_padding_additive, attn_additive, finite_fill, nan_rows, trace;
  double dropout, dropout_seed;
  int fault;
};

ForwardArgs args_of(Staging& staging, const ForwardOptions& options) {
  const auto mask = [&](Slot slot, bool additive) {
    Tensor values = staging.take(slot);
    return values ? std::optional<Mask>({std::move(values), additive}) : std::nullopt;
  };
  ForwardArgs args{.query = staging.take(Slot::query), .key = staging.take(Slot::key), .value = staging.take(Slot::value), .causal = options.causal};
  args.key_padding_mask = mask(Slot::key_padding_mask, options.key_padding_additive);
  args.attn_mask = mask(Slot::attn_mask, options.attn_additive);
  if (options.finite_fill) args.mask_fill = -1e9f;
  args.empty_row = options.nan_rows ? EmptyRow::nan : EmptyRow::zero;
  args.dropout = options.dropout;
  args.dropout_seed = seed_of(options.dropout_seed);
  if (const Tensor scale = staging.take(Slot::head_scale)) args.head_scale.assign(scale.values().begin(), scale.values().end());
  args.trace = options.trace;
  return args;
}

/// What the forward pass will hold, found on meta tensors; only worth finding where it is much.
void require_memory_for(const Layer& layer, const ForwardArgs& args) {
  const Tensor& key = args.key ? args.key : args.value ? args.value : args.query;
  constexpr Index kMuch = 1 << 20;
  const Index rows = args.query.size(0) * (args.query.size(1) + key.size(1));
  if (rows * (layer.config.num_heads * (key.size(1) + layer.config.d_k + layer.config.d_v) + layer.config.d_model) < kMuch) return;
  const Extent extent{args.query.size(0), args.query.size(1), key.size(1), args.key || args.value, args.causal};
  require_memory(cost(layer.config, extent).bytes_held, "this forward pass");
}

using RunHandle = std::shared_ptr<Run>;
using LayerHandle = std::shared_ptr<Layer>;

val forward_run(const Layer& layer, Staging& staging, const ForwardOptions& options) {
  return guarded([&] {
    const ForwardArgs args = args_of(staging, options);
    check(layer.config, args);
    require_memory_for(layer, args);
    return std::make_shared<Run>(forward_with_fault(layer, args, static_cast<Fault>(options.fault)));
  });
}

val backward_run(const Layer& layer, const Run& run, Staging& staging) {
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

val output_of(const Run& run) {
  return guarded([&] {
    if (!run.output) fail(ErrorCode::shape, "{}", run.refusal);
    return to_js(run.output);
  });
}

val measure_run(const Run& run, const val& positions) {
  return guarded([&] {
    const HeadMeasures measures = measure(run.attention, to_indices(positions));
    val out = val::object();
    out.set("summary", to_js(measures.summary));
    out.set("rowEntropy", to_js(measures.row_entropy));
    out.set("similarity", to_js(measures.similarity));
    return out;
  });
}

val create_layer(const LayerConfig& given, bool constructed, double seed) {
  return guarded([&] {
    const Config config = resolve(given.config());
    require_memory(product({count_parameters(config), Index{sizeof(float)}}), "the layer");
    return std::make_shared<Layer>(Layer{config, constructed ? constructed_weights(config, seed_of(seed)) : Weights::random(config, seed_of(seed))});
  });
}

val layer_weights(const Layer& layer) {
  return guarded([&] {
    val out = val::object();
    for (Param param : kParams) {
      if (layer.weights[param]) out.set(std::string(name(param)), to_js(layer.weights[param]));
    }
    return out;
  });
}

/// Takes the values in the shape that the parameter has.
val set_weight(Layer& layer, int param, Staging& staging) {
  return guarded([&] {
    const auto which = static_cast<Param>(param);
    const Tensor given = staging.take(Slot::other);
    const Dims sizes = shape_of(which, layer.config);
    if (given.elements() != count_elements(sizes)) {
      fail(ErrorCode::shape, "{}: data of {} elements does not fill shape {}, which has {}", name(which), given.elements(), sizes,
           count_elements(sizes));
    }
    layer.weights.set(layer.config, which, given.view(sizes));
    return true;
  });
}

val prune_layer(const Layer& layer, const val& heads) {
  return guarded([&] { return std::make_shared<Layer>(prune(layer, to_indices(heads))); });
}

val cost_of(const LayerConfig& config, double batch, double t_q, double t_k, bool cross, bool causal) {
  return guarded([&] { return to_json(cost(config.config(), {whole(batch), whole(t_q), whole(t_k), cross, causal})); });
}

val embed_tokens(const val& tokens, double d_model, double seed) {
  return guarded([&] {
    const auto words = emscripten::vecFromJSArray<std::string>(tokens);
    require_memory(product({static_cast<Index>(words.size()), whole(d_model), Index{sizeof(float)}}), "the embedding");
    return to_js(embed(words, whole(d_model), seed_of(seed)));
  });
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
      .field("dropout", &ForwardOptions::dropout)
      .field("dropoutSeed", &ForwardOptions::dropout_seed)
      .field("fault", &ForwardOptions::fault);

  class_<Staging>("Staging").constructor<>().function("place", &Staging::place).function("clear", &Staging::clear);

  class_<Layer>("Layer")
      .smart_ptr<LayerHandle>("LayerHandle")
      .property("config", +[](const Layer& layer) { return to_js(layer.config); })
      .function("weights", &layer_weights)
      .function("setWeight", &set_weight)
      .function("forward", &forward_run)
      .function("backward", &backward_run)
      .function("prune", &prune_layer);

  class_<Run>("Run")
      .smart_ptr<RunHandle>("RunHandle")
      .function("steps", +[](const Run& run) { return to_json(run.steps); })
      .function("warnings", +[](const Run& run) { return to_json(run.warnings); })
      .function("output", &output_of)
      .function("attention", +[](const Run& run) { return guarded([&] { return to_js(run.attention); }); })
      .function("tensor", +[](const Run& run, const std::string& id) { return guarded([&] { return to_js(run.tensor(id)); }); })
      .function("contributions", +[](const Run& run) { return guarded([&] { return to_js(contributions(run)); }); })
      .function("measure", &measure_run);

  function("bytesInUse", +[] { return static_cast<double>(emmalloc_dynamic_heap_size() - emmalloc_free_dynamic_memory()); });
  constant("version", std::string(HEADSCOPE_VERSION));
  function("createLayer", &create_layer);
  function("embed", &embed_tokens);
  function("cost", &cost_of);
}
