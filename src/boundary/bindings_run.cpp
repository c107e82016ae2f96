// Traced runs for JavaScript: the tensors of their steps, and measurements of their heads.

#include "../study/difference.hpp"
#include "../study/effects.hpp"
#include "../study/geometry.hpp"
#include "../study/heads.hpp"
#include "bound.hpp"
#include "json.hpp"

namespace {

using namespace mha;

/// A result of the run. Error "shape" if the run was refused.
const Tensor& made(const BoundRun& run, Tensor Run::*result) {
  if (!(run.*result)) throw Error(ErrorCode::shape, run.refusal);
  return run.*result;
}

const Step& step_of(const BoundRun& run, const val& place) {
  return run.steps.at(static_cast<std::size_t>(index_of(place)));
}

val output(const BoundRun& run) {
  return js(made(run, &Run::output));
}

val attention(const BoundRun& run) {
  return js(made(run, &Run::attention));
}

/// { key, value }
val present(const BoundRun& run) {
  made(run, &Run::output);
  return object_of({{"key", run.present.key}, {"value", run.present.value}});
}

std::string steps(const BoundRun& run) {
  return to_json(run.steps);
}

val notices(const BoundRun& run) {
  return js(run.warnings);
}

/// The numbers of a step's output.
val numbers(const BoundRun& run, const val& step) {
  return js(step_of(run, step).output.contiguous().values());
}

/// The gradient of a step. Error "config" before backward, and if the output does not depend on the step.
val gradient(const BoundRun& run, const val& step) {
  const auto place = static_cast<std::size_t>(index_of(step));
  if (place < run.gradients.size() && run.gradients[place]) return js(run.gradients[place]);
  fail(ErrorCode::config, "no_gradient",
       "{step} has no gradient; call backward first, of an output that depends on it", step_of(run, step).id);
}

val measure_run(const BoundRun& run, const val& options) {
  return measures_of(made(run, &Run::attention), options);
}

val difference(const BoundRun& right, const BoundRun& wrong) {
  const Difference found = most_different(made(right, &Run::attention), made(wrong, &Run::attention));
  val out = object_of({{"distance", found.distance}});
  out.set("head", js(found.head));
  out.set("query", js(found.query));
  return out;
}

val change_to(const BoundRun& from, const BoundRun& to) {
  const Change moved = change(made(from, &Run::output), made(to, &Run::output));
  val out = object_of({{"tokens", moved.tokens}});
  out.set("whole", double{moved.whole.values().front()});
  return out;
}

Tensor contributions_of(const BoundRun& run) {
  return contributions(run);
}

Tensor shares_of(const BoundRun& run) {
  return shares(run);
}

val removals_of(const BoundRun& run) {
  const Removals moved = removals(run);
  val out =
      object_of({{"alone", moved.alone}, {"leastFirst", moved.least_first}, {"headOrder", moved.head_order}});
  out.set("order", numbers_in(moved.order));
  return out;
}

val plane_of(const BoundRun& run, const val& head) {
  const Plane drawn = plane(run, index_of(head));
  val out = object_of({{"queries", drawn.queries},
                       {"keys", drawn.keys},
                       {"queryLengths", drawn.query_lengths},
                       {"keyLengths", drawn.key_lengths}});
  out.set("kept", double{drawn.kept.values().front()});
  return out;
}

val meeting_of(const BoundRun& run, const val& head, const val& query, const val& key) {
  const Meeting met = meeting(run, index_of(head), index_of(query), index_of(key));
  return object_of({{"products", met.products}, {"angles", met.angles}});
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope_run) {
  emscripten::class_<BoundRun>("Run")
      .smart_ptr<std::shared_ptr<BoundRun>>("RunPointer")
      .function("output", guarded<&output>)
      .function("attention", guarded<&attention>)
      .function("present", guarded<&present>)
      .function("steps", guarded<&steps>)
      .function("notices", guarded<&notices>)
      .function("numbers", guarded<&numbers>)
      .function("gradient", guarded<&gradient>)
      .function("measure", guarded<&measure_run>)
      .function("difference", guarded<&difference>)
      .function("changeTo", guarded<&change_to>)
      .function("contributions", guarded<&contributions_of>)
      .function("shares", guarded<&shares_of>)
      .function("removals", guarded<&removals_of>)
      .function("plane", guarded<&plane_of>)
      .function("meeting", guarded<&meeting_of>);
}
