// What the labs ask of the core, as JavaScript sees it. In headscope.wasm alone.

#include "../model/head_fit.hpp"
#include "../study/chain.hpp"
#include "../study/patterns.hpp"
#include "../study/reorder.hpp"
#include "../study/symmetry.hpp"
#include "bound.hpp"
#include "json.hpp"

namespace {

using namespace mha;

/// The indices are the order.
int leave_put_back(Address) {
  return guarded([&] {
    const Tensor straight = exchange.staging.take(Slot::query);
    const Reordered back = put_back(straight, exchange.staging.take(Slot::other), take_indices());
    const std::array largest = {back.largest};
    return exchange.leave(
        {{"rows", back.rows}, {"apart", back.apart}, {"largest", Tensor::from(largest, {1})}});
  });
}

int leave_asymmetry(Address) {
  return guarded([&] { return exchange.leave("", asymmetry(exchange.staging.take(Slot::other))); });
}

int leave_built_head(double d_model, double d_k, double offset, double place, double word, double first,
                     double sharpness) {
  return guarded([&] {
    const HeadBlocks blocks = build_head(whole(d_model), whole(d_k),
                                         {.offset = static_cast<Index>(offset),
                                          .place = place,
                                          .word = word,
                                          .first = first,
                                          .sharpness = sharpness});
    return exchange.leave({{"wQ", blocks.w_q}, {"wK", blocks.w_k}});
  });
}

Address create_head_fit(double heads, double d_k, double seed) {
  return guarded([&] {
    const Tensor x = exchange.staging.take(Slot::query), wanted = exchange.staging.take(Slot::other);
    const Index tokens = x.size(1);
    require_memory("the maps", multiply_checked({whole(heads) + 2, tokens, tokens}), memory_limit());
    return address(new HeadFit(x, wanted, whole(heads), whole(d_k), seed_of(seed)));
  });
}

int leave_steps(Address of, double steps) {
  return guarded([&] {
    auto& fit = at<HeadFit>(of);
    if (steps > 0) fit.train(whole(steps));
    const std::array now = {static_cast<float>(fit.step()), static_cast<float>(fit.loss())};
    return exchange.leave("", Tensor::from(now, {2}));
  });
}

int leave_found(Address of) {
  return guarded([&] {
    const auto& fit = at<HeadFit>(of);
    return exchange.leave({{"maps", fit.maps()}, {"wQ", fit.w_q()}, {"wK", fit.w_k()}});
  });
}

/// As the indices say: how many sizes, these, and of each call which it is, how many numbers it is given, and
/// these.
std::string leave_chain(Address) {
  return guarded([&] {
    const std::vector<Index> indices = take_indices();
    auto next = indices.begin();
    const auto dims = [&] {
      Dims out;
      for (Index left = *next++; left > 0; --left) out.push_back(*next++);
      return out;
    };
    const Dims sizes = dims();
    std::vector<GivenCall> calls;
    while (next != indices.end()) {
      const auto call = static_cast<ShapeCall>(*next++);
      calls.push_back({call, dims()});
    }
    const std::vector<ChainLink> links = follow_chain(sizes, calls);
    for (const ChainLink& link : links) exchange.leave("", link.tensor);
    return to_json(links);
  });
}

}  // namespace

// clang-format off
EMSCRIPTEN_BINDINGS(headscope_labs) {
  using emscripten::function;
  bind_names("ShapeCall", kShapeCalls);
  function("chain", &leave_chain);
  function("putBack", &leave_put_back);
  function("asymmetry", &leave_asymmetry);
  function("buildHead", &leave_built_head);
  function("createHeadFit", &create_head_fit);
  function("deleteHeadFit", &destroy<HeadFit>);
  function("fitHeads", &leave_steps);
  function("foundHeads", &leave_found);
}
