#pragma once

#include "../tensor/tensor.hpp"

namespace mha {

/// The asymmetry of each head's scores: |(S - S^T) / 2| / |S| in the Frobenius norm. 0 if S is symmetric (or
/// all 0), 1 if S = -S^T, about 0.71 = sqrt(1/2) if s_ij and s_ji are unrelated. (B, H, T, T) gives (B, H);
/// NaN if the scores have NaN or an infinity. Error "shape" unless T_q is T_k.
Tensor asymmetry(const Tensor& scores);

}  // namespace mha
