// What is asked of heads beyond how they attend, as JavaScript sees it. In headscope.wasm and
// headscope_view.wasm.

#include "../study/effects.hpp"
#include "../study/geometry.hpp"
#include "../study/heads.hpp"
#include "../study/measures.hpp"
#include "bound.hpp"

namespace {

using namespace mha;

Address prune_heads(Address layer) {
  return guarded([&] { return address(new BoundLayer{prune(at<BoundLayer>(layer), take_indices())}); });
}

int leave_ranking(Address) {
  return guarded([&] {
    const Ranking ranking = rank(exchange.staging.take(Slot::other));
    return exchange.leave({{"order", ranking.order}, {"held", ranking.held}});
  });
}

int leave_removals(Address of) {
  return guarded([&] {
    const Removals moved = removals(at<BoundRun>(of));
    return exchange.leave({{"alone", moved.alone},
                           {"order", moved.order},
                           {"leastFirst", moved.least_first},
                           {"headOrder", moved.head_order}});
  });
}

int leave_plane(Address run) {
  return guarded([&] {
    const Plane drawn = plane(at<BoundRun>(run), take_indices().at(0));
    return exchange.leave({{"queries", drawn.queries},
                           {"keys", drawn.keys},
                           {"queryLengths", drawn.query_lengths},
                           {"keyLengths", drawn.key_lengths},
                           {"kept", drawn.kept}});
  });
}

/// The indices are head, query and key.
int leave_meeting(Address run) {
  return guarded([&] {
    const std::vector<Index> indices = take_indices();
    const Meeting met = meeting(at<BoundRun>(run), indices.at(0), indices.at(1), indices.at(2));
    return exchange.leave({{"products", met.products}, {"angles", met.angles}});
  });
}

}  // namespace

// clang-format off
EMSCRIPTEN_BINDINGS(headscope_heads) {
  using emscripten::function;
  function("prune", &prune_heads);
  function("contributions", +[](Address run) { return leave_of(run, 0, [](auto& r, auto) { return contributions(r); }); });
  function("shares", +[](Address run) { return leave_of(run, 0, [](auto& r, auto) { return shares(r); }); });
  function("rank", &leave_ranking);
  function("removals", &leave_removals);
  function("plane", &leave_plane);
  function("meeting", &leave_meeting);
}
