// With the other bindings_*.cpp and what they share the only file that includes Emscripten: what JavaScript
// sees of the core, as a table at the end; here what a walk asks for, which every wasm has. Only numbers and
// names go in, numbers and strings come out. A layer or a run is an address; so is the memory of a tensor,
// which JavaScript fills or copies at once. No C++ exception crosses: every function that can refuse goes
// through guarded(), which leaves the failure to be fetched and returns 0 or "", which nothing else does.

#include <emscripten/bind.h>
#include <emscripten/heap.h>

#include "../study/difference.hpp"
#include "../study/effects.hpp"
#include "../study/embedding.hpp"
#include "../study/heads.hpp"
#include "../study/measures.hpp"
#include "../study/patterns.hpp"
#include "bound.hpp"
#include "json.hpp"

namespace {

using namespace mha;

bool add_index(double index) {
  return guarded([&] {
    exchange.indices.push_back(whole(index));
    return true;
  });
}

/// Memory for a tensor of `rank` sizes, for JavaScript to fill at once.
Address place(Slot slot, int rank, double d0, double d1, double d2, double d3) {
  return guarded([&] {
    Dims sizes = {whole(d0), whole(d1), whole(d2), whole(d3)};
    while (sizes.size() > static_cast<std::size_t>(rank)) sizes.pop_back();
    return address(exchange.staging.place(slot, sizes, memory_limit()).data());
  });
}

Address create_layer(Init init, double seed) {
  return guarded([&] {
    const Config config = resolve(config_of(take_indices()));
    require_memory("the layer", count_parameters(config), memory_limit());
    return address(new BoundLayer{{config, weights_of(config, init, seed_of(seed))}});
  });
}

int leave_weights(Address layer) {
  return guarded([&] {
    for (Param param : kParams) exchange.leave(name(param), at<BoundLayer>(layer).weights[param]);
    return static_cast<int>(exchange.results.size());
  });
}

bool set_weight(Address layer, Param param) {
  return guarded([&] {
    set_values(at<BoundLayer>(layer), param, exchange.staging.take(Slot::other));
    return true;
  });
}

Address run_forward(Address of, int switches, double dropout, double dropout_seed, Fault fault) {
  return guarded([&] {
    const auto& layer = at<BoundLayer>(of);
    const ForwardArgs args = args_of(exchange.staging, {switches, dropout, dropout_seed});
    check(layer, args);
    require_memory(layer, args, fault, memory_limit());
    return address(new BoundRun{forward_with_fault(layer, args, fault), {}});
  });
}

/// A run's, or, where there is none, the attention weights that were placed.
Tensor attention_of(Address run) {
  return run == 0 ? exchange.staging.take(Slot::other) : made(at<BoundRun>(run), &Run::attention);
}

/// The indices are whether similarity is wanted, how many positions there are, these, and words.
int leave_measures(Address run) {
  return guarded([&] {
    const Tensor attention = attention_of(run);
    const MeasureOptions options = measure_options_of(take_indices(), attention);
    const HeadMeasures measures = measure(attention, options);
    return exchange.leave({{"similarity", measures.similarity},
                           {"summary", measures.summary},
                           {"queries", measures.queries},
                           {"rowEntropy", measures.row_entropy},
                           {"rowSum", measures.row_sum},
                           {"columnSum", measures.column_sum}});
  });
}

int leave_blend(Address) {
  return guarded([&] {
    const Tensor factors = exchange.staging.take(Slot::head_scale);
    return exchange.leave("", blend(exchange.staging.take(Slot::other), factors));
  });
}

int leave_change(Address from, Address to) {
  return guarded([&] {
    const Change moved = change(made(at<BoundRun>(from), &Run::output), made(at<BoundRun>(to), &Run::output));
    return exchange.leave({{"whole", moved.whole}, {"tokens", moved.tokens}});
  });
}

/// "at" holds the head and the query.
int leave_difference(Address right, Address wrong) {
  return guarded([&] {
    const Difference difference = most_different(made(at<BoundRun>(right), &Run::attention),
                                                 made(at<BoundRun>(wrong), &Run::attention));
    const std::array at = {static_cast<float>(difference.head), static_cast<float>(difference.query)};
    return exchange.leave({{"at", Tensor::from(at, {2})}, {"distance", difference.distance}});
  });
}

std::string cost_of(double batch, double t_q, double t_k, bool cross, bool causal, bool padded) {
  return guarded([&] {
    return to_json(
        cost(config_of(take_indices()), {whole(batch), whole(t_q), whole(t_k), cross, causal, padded}));
  });
}

int embed_tokens(double d_model, double seed, bool positions) {
  return guarded([&] {
    const std::vector<std::string> words = words_of(exchange.staging.take(Slot::other), take_indices());
    require_memory("the embedding", multiply_checked({static_cast<Index>(words.size()), whole(d_model)}),
                   memory_limit());
    return exchange.leave("", embed(words, whole(d_model), seed_of(seed), positions));
  });
}

}  // namespace

// clang-format off
EMSCRIPTEN_BINDINGS(headscope) {
  using emscripten::function;
  function("version", +[] { return std::string(HEADSCOPE_VERSION); });
  function("configFields", &config_field_names);
  function("operations", &operations_to_json);

  bind_names("Fault", kFaults);
  bind_names("Init", kInits);
  bind_names("Parameter", kParams);
  bind_names("Measure", kMeasures);
  bind_names("HeadKind", kHeadKinds);
  bind_names("Switch", kSwitches);
  bind_names("Slot", kSlots);

  // What a call reads
  function("place", &place);
  function("clear", +[](Slot slot) { exchange.staging.clear(slot); });
  function("clearIndices", +[] { exchange.indices.clear(); });
  function("addIndex", &add_index);

  // What it leaves
  function("failure", +[] { return std::exchange(exchange.failure, {}); });
  function("resultName", +[](std::size_t i) { return exchange.results[i].first; });
  function("resultShape", +[](std::size_t i) { return to_json(exchange.results[i].second.sizes()); });
  function("resultData", +[](std::size_t i) { return address(exchange.results[i].second.data()); });
  function("clearResults", +[] { exchange.results.clear(); });

  function("createLayer", &create_layer);
  function("deleteLayer", &destroy<BoundLayer>);
  function("config", +[](Address layer) { return guarded([&] { return to_json(numbers_of(at<BoundLayer>(layer).config)); }); });
  function("weights", &leave_weights);
  function("setWeight", &set_weight);

  function("forward", &run_forward);
  function("deleteRun", &destroy<BoundRun>);
  function("steps", +[](Address run) { return guarded([&] { return to_json(at<BoundRun>(run).steps); }); });
  function("warnings", +[](Address run) { return guarded([&] { return to_json(at<BoundRun>(run).warnings); }); });
  function("output", +[](Address run) { return leave_of(run, 0, [](auto& r, auto) { return made(r, &Run::output); }); });
  function("attention", +[](Address run) { return leave_of(run, 0, [](auto& r, auto) { return made(r, &Run::attention); }); });
  function("tensor", +[](Address run, std::size_t step) { return leave_of(run, step, [](auto& r, auto i) { return r.steps[i].output; }); });
  function("measure", &leave_measures);
  function("blend", &leave_blend);
  function("change", &leave_change);
  function("difference", &leave_difference);

  function("embed", &embed_tokens);
  function("cost", &cost_of);
}
