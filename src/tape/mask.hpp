#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../kernel/key_range.hpp"
#include "../tensor/tensor.hpp"

namespace mha {

/// A boolean mask blocks where its value is not 0 (true = blocked); an additive one is added to the scores,
/// and blocks where it is -inf.
struct Mask {
  Tensor values;  // broadcasts to (B, H, T_q, T_k)
  bool additive = false;
};

/// A sliding window: a query sees `left` keys before its position, its own, and `right` keys after it; -1
/// means all. Positions are aligned bottom-right: the last query has the position of the last key.
struct KeyWindow {
  Index left = -1, right = -1;

  bool sees_all() const { return left < 0 && right < 0; }
  /// This window without the keys after the query. With T_q > T_k, the first T_q - T_k queries see no key.
  KeyWindow causal() const { return {left, 0}; }
  /// Whether the query at a position sees the key at another.
  bool sees(Index query, Index key) const {
    return (left < 0 || key >= query - left) && (right < 0 || key <= query + right);
  }
  /// The keys that query i sees. Neither end is below that of the query before.
  KeyRange keys(Index i, Index t_q, Index t_k) const;
  bool operator==(const KeyWindow&) const = default;
};

/// Blocks the keys that are not in the window.
Mask window_mask(const KeyWindow& window, Index t_q, Index t_k);  // (T_q, T_k)
inline Mask causal_mask(Index t_q, Index t_k) {
  return window_mask(KeyWindow{}.causal(), t_q, t_k);
}

/// The mask of (B, T_k) as (B, 1, 1, T_k). Error "mask" for another shape.
Mask key_padding_mask(const Mask& mask, Index batch, Index t_k);

/// A view of the mask with the sizes of the scores, (B, H, T_q, T_k); stride 0 where it broadcasts. Error
/// "mask" if it does not broadcast; the message calls it by `name`.
Mask broadcast(const Mask& mask, const Dims& scores, std::string_view name);

/// scores (B, H, T_q, T_k) plus all additive masks, and `fill` (-inf, or a large negative number) where a
/// boolean mask blocks. Error "shape" if a mask has other sizes than the scores.
Tensor apply(const std::vector<Mask>& masks, const Tensor& scores, float fill);
/// Writes the same into `out`, which has the sizes of the scores. Does not check the masks, as check_masks()
/// does.
void apply(const std::vector<Mask>& masks, const Tensor& scores, float fill, Tensor& out);
void check_masks(const std::vector<Mask>& masks, const Tensor& scores);

/// The vector-Jacobian product of apply(): dy, but 0 where a boolean mask blocks, because no gradient passes
/// a fill.
void zero_where_blocked(const std::vector<Mask>& masks, const Tensor& dy, Tensor& dx);

/// All that hides keys from queries: masks of the sizes of the scores, and a window, which needs no memory
/// here.
struct AttentionMask {
  std::span<const Mask> masks;
  KeyWindow window;
  Dims scores;  // (B, H, T_q, T_k)
};

/// One notice for each query whose keys are all blocked. It names the batch item, the head and the query, and
/// ends with the effect: `of_filled` if a mask filled some of its scores, or `of_empty` if all masks only
/// added -inf. After `limit` notices, one notice counts the others.
std::vector<Notice> describe_blocked_rows(const AttentionMask& mask, const Notice& of_filled,
                                          const Notice& of_empty, std::size_t limit = 12);

}  // namespace mha
