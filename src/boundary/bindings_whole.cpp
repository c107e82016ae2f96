// What of the core no page asks for as it opens: forward without a trace, and gradients. In headscope.wasm
// alone.

#include "../layer/backward.hpp"
#include "../layer/fast_forward.hpp"
#include "../study/jacobian.hpp"
#include "bound.hpp"
#include "json.hpp"

namespace {

using namespace mha;

/// How a forward without trace went.
enum class Fast { refused, done, warned, not_taken };  // not_taken: only run_forward can
// A refusal has no name, so that JavaScript gets undefined: as guarded() has it, nothing.
constexpr std::array kFasts = {NamedValue{Fast::done, "done"}, NamedValue{Fast::warned, "warned"},
                               NamedValue{Fast::not_taken, "notTaken"}};

Fast run_fast(Address of, int switches, double dropout, double dropout_seed) {
  return guarded([&] {
    auto& layer = at<BoundLayer>(of);
    const ForwardArgs args = args_of(exchange.staging, {switches, dropout, dropout_seed});
    if (!FastForward::takes(args)) return Fast::not_taken;
    check(layer, args);
    require_memory(layer, args, Fault::none, memory_limit());
    if (!layer.fast) layer.fast = std::make_shared<FastForward>();
    layer.fast->run(layer, args);
    return layer.fast->warnings().empty() ? Fast::done : Fast::warned;
  });
}

/// `from` is the step whose gradient was placed.
int run_backward(Address layer, Address of, std::size_t from) {
  return guarded([&] {
    auto& run = at<BoundRun>(of);
    const Tensor gradient = exchange.staging.take(Slot::other);
    if (!at<BoundLayer>(layer).weights.same_as(run.layer.weights)) {
      fail(ErrorCode::config, "the layer's weights are not those of this run; run forward again");
    }
    require_memory_for_backward(run, memory_limit());
    Gradients gradients = backward(run, from, gradient);
    run.gradients = std::move(gradients.steps);
    exchange.leave({{"dQuery", gradients.query}, {"dKey", gradients.key}, {"dValue", gradients.value}});
    for (Param param : kParams) {
      exchange.leave(text("d{}{}", is_bias(param) ? "B" : "W", name(param).substr(1)),
                     gradients.parameters[static_cast<std::size_t>(param)]);
    }
    return static_cast<int>(exchange.results.size());
  });
}

/// Of what a run's step made. Error "config" before backward, and where the output does not depend on it.
const Tensor& gradient_of(const BoundRun& run, std::size_t step) {
  if (step < run.gradients.size() && run.gradients[step]) return run.gradients[step];
  fail(ErrorCode::config, "{} has no gradient; call backward first, of an output that depends on it",
       run.steps[step].id);
}

int leave_jacobian_norms(Address) {
  return guarded([&] {
    const JacobianNorms norms = softmax_jacobian_norms(exchange.staging.take(Slot::other));
    return exchange.leave({{"rows", norms.rows}, {"median", norms.median}, {"mean", norms.mean}});
  });
}

}  // namespace

// clang-format off
EMSCRIPTEN_BINDINGS(headscope_whole) {
  using emscripten::function;
  bind_names("Fast", kFasts);
  function("gradient", +[](Address run, std::size_t step) { return leave_of(run, step, [](auto& r, auto i) { return gradient_of(r, i); }); });
  function("backward", &run_backward);
  function("jacobianNorms", &leave_jacobian_norms);
  function("forwardFast", &run_fast);
  function("fastOutput", +[](Address layer) { return address(at<BoundLayer>(layer).fast->output().data()); });
  function("fastAttention", +[](Address layer) { return address(at<BoundLayer>(layer).fast->attention().data()); });
  function("fastRelease", +[](Address layer) { at<BoundLayer>(layer).fast.reset(); });
  function("fastWarnings", +[](Address layer) { return guarded([&] { return to_json(at<BoundLayer>(layer).fast->warnings()); }); });
}
