#pragma once

#include <headscope/operation.hpp>

/// Definitions of op::segment_weights and op::segment_mix, to compare the kernels with.
extern const mha::Implementation kSegmentWeights, kSegmentMix;
