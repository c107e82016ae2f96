#include "latent.hpp"

#include "../tape/rope.hpp"

namespace mha {
namespace {

/// (B, 1, T, d) -> (B, T, d)
Tensor without_heads(const Tensor& past) {
  return past.contiguous().view({past.size(0), past.size(2), past.size(3)});
}

/// The past, an input of its own, in front of x (B, T, d).
StepIndex append_latents(Tape& tape, At past_at, const Tensor& past, At at, StepIndex x) {
  Axes axes = tape.axes(x);
  axes[1] = Axis::T_past;
  const StepIndex earlier = tape.input(past_at, without_heads(past), axes);
  axes[1] = Axis::T_k;
  return tape.apply(at, op::concat, {earlier, x}, axes,
                    {.named = {{"dim", Index{1}}, {"lengths", Dims{past.size(2), tape[x].size(1)}}}});
}

StepIndex join_features(Tape& tape, At at, StepIndex a, StepIndex b) {
  Axes axes = tape.axes(a);
  axes[3] = Axis::d_k_d_r;
  return tape.apply(at, op::concat, {a, b}, axes,
                    {.named = {{"dim", Index{3}}, {"lengths", Dims{tape[a].size(3), tape[b].size(3)}}}});
}

}  // namespace

Latents compress(Tape& tape, const Layer& layer, const ForwardArgs& args, StepIndex x) {
  const Weights& w = layer.weights;
  Latents out{x, x, x};
  if (layer.config.latent.query_rank > 0)
    out.queries = tape.linear({"q_latent", Lane::q}, x, {w.named(Param::wDQ)}, Axis::d_q);
  out.tokens = tape.linear({"latent"}, x, {w.named(Param::wDKV)}, Axis::d_c);
  out.rotary = tape.linear({"k_rotary", Lane::k}, x, {w.named(Param::wKR)}, Axis::d_r);
  if (args.past) {
    tape.next_stage();
    out.tokens = append_latents(tape, {"latent_past"}, args.past.key, {"latent_cache"}, out.tokens);
  }
  return out;
}

Turned join_rotary(Tape& tape, const Path& path, const Config& config, const ForwardArgs& args,
                   const Lanes& heads, StepIndex rotary) {
  const Index d_k = config.d_k, d_r = config.latent.rope_width, first = path.first_new(args);
  const std::vector<float> factors = factors_of(config.rope, config.rope.pairs(d_r));
  const auto turn = [&](At at, StepIndex x, Index from) {
    return tape.apply(at, operation_of(config.rope), {x}, tape.axes(x),
                      {.named = attributes_of(config.rope, from, d_r), .factors = &factors});
  };
  tape.next_stage();
  const StepIndex content = tape.slice({"q_content", Lane::q}, heads.q, 0, d_k, Axis::d_k);
  StepIndex q = tape.slice({"q_rotary", Lane::q}, heads.q, d_k, d_r, Axis::d_r);
  tape.next_stage();
  q = turn({"q_rope", Lane::q}, q, first + args.new_keys() - tape[q].size(2));
  StepIndex k = turn({"k_rope", Lane::k}, rotary, first);
  if (args.past) {
    tape.next_stage();
    k = append_latents(tape, {"k_rope_past", Lane::k}, args.past.value, {"k_rope_cache", Lane::k}, k);
  }
  tape.next_stage();
  const Axes axes = {Axis::B, Axis::H, tape.axes(k)[1], Axis::d_r};
  const StepIndex shared = tape.apply({"k_rope_heads", Lane::k}, op::expand, {k}, axes,
                                      {.named = {{"dim", Index{1}}, {"size", config.num_heads}}});
  tape.next_stage();
  return {{join_features(tape, {"q_joined", Lane::q}, content, q),
           join_features(tape, {"k_joined", Lane::k}, heads.k, shared), heads.v},
          k};
}

}  // namespace mha
