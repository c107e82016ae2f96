#pragma once

#include "../tensor/tensor.hpp"

namespace mha {

/// How far scores are from asking and being asked alike: |(S - S^T) / 2| / |S| in the Frobenius norm, of each
/// head: 0 where S is symmetric, 1 where S = -S^T; of 0 alone 0. About 0.71, sqrt(1/2), where s_ij and s_ji
/// have nothing to do with each other. Of (B, H, T, T), (B, H); NaN where the scores have NaN or an infinity.
/// Error "shape" where T_q is not T_k.
Tensor asymmetry(const Tensor& scores);

}  // namespace mha
