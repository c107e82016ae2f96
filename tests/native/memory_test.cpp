// The memory of a run, counted at allocation, compared with the estimate before the run.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <headscope/fast_forward.hpp>

#include "allocations.hpp"
#include "long_case.hpp"

using namespace mha;

namespace {

/// Calls f with every long case, with and without attention weights.
template <class F>
void for_each_long_case(F f) {
  for (const LongCase& long_case : long_cases()) {
    for (bool need_weights : {true, false}) {
      CAPTURE(long_case.name, need_weights);
      f(long_case, need_weights);
    }
  }
}

ForwardArgs args_of(const LongCase& long_case, bool need_weights) {
  ForwardArgs args = args_of(long_case);
  args.need_weights = need_weights;
  return args;
}

}  // namespace

TEST_CASE("without trace, a run holds the estimated number of floats", "[memory]") {
  for (Index most_packed : {Index{0}, kAllPacked}) {
    for_each_long_case([&](const LongCase& long_case, bool need_weights) {
      const Layer layer = layer_of(long_case);
      const ForwardArgs args = args_of(long_case, need_weights);
      const Index said = FastForward::elements_held(layer.config, args, most_packed);
      const TensorMemory memory;
      FastForward fast(most_packed);
      for (int run = 0; run < 3; ++run) fast.run(layer, args);  // weights are packed the second time
      CHECK(memory.held() == said);
      CHECK(memory.most() == said);
    });
  }
}

TEST_CASE("a larger run frees the memory of the last one before it allocates", "[memory]") {
  for_each_long_case([](const LongCase& long_case, bool need_weights) {
    LongCase smaller = long_case;
    smaller.t_q = (smaller.t_q + 1) / 2;
    smaller.t_k /= 2;
    smaller.attn_mask = false;
    const Layer layer = layer_of(long_case);
    const ForwardArgs before = args_of(smaller, need_weights), args = args_of(long_case, need_weights);
    const TensorMemory memory;
    FastForward fast;
    fast.run(layer, before);
    fast.run(layer, args);
    CHECK(memory.most() == FastForward::elements_held(layer.config, args));
  });
}

TEST_CASE("fused and separate layers keep none of each other's memory", "[memory]") {
  LongCase long_case = long_cases().back();
  REQUIRE(long_case.config.fused);
  for (Index tokens : {Index{1}, long_case.t_q}) {  // with one token, a slice of qkv is contiguous
    long_case.t_q = tokens;
    long_case.batch = tokens == 1 ? 1 : long_case.batch;
    const ForwardArgs args = args_of(long_case);
    Layer fused = layer_of(long_case), plain = fused;
    plain.config.fused = false;
    const TensorMemory memory;
    FastForward fast(kAllPacked);
    for (const Layer& layer : {fused, plain, fused}) {
      CAPTURE(tokens, layer.config.fused);
      for (int run = 0; run < 3; ++run) fast.run(layer, args);
      CHECK(memory.held() == FastForward::elements_held(layer.config, args, kAllPacked));
    }
  }
}

TEST_CASE("runs of the same sizes allocate nothing", "[memory]") {
  for_each_long_case([](const LongCase& long_case, bool need_weights) {
    const Layer layer = layer_of(long_case);
    const ForwardArgs args = args_of(long_case, need_weights);
    if (args.attn_mask || args.causal) return;  // their warnings about empty rows allocate text
    FastForward fast;
    for (int run = 0; run < 2; ++run) fast.run(layer, args);  // weights are packed the second time
    const float* const output = fast.output().data();
    const long before = allocations();
    fast.run(layer, args);
    CHECK(allocations() == before);
    CHECK(fast.output().data() == output);
  });
}
