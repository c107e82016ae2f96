// The only file that includes Emscripten: what JavaScript sees of the core, as a table at the end. No C++ exception crosses over: every function
// goes through guarded(), which returns a failure for JavaScript to throw.

#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <emscripten/val.h>

#include <array>
#include <memory>
#include <new>

#include "attention.hpp"
#include "embedding.hpp"
#include "json.hpp"
#include "patterns.hpp"

namespace {

using emscripten::val;
using namespace mha;

val failure(std::string_view code, const std::string& message) {
  val out = val::object();
  out.set("failure", std::string(code));
  out.set("message", message);
  return out;
}

template <class F>
val guarded(F f) {
  try {
    return val(f());
  } catch (const Error& error) {
    return failure(name(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return failure("memory", "the WebAssembly memory is full");
  } catch (const std::exception& error) {
    return failure("config", error.what());
  }
}

/// A view of the whole of a contiguous tensor. JavaScript copies it at once: it dies when memory grows.
val view_of(const Tensor& tensor) {
  return val(emscripten::typed_memory_view(static_cast<std::size_t>(tensor.elements()), tensor.data()));
}

/// Refuses what cannot fit before anything is allocated.
void require_memory(Index bytes, const char* what) {
  const auto limit = static_cast<Index>(emscripten_get_heap_max());
  if (bytes > limit) {
    fail(ErrorCode::memory, what, " needs ", bytes, " bytes; WebAssembly's memory ends at ", limit);
  }
}

Index index(double number) { return static_cast<Index>(number); }

/// Where JavaScript puts tensors before a call that reads them.
enum class Slot { query, key, value, key_padding_mask, attn_mask, head_scale, other };
constexpr std::size_t kSlots = 7;

class Staging {
 public:
  /// Memory for a tensor of `rank` sizes, to be filled.
  val place(int slot, int rank, double d0, double d1, double d2, double d3) {
    return guarded([&] {
      const std::array<double, 4> sizes = {d0, d1, d2, d3};
      Dims dims;
      for (std::size_t d = 0; d < static_cast<std::size_t>(rank); ++d) dims.push_back(index(sizes[d]));
      require_memory(count_elements(dims) * static_cast<Index>(sizeof(float)), "the tensor");
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

  Config resolved() const {
    return resolve({index(d_model), index(num_heads), index(num_kv_heads), index(d_k), index(d_v), index(d_key), index(d_value), bias, fused});
  }
};

struct ForwardOptions {
  bool causal, key_padding_additive, attn_additive, finite_fill, nan_rows, trace;
  double dropout, dropout_seed;
};

std::optional<Mask> optional_mask(const Tensor& values, bool additive) {
  return values ? std::optional<Mask>({values, additive}) : std::nullopt;
}

class BoundRun {
 public:
  explicit BoundRun(Run run) : run_(std::move(run)) {}
  std::string steps() const { return to_json(run_.steps); }
  std::string warnings() const { return to_json(run_.warnings); }
  val output() const { return view_of(run_.output); }
  val attention() const { return view_of(run_.attention); }
  val tensor(const std::string& id) {
    return guarded([&] {
      const Step* step = run_.find(id);
      if (step == nullptr) fail(ErrorCode::config, "no step \"", id, "\" in this run");
      copied_ = step->output.contiguous();
      return view_of(copied_);
    });
  }

 private:
  Run run_;
  Tensor copied_;  // the last tensor asked for, in logical order, until JavaScript has its copy
};

class BoundLayer {
 public:
  BoundLayer(const Config& config, bool constructed, double seed)
      : layer_{config, constructed ? constructed_weights(config, static_cast<std::uint64_t>(seed))
                                   : Weights::random(config, static_cast<std::uint64_t>(seed))} {}

  val config() const {
    const Config& c = layer_.config;
    val out = val::object();
    const auto set = [&](const char* key, Index value) { out.set(key, static_cast<double>(value)); };
    set("dModel", c.d_model);
    set("numHeads", c.num_heads);
    set("numKvHeads", c.num_kv_heads);
    set("dK", c.d_k);
    set("dV", c.d_v);
    set("dKey", c.d_key);
    set("dValue", c.d_value);
    out.set("bias", c.bias);
    out.set("fused", c.fused);
    return out;
  }

  /// The sizes of a parameter, as a string for JSON, or "null" for a bias of a layer without.
  std::string weight_shape(int param) const {
    const Tensor& tensor = layer_.weights[static_cast<Param>(param)];
    if (!tensor) return "null";
    std::string sizes = text(tensor.sizes());
    sizes.front() = '[';
    sizes.back() = ']';
    return sizes;
  }
  val weight(int param) {
    copied_ = layer_.weights[static_cast<Param>(param)].contiguous();
    return view_of(copied_);
  }
  val set_weight(int param, Staging& staging) {
    return guarded([&] {
      const auto which = static_cast<Param>(param);
      layer_.weights.set(layer_.config, which, staging.take(Slot::other));
      return true;
    });
  }

  val run(Staging& staging, const ForwardOptions& options) const {
    return guarded([&] {
      ForwardArgs args;
      args.query = staging.take(Slot::query);
      args.key = staging.take(Slot::key);
      args.value = staging.take(Slot::value);
      args.causal = options.causal;
      args.key_padding_mask = optional_mask(staging.take(Slot::key_padding_mask), options.key_padding_additive);
      args.attn_mask = optional_mask(staging.take(Slot::attn_mask), options.attn_additive);
      if (options.finite_fill) args.mask_fill = -1e9f;
      args.empty_row = options.nan_rows ? EmptyRow::nan : EmptyRow::zero;
      args.dropout = options.dropout;
      args.dropout_seed = static_cast<std::uint64_t>(options.dropout_seed);
      if (const Tensor scale = staging.take(Slot::head_scale)) args.head_scale.assign(scale.values().begin(), scale.values().end());
      args.trace = options.trace;
      return std::make_shared<BoundRun>(forward(layer_, args));
    });
  }

 private:
  Layer layer_;
  Tensor copied_;
};

val create_layer(const LayerConfig& config, bool constructed, double seed) {
  return guarded([&] {
    const Config resolved = config.resolved();
    require_memory(count_parameters(resolved) * static_cast<Index>(sizeof(float)), "the layer");
    return std::make_shared<BoundLayer>(resolved, constructed, seed);
  });
}

val embed_tokens(const val& tokens, double d_model, double seed) {
  return guarded([&] {
    const Tensor x = embed(emscripten::vecFromJSArray<std::string>(tokens), index(d_model), static_cast<std::uint64_t>(seed));
    return view_of(x).call<val>("slice");
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
      .field("dropoutSeed", &ForwardOptions::dropout_seed);

  class_<Staging>("Staging").constructor<>().function("place", &Staging::place).function("clear", &Staging::clear);

  class_<BoundLayer>("Layer")
      .smart_ptr<std::shared_ptr<BoundLayer>>("Layer")
      .function("config", &BoundLayer::config)
      .function("weightShape", &BoundLayer::weight_shape)
      .function("weight", &BoundLayer::weight)
      .function("setWeight", &BoundLayer::set_weight)
      .function("forward", &BoundLayer::run);

  class_<BoundRun>("Run")
      .smart_ptr<std::shared_ptr<BoundRun>>("Run")
      .function("steps", &BoundRun::steps)
      .function("warnings", &BoundRun::warnings)
      .function("output", &BoundRun::output)
      .function("attention", &BoundRun::attention)
      .function("tensor", &BoundRun::tensor);

  constant("version", std::string(HEADSCOPE_VERSION));
  function("createLayer", &create_layer);
  function("embed", &embed_tokens);
}
