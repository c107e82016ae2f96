#include "patch.hpp"

#include <algorithm>

namespace mha {
namespace {

/// Ids of the steps of a patch.
struct PatchIds {
  const char *factors, *kept, *numbers, *patched;
};

constexpr PatchIds ids_of(Patched of) {
  switch (of) {
    case Patched::output:
      return {"output_factors", "output_kept", "output_patch", "output_patched"};
    case Patched::pattern:
      return {"pattern_factors", "pattern_kept", "pattern_patch", "pattern_patched"};
    case Patched::values:
      break;
  }
  return {"values_factors", "values_kept", "values_patch", "values_patched"};
}

}  // namespace

StepIndex PatchedPath::patched(Tape& tape, Patched of, StepIndex x) const {
  if (std::ranges::none_of(patches_, [&](const Patch& patch) { return patch.of == of; })) return x;
  const Dims sizes = tape[x].sizes();
  const Index tokens = sizes[2], width = sizes[3];
  Tensor factors = Tensor::zeros(sizes), numbers = Tensor::zeros(sizes);
  std::ranges::fill(factors.values(), 1.0f);
  for (const Patch& patch : patches_) {
    if (patch.of != of) continue;
    const Index last = patch.numbers.size(-1);  // a sink's column is not patched
    if (patch.numbers.sizes() != Dims{tokens, last} || last > width || patch.head >= sizes[1])
      fail_shape("a patch", patch.numbers.sizes(), Dims{tokens, width});
    const Tensor given = patch.numbers.contiguous();
    for (Index token = 0; token < tokens; ++token) {
      if (patch.token >= 0 && patch.token != token) continue;
      const Index to = (patch.head * tokens + token) * width;
      std::fill_n(factors.data() + to, last, 0.0f);
      std::copy_n(given.data() + token * last, last, numbers.data() + to);
    }
  }
  const PatchIds ids = ids_of(of);
  const Axes axes = tape.axes(x);
  const StepIndex kept =
      tape.apply({ids.kept}, op::multiply, {x, tape.input({ids.factors}, factors, axes)}, axes);
  return tape.add({ids.patched}, kept, tape.input({ids.numbers}, numbers, axes));
}

Lanes PatchedPath::to_heads(Tape& tape, const Config& config, const Lanes& x) const {
  Lanes heads = Path::to_heads(tape, config, x);
  heads.v = patched(tape, Patched::values, heads.v);
  return heads;
}

StepIndex PatchedPath::softmax(Tape& tape, At at, StepIndex scores, EmptyRow empty_row) const {
  return patched(tape, Patched::pattern, Path::softmax(tape, at, scores, empty_row));
}

StepIndex PatchedPath::merge(Tape& tape, const Config& config, StepIndex context) const {
  return Path::merge(tape, config, patched(tape, Patched::output, context));
}

}  // namespace mha
