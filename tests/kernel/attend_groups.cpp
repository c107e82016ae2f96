#include <algorithm>
#include <headscope/kernel/attend.hpp>

#include "groups.hpp"
#include "operands.hpp"

namespace mha::probe {
namespace {

constexpr int kHeads = 3;  // number of heads in a part

/// One head of random sizes, with or without causal visibility, a window, an additive mask, a cap, distances
/// and a sink.
struct Head {
  Size t_q, t_k, d_k, d_v;
  Operand q, k, v;
  std::vector<float> mask, k_panels, v_panels, scratch;
  std::vector<KeyRange> visible;
  HeadModifiers modifiers;

  Head(Rng& rng, int part)
      : t_q(1 + whole_below(rng, 4 * part)),
        t_k(1 + whole_below(rng, 30 * part)),
        d_k(1 + whole_below(rng, 24)),
        d_v(1 + whole_below(rng, 24)),
        q(rng, t_q, d_k, false, 3),
        k(rng, t_k, d_k, false, 5),
        v(rng, t_k, d_v, false, 0),
        mask(random_floats(rng, t_q * t_k)),
        k_panels(static_cast<std::size_t>(packed_size(d_k, t_k))),
        v_panels(static_cast<std::size_t>(packed_size(t_k, d_v))),
        scratch(
            static_cast<std::size_t>(std::max(attend_scratch(t_q, t_k), streaming_scratch(t_q, d_k, t_k)))) {
    if (rng.uniform() < 0.5) modifiers.masks[0] = {mask.data(), t_k, 1, true};
    const bool causal = rng.uniform() < 0.5, windowed = rng.uniform() < 0.3;
    for (Size i = 0; i < t_q; ++i) {
      const Size end = causal ? std::min(t_k, i * t_k / t_q + 1) : t_k;
      visible.push_back({windowed ? i * (end - 1) / t_q : 0, end});
    }
    if (rng.uniform() < 0.3) modifiers.cap = 2.0f;
    if (rng.uniform() < 0.3) modifiers.slope = 0.1f;
    if (rng.uniform() < 0.3) modifiers.sink = 0.7f;
  }

  HeadTask task(MatrixMap context) {
    return {.q = q.map(),
            .context = context,
            .k_t = pack({k.buffer.data(), d_k, t_k, {1, k.row_stride}}, k_panels.data()),
            .v = pack(v.map(), v_panels.data()),
            .visible = visible.data(),
            .key_index = nullptr,
            .modifiers = modifiers,
            .scale = 1.5f,
            .context_scale = 1.0f,
            .of_empty_row = 0.0f};
  }
};

/// Number of wrong rows: those whose sum is not 1 (or not between 0 and 1, with a sink), and those with
/// weight on a hidden key.
int wrong_rows(const Head& head, const std::vector<float>& weights) {
  int wrong = 0;
  for (Size i = 0; i < head.t_q; ++i) {
    const float* row = weights.data() + i * head.t_k;
    const auto [first, end] = head.visible[static_cast<std::size_t>(i)];
    const auto is_there = [](float weight) { return weight != 0.0f; };
    double sum = 0;
    for (Size j = 0; j < head.t_k; ++j) sum += row[j];
    wrong += head.modifiers.has_sink() ? !(sum > 0 && sum < 1) : !(std::abs(sum - 1) <= 2e-6);
    wrong += std::any_of(row, row + first, is_there) || std::any_of(row + end, row + head.t_k, is_there);
  }
  return wrong;
}

}  // namespace

/// With the weights kept, and by blocks of keys; both must agree.
Outcome attended_heads(int part) {
  Rng rng(31, static_cast<std::uint64_t>(part));
  Outcome outcome;
  for (int i = 0; i < kHeads; ++i) {
    Head head(rng, part);
    std::vector<float> weights(static_cast<std::size_t>(head.t_q * head.t_k));
    Result kept(head.t_q, head.d_v, 2), streamed(head.t_q, head.d_v, 2);
    attend(head.task(kept.map()), head.scratch.data(), map(weights.data(), head.t_q, head.t_k));
    attend_streaming(head.task(streamed.map()), head.scratch.data());
    outcome.wrong += wrong_rows(head, weights);
    for (std::size_t at = 0; at < kept.buffer.size(); ++at)
      outcome.wrong += !(std::abs(kept.buffer[at] - streamed.buffer[at]) <= 2e-6f);
    outcome.digest.add(weights);
    outcome.digest.add(kept.buffer);
    outcome.digest.add(streamed.buffer);
  }
  return outcome;
}

}  // namespace mha::probe
