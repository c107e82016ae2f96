#include "mask.hpp"

#include <algorithm>

#include "../kernel/infinity.hpp"

namespace mha {
namespace {

struct MaskRow {
  const float* data;
  Index stride;
  bool additive;

  float operator[](Index j) const { return data[j * stride]; }
  bool blocks(Index j) const { return additive ? (*this)[j] == kMinusInfinity : (*this)[j] != 0.0f; }
};

Index offset_of(const Shape& shape, Index b, Index h, Index i) {
  return shape.offset() + b * shape.stride(0) + h * shape.stride(1) + i * shape.stride(2);
}

MaskRow row_of(const Mask& mask, Index b, Index h, Index i) {
  const Shape& shape = mask.values.shape();
  return {mask.values.buffer() + offset_of(shape, b, h, i), shape.stride(3), mask.additive};
}

/// The effect on a row whose keys are all blocked; nullptr for any other row.
const Notice* effect_on_row(const AttentionMask& whole, Index b, Index h, Index i, const Notice& of_filled,
                            const Notice& of_empty) {
  const Index t_k = whole.scores[3];
  const KeyRange seen = whole.window.keys(i, whole.scores[2], t_k);
  bool filled = seen.first > 0 || seen.end < t_k;
  for (Index j = 0; j < t_k; ++j) {
    bool blocked = j < seen.first || j >= seen.end;
    for (const Mask& mask : whole.masks) {
      const bool here = row_of(mask, b, h, i).blocks(j);
      blocked = blocked || here;
      filled = filled || (here && !mask.additive);
    }
    if (!blocked) return nullptr;
  }
  return filled ? &of_filled : &of_empty;
}

bool same(const Notice* a, const Notice* b) {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}

/// Calls f with each row of x (B, H, T_q, T_k), contiguous, and that of the mask.
template <class F>
void for_each_row(Tensor& x, const Mask& mask, F f) {
  float* row = x.data();
  for (Index b = 0; b < x.size(0); ++b) {
    for (Index h = 0; h < x.size(1); ++h) {
      for (Index i = 0; i < x.size(2); ++i, row += x.size(3)) f(row, row_of(mask, b, h, i));
    }
  }
}

void fill_blocked(const std::vector<Mask>& masks, Tensor& x, float fill) {
  const Index t_k = x.size(3);
  for (const Mask& mask : masks) {
    if (mask.additive) continue;
    for_each_row(x, mask, [&](float* row, const MaskRow& blocked) {
      for (Index j = 0; j < t_k; ++j) row[j] = blocked[j] != 0.0f ? fill : row[j];
    });
  }
}

}  // namespace

KeyRange KeyWindow::keys(Index i, Index t_q, Index t_k) const {
  const Index position = i + t_k - t_q;
  const Index end = right < 0 || right >= t_k - position ? t_k : std::max<Index>(0, position + right + 1);
  const Index first = left < 0 || left >= position ? 0 : position - left;
  return {std::min(first, end), end};
}

Mask window_mask(const KeyWindow& window, Index t_q, Index t_k) {
  Mask mask{Tensor::uninitialised({t_q, t_k})};
  float* out = mask.values.data();
  for (Index i = 0; i < t_q; ++i) {
    const KeyRange seen = window.keys(i, t_q, t_k);
    for (Index j = 0; j < t_k; ++j) *out++ = j < seen.first || j >= seen.end ? 1.0f : 0.0f;
  }
  return mask;
}

Mask key_padding_mask(const Mask& mask, Index batch, Index t_k) {
  if (!(mask.values.sizes() == Dims{batch, t_k})) {
    fail(ErrorCode::mask, "key_padding_mask_shape", "key padding mask {shape} is not (B, T_k) = {expected}",
         mask.values.sizes(), Dims{batch, t_k});
  }
  return {mask.values.view({batch, 1, 1, t_k}), mask.additive};
}

Mask broadcast(const Mask& mask, const Dims& scores, std::string_view name) {
  const Dims& sizes = mask.values.sizes();
  bool fits = mask.values && sizes.size() <= scores.size();
  for (std::size_t d = 1; fits && d <= sizes.size(); ++d) {
    const Index size = sizes[sizes.size() - d];
    fits = size == 1 || size == scores[scores.size() - d];
  }
  if (!fits) {
    fail(ErrorCode::mask, "mask_does_not_broadcast",
         "{name} {shape} does not broadcast to the scores (B, H, T_q, T_k) = {scores}: counted from the "
         "last, each of its sizes must be 1 or theirs",
         name, sizes, scores);
  }
  return {mask.values.expand(scores), mask.additive};
}

void check_masks(const std::vector<Mask>& masks, const Tensor& scores) {
  if (scores.shape().rank() != 4) fail_shape("what is masked", scores.sizes(), "(B, H, T_q, T_k)");
  for (const Mask& mask : masks) {
    if (mask.values.sizes() != scores.sizes()) fail_shape("mask", mask.values.sizes(), scores.sizes());
  }
}

Tensor apply(const std::vector<Mask>& masks, const Tensor& scores, float fill) {
  check_masks(masks, scores);
  Tensor out = scores.like(scores.sizes());
  if (!out.is_meta()) apply(masks, scores, fill, out);
  return out;
}

void apply(const std::vector<Mask>& masks, const Tensor& scores, float fill, Tensor& out) {
  copy(scores, out);
  const Index t_k = out.size(3);
  for (const Mask& mask : masks) {
    if (!mask.additive) continue;
    for_each_row(out, mask, [&](float* row, const MaskRow& added) {
      for (Index j = 0; j < t_k; ++j) row[j] += added[j];
    });
  }
  fill_blocked(masks, out, fill);
}

void zero_where_blocked(const std::vector<Mask>& masks, const Tensor& dy, Tensor& dx) {
  copy(dy, dx);
  fill_blocked(masks, dx, 0.0f);
}

std::vector<Notice> describe_blocked_rows(const AttentionMask& mask, const Notice& of_filled,
                                          const Notice& of_empty, std::size_t limit) {
  const Dims& scores = mask.scores;
  std::vector<Notice> sentences;
  std::size_t found = 0;
  for (Index b = 0; b < scores[0]; ++b) {
    for (Index i = 0; i < scores[2]; ++i) {
      const auto effect = [&](Index h) { return effect_on_row(mask, b, h, i, of_filled, of_empty); };
      // One sentence for all heads where they are alike.
      const Notice* const first = effect(0);
      Index alike = 1;
      while (alike < scores[1] && same(effect(alike), first)) ++alike;
      const bool all = alike == scores[1] && alike > 1;
      for (Index h = 0; h < (all ? 1 : scores[1]); ++h) {
        const Notice* const what = effect(h);
        if (what == nullptr || ++found > limit) continue;
        const Notice heads = all ? notice("heads_to", "heads 0 to {last}", scores[1] - 1)
                                 : notice("one_head", "head {head}", h);
        sentences.push_back(notice("row_blocked",
                                   "batch {batch}, {heads}, query row {row}: every key is blocked, {effect}",
                                   b, heads, i, *what));
      }
    }
  }
  if (found > limit)
    sentences.push_back(
        notice("more_rows_blocked", "and {rows} more query rows whose keys are all blocked", found - limit));
  return sentences;
}

}  // namespace mha
