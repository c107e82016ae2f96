#pragma once

#include <vector>

#include "../layer/attention.hpp"
#include "measures.hpp"  // what they do

namespace mha {

/// Throws Error "config" if the layer has no such head.
void check_head(const Config& config, Index head);

/// What each head's rows of W_O read: the context, scaled where heads are, (B, H, T_q, d_v). Error "config"
/// for a run without trace, or on a wrong path.
const Tensor& context_of(const Run& run);

/// bhid,hdm->bhim: what each head adds to the output through its own rows of W_O, (B, H, T_q, d_model); their
/// sum over heads is the output without its bias. Errors are those of context_of().
Tensor contributions(const Run& run);

/// The layer without these heads: the same output as with each scaled by 0. Error "config" for a head that
/// does not exist, for all of them, and where heads that share a key/value head are not removed together.
Layer prune(const Layer& layer, const std::vector<Index>& heads);

}  // namespace mha
