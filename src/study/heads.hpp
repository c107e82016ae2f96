#pragma once

#include <vector>

#include "../layer/attention.hpp"
#include "measures.hpp"  // re-exported: the measures of heads

namespace mha {

/// Throws Error "config" if the layer has no such head.
void check_head(const Config& config, Index head);

/// The input of each head's rows of W_O: the context after head_scale, (B, H, T_q, d_v). Error "config" for a
/// run without a trace, or on a wrong path.
const Tensor& context_of(const Run& run);

/// bhid,hdm->bhim: the contribution of each head to the output through its rows of W_O, (B, H, T_q, d_model).
/// Their sum over heads is the output without its bias. Errors are those of context_of().
Tensor contributions(const Run& run);

/// The layer without these heads. Its output equals that of the layer with these heads scaled by 0. Error
/// "config" for a head that does not exist, for all heads, for some but not all heads of a key/value head,
/// and for a layer with alibi, whose slopes follow from the number of heads.
Layer prune(const Layer& layer, const std::vector<Index>& heads);

}  // namespace mha
