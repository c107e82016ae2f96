#include "head_steps.hpp"

#include "../tape/rope.hpp"

namespace mha {
namespace {

/// x / sqrt(mean(x²) + eps) * gain, over the features of each head.
Lanes norm(Tape& tape, double eps, const Weights& weights, const Lanes& heads) {
  const auto add = [&](At at, StepIndex x, Param gain) {
    const std::array parameters = {weights.named(gain)};
    return tape.apply(at, op::rms_norm, {x}, tape.axes(x),
                      {.named = {{"eps", eps}}, .parameters = parameters});
  };
  tape.next_stage();
  return {add({"q_norm", Lane::q}, heads.q, Param::gQ), add({"k_norm", Lane::k}, heads.k, Param::gK),
          heads.v};
}

/// Rotates queries and keys by their positions. The last query has the position of the last key, which is
/// that before `end`.
Lanes rotate(Tape& tape, const Rope& rope, const Lanes& heads, Index end) {
  const std::vector<float> factors = factors_of(rope, rope.pairs(tape[heads.q].size(3)));
  const auto add = [&](At at, StepIndex x) {
    return tape.apply(
        at, operation_of(rope), {x}, tape.axes(x),
        {.named = attributes_of(rope, end - tape[x].size(2), tape[x].size(3)), .factors = &factors});
  };
  tape.next_stage();
  return {add({"q_rope", Lane::q}, heads.q), add({"k_rope", Lane::k}, heads.k), heads.v};
}

/// Concatenates the past, which is an input of the tape, and x along the tokens.
StepIndex append(Tape& tape, At past_at, const Tensor& past, At at, StepIndex x) {
  Axes axes = tape.axes(x);
  axes[2] = Axis::T_past;
  const StepIndex earlier = tape.input(past_at, past, axes);
  axes[2] = Axis::T_k;
  return tape.apply(at, op::concat, {earlier, x}, axes,
                    {.named = {{"dim", Index{2}}, {"lengths", Dims{past.size(2), tape[x].size(2)}}}});
}

}  // namespace

Lanes prepare_heads(Tape& tape, const Path& path, const Config& config, const Weights& weights,
                    const ForwardArgs& args, Lanes heads) {
  if (config.qk_norm) heads = norm(tape, config.qk_norm_eps, weights, heads);
  if (config.rope) heads = rotate(tape, config.rope, heads, path.first_new(args) + args.new_keys());
  if (!args.past) return heads;
  tape.next_stage();
  return {heads.q, append(tape, {"k_past", Lane::k}, args.past.key, {"k_cache", Lane::k}, heads.k),
          append(tape, {"v_past", Lane::v}, args.past.value, {"v_cache", Lane::v}, heads.v)};
}

}  // namespace mha
