#pragma once

#include <optional>
#include <string>
#include <vector>

#include "function_ref.hpp"
#include "tensor.hpp"

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
/// "mask" where it does not.
Mask broadcast(const Mask& mask, const Dims& scores, const char* name);

/// scores (B, H, T_q, T_k) plus every additive mask, and `fill` (-inf, or a large negative number) where a
/// boolean one blocks. All masks already have the sizes of the scores.
Tensor apply(const std::vector<Mask>& masks, const Tensor& scores, float fill);

/// x (B, H, T_q, T_k) with 0 where a boolean mask blocks: no gradient passes a fill.
Tensor zero_where_blocked(const std::vector<Mask>& masks, const Tensor& x);

/// Whether a mask of the sizes of the scores blocks key j from query i in head h.
bool blocks(const Mask& mask, Index b, Index h, Index i, Index j);

/// One sentence for every query row whose keys are all blocked, naming batch, head and row; at most `limit`,
/// and then how many more. `effect` says what becomes of such a row, and nullptr of others; it is asked for
/// batch, head and row, of one batch item after the other.
std::vector<std::string> describe_blocked_rows(FunctionRef<const std::string*(Index, Index, Index)> effect,
                                               const Dims& scores, std::size_t limit = 12);
/// The same of rows that these masks block, with a fill for some of their keys or with -inf alone. All have
/// the sizes of the scores.
std::vector<std::string> describe_blocked_rows(const std::vector<Mask>& masks, const Dims& scores,
                                               const std::string& of_filled, const std::string& of_empty);

}  // namespace mha
