// What JavaScript sees of the core: the functions marked EXPORTED, which web/core/native.js calls. Numbers and addresses go in, after
// place() and place_text() have said where tensors and text belong; one JSON text comes out. A tensor in it is {"shape": [...], "address": n},
// to be copied before the next call. No C++ exception crosses over: it comes out as {"failure": code, "message": ...}.
//
// Plain exports, and not Embind, whose glue and run-time types would be a sixth of all that a page loads.

#include <emscripten/emmalloc.h>

#include <array>
#include <memory>
#include <utility>

#include "backward.hpp"
#include "cost.hpp"
#include "embedding.hpp"
#include "faults.hpp"
#include "heads.hpp"
#include "json.hpp"
#include "patterns.hpp"

#define EXPORTED(name) __attribute__((export_name(name), used))

namespace bindings {  // with a name: what has none is not exported

using namespace mha;

Index whole(double number) { return static_cast<Index>(number); }
std::uint64_t seed_of(double number) { return static_cast<std::uint64_t>(number); }

/// Refuses what cannot fit before anything of it is allocated.
void require_memory(Index bytes, const char* what) {
  constexpr Index kLimit = HEADSCOPE_MAXIMUM_MEMORY;
  if (bytes > kLimit) fail(ErrorCode::memory, what, " would take ", bytes, " bytes; WebAssembly's memory ends at ", kLimit);
}

// ---- what comes out

std::string answered;                 // the last call's text
std::vector<Tensor> answered_tensors;  // and the tensors it speaks of

std::string failure(ErrorCode code, std::string_view message) {
  return text(R"({"failure":)", quoted(name(code)), R"(,"message":)", quoted(message), "}");
}

std::string failure_of_current_exception() {
  try {
    throw;
  } catch (const Error& error) {
    return failure(error.code(), error.what());
  } catch (const std::exception&) {  // std::bad_alloc, std::length_error
    return failure(ErrorCode::memory, "WebAssembly's memory is full");
  }
}

/// Calls f and keeps the JSON text it returns, or its failure.
template <class F>
const char* answer(F f) {
  answered_tensors.clear();
  try {
    answered = f();
  } catch (...) {
    answered = failure_of_current_exception();
  }
  return answered.c_str();
}

std::string address_of(const void* pointer) { return std::to_string(reinterpret_cast<std::uintptr_t>(pointer)); }

std::string show(const Tensor& tensor) {
  answered_tensors.push_back(tensor.contiguous());
  const Tensor& shown = answered_tensors.back();
  return text(R"({"shape":)", to_json(shown.sizes()), R"(,"address":)", address_of(shown.data()), "}");
}

/// A JSON object of tensors; those that are empty are left out.
class TensorObject {
 public:
  TensorObject& add(std::string_view name, const Tensor& tensor) {
    if (tensor) json_ += text(json_.empty() ? "{" : ",", quoted(name), ":", show(tensor));
    return *this;
  }
  std::string json() const { return json_.empty() ? "{}" : json_ + "}"; }

 private:
  std::string json_;
};

// ---- what goes in

enum class Slot { query, key, value, key_padding_mask, attn_mask, head_scale, other };

std::array<Tensor, 7> placed;
std::string placed_text;

Tensor take(Slot slot) { return std::exchange(placed[static_cast<std::size_t>(slot)], {}); }

std::vector<Index> take_indices() {
  std::vector<Index> out;
  if (const Tensor numbers = take(Slot::other)) {
    for (float number : numbers.values()) out.push_back(whole(number));
  }
  return out;
}

/// Memory for a tensor of `rank` sizes.
EXPORTED("place") const char* place(int slot, int rank, double d0, double d1, double d2, double d3) {
  return answer([&] {
    const std::array<double, 4> sizes = {d0, d1, d2, d3};
    Dims dims;
    for (std::size_t d = 0; d < static_cast<std::size_t>(rank); ++d) dims.push_back(whole(sizes[d]));
    require_memory(product({count_elements(dims), Index{sizeof(float)}}), "the tensor");
    Tensor& tensor = placed[static_cast<std::size_t>(slot)] = Tensor::uninitialised(dims);
    return address_of(tensor.data());
  });
}

/// Memory for so many bytes of UTF-8.
EXPORTED("placeText") const char* place_text(double bytes) {
  return answer([&] {
    placed_text.assign(static_cast<std::size_t>(bytes), '\0');
    return address_of(placed_text.data());
  });
}

/// Forgets the tensors placed for a call that was not made.
EXPORTED("clear") void clear() { placed = {}; }

// ---- layers

Config config_of(double d_model, double num_heads, double num_kv_heads, double d_k, double d_v, double d_key, double d_value, bool bias, bool fused) {
  return {whole(d_model), whole(num_heads), whole(num_kv_heads), whole(d_k), whole(d_v), whole(d_key), whole(d_value), bias, fused};
}

EXPORTED("createLayer")
const char* create_layer(double d_model, double num_heads, double num_kv_heads, double d_k, double d_v, double d_key, double d_value, bool bias,
                         bool fused, bool constructed, double seed) {
  return answer([&] {
    const Config config = resolve(config_of(d_model, num_heads, num_kv_heads, d_k, d_v, d_key, d_value, bias, fused));
    require_memory(product({count_parameters(config), Index{sizeof(float)}}), "the layer");
    return address_of(new Layer{config, constructed ? constructed_weights(config, seed_of(seed)) : Weights::random(config, seed_of(seed))});
  });
}

EXPORTED("deleteLayer") void delete_layer(const Layer* layer) {
  answer([] { return std::string(); });
  delete layer;
}

EXPORTED("config") const char* config(const Layer* layer) {
  return answer([&] { return to_json(layer->config); });
}

EXPORTED("weights") const char* weights(const Layer* layer) {
  return answer([&] {
    TensorObject out;
    for (Param param : kParams) out.add(name(param), layer->weights[param]);
    return out.json();
  });
}

/// Takes the values in the shape that the parameter has.
EXPORTED("setWeight") const char* set_weight(Layer* layer, int param) {
  return answer([&] {
    const auto which = static_cast<Param>(param);
    const Tensor given = take(Slot::other);
    const Dims sizes = shape_of(which, layer->config);
    if (given.elements() != count_elements(sizes)) {
      fail(ErrorCode::shape, name(which), ": data of ", given.elements(), " elements does not fill shape ", sizes, ", which has ", count_elements(sizes));
    }
    layer->weights.set(layer->config, which, given.view(sizes));
    return std::string("null");
  });
}

/// Without the heads placed.
EXPORTED("prune") const char* prune_layer(const Layer* layer) {
  return answer([&] { return address_of(new Layer(prune(*layer, take_indices()))); });
}

// ---- runs

std::optional<Mask> take_mask(Slot slot, bool additive) {
  Tensor values = take(slot);
  return values ? std::optional<Mask>({std::move(values), additive}) : std::nullopt;
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

EXPORTED("forward")
const char* forward_run(const Layer* layer, bool causal, bool key_padding_additive, bool attn_additive, bool finite_fill, bool nan_rows,
                        double dropout, double dropout_seed, int fault, bool trace) {
  return answer([&] {
    ForwardArgs args{.query = take(Slot::query), .key = take(Slot::key), .value = take(Slot::value), .causal = causal};
    args.key_padding_mask = take_mask(Slot::key_padding_mask, key_padding_additive);
    args.attn_mask = take_mask(Slot::attn_mask, attn_additive);
    if (finite_fill) args.mask_fill = -1e9f;
    args.empty_row = nan_rows ? EmptyRow::nan : EmptyRow::zero;
    args.dropout = dropout;
    args.dropout_seed = seed_of(dropout_seed);
    if (const Tensor scale = take(Slot::head_scale)) args.head_scale.assign(scale.values().begin(), scale.values().end());
    args.trace = trace;
    check(layer->config, args);
    require_memory_for(*layer, args);
    return address_of(new Run(forward_with_fault(*layer, args, static_cast<Fault>(fault))));
  });
}

EXPORTED("deleteRun") void delete_run(const Run* run) {
  answer([] { return std::string(); });
  delete run;
}

EXPORTED("steps") const char* steps(const Run* run) {
  return answer([&] { return to_json(run->steps); });
}

EXPORTED("warnings") const char* warnings(const Run* run) {
  return answer([&] { return to_json(run->warnings); });
}

EXPORTED("output") const char* output(const Run* run) {
  return answer([&] {
    if (!run->output) fail(ErrorCode::shape, run->refusal);
    return show(run->output);
  });
}

EXPORTED("attention") const char* attention(const Run* run) {
  return answer([&] { return show(run->attention); });
}

/// What step number `step` made.
EXPORTED("tensor") const char* tensor(const Run* run, std::size_t step) {
  return answer([&] { return show(run->tensor(run->steps[step].id)); });
}

EXPORTED("contributions") const char* head_contributions(const Run* run) {
  return answer([&] { return show(contributions(*run)); });
}

/// With the positions placed.
EXPORTED("measure") const char* measure_heads(const Run* run) {
  return answer([&] {
    const HeadMeasures measures = measure(run->attention, take_indices());
    return TensorObject().add("summary", measures.summary).add("rowEntropy", measures.row_entropy).add("similarity", measures.similarity).json();
  });
}

EXPORTED("backward") const char* backward_run(const Layer* layer, const Run* run) {
  return answer([&] {
    if (!layer->weights.same_as(run->layer.weights)) fail(ErrorCode::config, "the layer's weights are not those of this run; run forward again");
    const Gradients gradients = backward(*run, take(Slot::other));
    TensorObject out;
    out.add("dQuery", gradients.query).add("dKey", gradients.key).add("dValue", gradients.value);
    for (Param param : kParams) {
      out.add(text("d", is_bias(param) ? "B" : "W", name(param).substr(1)), gradients.parameters[static_cast<std::size_t>(param)]);
    }
    return out.json();
  });
}

// ---- neither

/// Of words that follow one another in the text placed, each of as many bytes as the numbers placed say.
EXPORTED("embed") const char* embed_words(double d_model, double seed) {
  return answer([&] {
    std::vector<std::string> words;
    std::size_t start = 0;
    for (Index bytes : take_indices()) {
      words.push_back(placed_text.substr(start, static_cast<std::size_t>(bytes)));
      start += static_cast<std::size_t>(bytes);
    }
    require_memory(product({static_cast<Index>(words.size()), whole(d_model), Index{sizeof(float)}}), "the embedding");
    return show(embed(words, whole(d_model), seed_of(seed)));
  });
}

EXPORTED("cost")
const char* cost_of(double d_model, double num_heads, double num_kv_heads, double d_k, double d_v, double d_key, double d_value, bool bias,
                    bool fused, double batch, double t_q, double t_k, bool cross, bool causal) {
  return answer([&] {
    const Config config = config_of(d_model, num_heads, num_kv_heads, d_k, d_v, d_key, d_value, bias, fused);
    return to_json(cost(config, {whole(batch), whole(t_q), whole(t_k), cross, causal}));
  });
}

EXPORTED("version") const char* version() {
  return answer([] { return quoted(HEADSCOPE_VERSION); });
}

/// Of the heap, by whatever was allocated and not freed.
EXPORTED("bytesInUse") std::size_t bytes_in_use() { return emmalloc_dynamic_heap_size() - emmalloc_free_dynamic_memory(); }

}  // namespace bindings
