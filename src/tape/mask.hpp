#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../tensor/tensor.hpp"

namespace mha {

/// A boolean mask blocks where its value is not 0 (true = blocked); an additive one is added to the scores,
/// and blocks where it is -inf.
struct Mask {
  Tensor values;  // broadcasts to (B, H, T_q, T_k)
  bool additive = false;
};

/// Query i sees the keys up to i + (T_k - T_q): aligned bottom-right, so that the last query sees every key.
/// With T_q > T_k the first T_q - T_k queries see none.
Mask causal_mask(Index t_q, Index t_k);  // (T_q, T_k)

/// The mask of (B, T_k) as (B, 1, 1, T_k). Error "mask" for another shape.
Mask key_padding_mask(const Mask& mask, Index batch, Index t_k);

/// A view of the mask with the sizes of the scores, (B, H, T_q, T_k); stride 0 where it broadcasts. Error
/// "mask" where it does not, which calls it by this name.
Mask broadcast(const Mask& mask, const Dims& scores, std::string_view name);

/// scores (B, H, T_q, T_k) plus every additive mask, and `fill` (-inf, or a large negative number) where a
/// boolean one blocks. Error "shape" for a mask of other sizes than the scores.
Tensor apply(const std::vector<Mask>& masks, const Tensor& scores, float fill);
/// The same into `out`, of the sizes of the scores, which have been checked.
void apply(const std::vector<Mask>& masks, const Tensor& scores, float fill, Tensor& out);
void check_masks(const std::vector<Mask>& masks, const Tensor& scores);

/// Its vector-Jacobian product: dy with 0 where a boolean mask blocks, since no gradient passes a fill.
void zero_where_blocked(const std::vector<Mask>& masks, const Tensor& dy, Tensor& dx);

/// What hides keys from queries: masks of the sizes of the scores, and the causal one, which here needs no
/// memory.
struct AttentionMask {
  std::span<const Mask> masks;
  bool causal;
  Dims scores;  // (B, H, T_q, T_k)
};

/// One sentence for every query row whose keys are all blocked, naming batch, head and row, and what becomes
/// of it: where only -inf was added to its scores `of_empty`, else, where some were filled, `of_filled`. At
/// most `limit`, and then how many more.
std::vector<Notice> describe_blocked_rows(const AttentionMask& mask, const Notice& of_filled,
                                          const Notice& of_empty, std::size_t limit = 12);

}  // namespace mha
