#include "head_steps.hpp"

namespace mha {

Lanes norm_queries_and_keys(Tape& tape, double eps, const Weights& weights, const Lanes& lanes) {
  const auto add = [&](At at, StepIndex x, Param gain) {
    const std::array parameters = {weights.named(gain)};
    return tape.apply(at, op::rms_norm, {x}, tape.axes(x),
                      {.named = {{"eps", eps}}, .parameters = parameters});
  };
  tape.next_stage();
  return {add({"q_norm", Lane::q}, lanes.q, Param::gQ), add({"k_norm", Lane::k}, lanes.k, Param::gK),
          lanes.v};
}

bool is_meta_pass(const Weights& weights, const ForwardArgs& args) {
  return args.query.is_meta() && weights[Param::wO].is_meta();
}

StepIndex rotate(Tape& tape, const Rope& rope, At at, StepIndex x, const RotaryPositions& positions) {
  const auto [end, is_meta] = positions;
  const Index width = tape[x].size(-1), pairs = rope.pairs(width);
  const std::vector<float> factors = factors_of(rope, is_meta ? 0 : pairs);
  return tape.apply(at, operation_of(rope), {x}, tape.axes(x),
                    {.named = attributes_of(rope, end - tape[x].size(-2), width),
                     .factors = &factors,
                     .meta_factors = is_meta && rope.has_factors() ? pairs : 0});
}

StepIndex concat(Tape& tape, At at, StepIndex a, StepIndex b, int dim, Axis axis) {
  Axes axes = tape.axes(a);
  axes[static_cast<std::size_t>(dim)] = axis;
  return tape.apply(
      at, op::concat, {a, b}, axes,
      {.named = {{"dim", Index{dim}}, {"lengths", Dims{tape[a].size(dim), tape[b].size(dim)}}}});
}

StepIndex append(Tape& tape, At past_at, const Tensor& past, At at, StepIndex x) {
  Axes axes = tape.axes(x);
  const std::size_t tokens = axes.size() - 2;
  axes[tokens] = Axis::T_past;
  return concat(tape, at, tape.input(past_at, past, axes), x, static_cast<int>(tokens), Axis::T_k);
}

Lanes prepare_heads(Tape& tape, const Config& config, const Weights& weights,
                    const RotaryPositions& positions, const KeyValues& past, Lanes heads) {
  if (config.qk_norm && !config.qk_norm_whole)
    heads = norm_queries_and_keys(tape, config.qk_norm_eps, weights, heads);
  if (config.rope) {
    tape.next_stage();
    heads.q = rotate(tape, config.rope, {"q_rope", Lane::q}, heads.q, positions);
    heads.k = rotate(tape, config.rope, {"k_rope", Lane::k}, heads.k, positions);
  }
  if (!past) return heads;
  tape.next_stage();
  return {heads.q, append(tape, {"k_past", Lane::k}, past.key, {"k_cache", Lane::k}, heads.k),
          append(tape, {"v_past", Lane::v}, past.value, {"v_cache", Lane::v}, heads.v)};
}

}  // namespace mha
