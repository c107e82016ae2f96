#include "latent.hpp"

namespace mha {
namespace {

/// (B, 1, T, d) -> (B, T, d)
Tensor without_heads(const Tensor& past) {
  return past.contiguous().view({past.size(0), past.size(2), past.size(3)});
}

/// x / sqrt(mean(x²) + eps) * gain
StepIndex normed(Tape& tape, At at, const Layer& layer, StepIndex x, Param gain) {
  const std::array parameters = {layer.weights.named(gain)};
  return tape.apply(at, op::rms_norm, {x}, tape.axes(x),
                    {.named = {{"eps", layer.config.latent.norm_eps}}, .parameters = parameters});
}

}  // namespace

Latents compress(Tape& tape, const Layer& layer, const ForwardArgs& args, StepIndex x) {
  const Weights& w = layer.weights;
  Latents out{x, x, x};
  if (layer.config.latent.query_rank > 0)
    out.queries =
        tape.linear({"q_latent", Lane::q}, x, {w.named(Param::wDQ), w.named(Param::bDQ)}, Axis::d_q);
  out.tokens = tape.linear({"latent"}, x, {w.named(Param::wDKV), w.named(Param::bDKV)}, Axis::d_c);
  out.rotary = tape.linear({"k_rotary", Lane::k}, x, {w.named(Param::wKR), w.named(Param::bKR)}, Axis::d_r);
  if (layer.config.latent.norm) {
    tape.next_stage();
    if (layer.config.latent.query_rank > 0)
      out.queries = normed(tape, {"q_latent_norm", Lane::q}, layer, out.queries, Param::gDQ);
    out.tokens = normed(tape, {"latent_norm"}, layer, out.tokens, Param::gDKV);
  }
  if (args.past) {
    tape.next_stage();
    out.tokens = append(tape, {"latent_past"}, without_heads(args.past.key), {"latent_cache"}, out.tokens);
  }
  return out;
}

Rotated join_rotary(Tape& tape, const Config& config, const RotaryPositions& positions, const KeyValues& past,
                    const Lanes& heads, StepIndex rotary) {
  const Index d_k = config.d_k, d_r = config.latent.rope_width;
  tape.next_stage();
  const StepIndex content = tape.slice({"q_content", Lane::q}, heads.q, 0, d_k, Axis::d_k);
  StepIndex q = tape.slice({"q_rotary", Lane::q}, heads.q, d_k, d_r, Axis::d_r);
  tape.next_stage();
  q = rotate(tape, config.rope, {"q_rope", Lane::q}, q, positions);
  StepIndex k = rotate(tape, config.rope, {"k_rope", Lane::k}, rotary, positions);
  if (past) {
    tape.next_stage();
    k = append(tape, {"k_rope_past", Lane::k}, without_heads(past.value), {"k_rope_cache", Lane::k}, k);
  }
  tape.next_stage();
  const Axes axes = {Axis::B, Axis::H, tape.axes(k)[1], Axis::d_r};
  const StepIndex shared = tape.apply({"k_rope_heads", Lane::k}, op::expand, {k}, axes,
                                      {.named = {{"dim", Index{1}}, {"size", config.num_heads}}});
  tape.next_stage();
  return {{concat(tape, {"q_joined", Lane::q}, content, q, 3, Axis::d_k_d_r),
           concat(tape, {"k_joined", Lane::k}, heads.k, shared, 3, Axis::d_k_d_r), heads.v},
          k};
}

}  // namespace mha
