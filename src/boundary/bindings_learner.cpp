// Training, for JavaScript: the part that models share.

#include "../model/learner.hpp"
#include "bindings.hpp"

namespace {

using namespace mha;

Index step(const Learner& model) {
  return model.step();
}

/// The mean loss of the steps, rounded to float32.
double train(Learner& model, const val& steps) {
  return static_cast<float>(model.train(index_of(steps)));
}

val parameters(const Learner& model) {
  const auto& places = model.places();
  val out = val::object();
  for (std::size_t i = 0; i < places.size(); ++i)
    out.set(places[i].name, js(model.parameter(static_cast<Index>(i))));
  return out;
}

/// All parameters, concatenated in the order of parameters().
void load(Learner& model, const val& all, const val& step) {
  model.load(tensor_of(all).values(), index_of(step));
}

Index checkpoint(Learner& model) {
  return model.checkpoint();
}

void restore(Learner& model, const val& checkpoint) {
  model.restore(index_of(checkpoint));
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope_learner) {
  emscripten::class_<Learner>("Learner")
      .function("step", guarded<&step>)
      .function("train", guarded<&train>)
      .function("parameters", guarded<&parameters>)
      .function("load", guarded<&load>)
      .function("checkpoint", guarded<&checkpoint>)
      .function("restore", guarded<&restore>);
}
