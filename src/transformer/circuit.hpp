#pragma once

#include "block.hpp"

namespace mha {

// The two circuits of a head (Elhage et al. 2021): W_Q W_K^T says where it looks, W_V W_O what it writes.
// Both have the sizes (d_model, d_model) and the rank d_k. The functions below multiply their factors, and
// never compute the large products.

/// The factors of a head's circuits. The gain of the norm before attention is multiplied into them, and so is
/// its centring: they read the stream.
struct HeadCircuit {
  Tensor w_q, w_k, w_v;  // (d_model, d_k)
  Tensor w_o;            // (d_v, d_model)
};

/// Error "config" for latent attention, whose keys have no matrix of their own.
void require_own_keys(const Config& config);

/// Errors as of require_own_keys().
HeadCircuit circuit_of(const Block& block, Index head);

/// The vectors of the stream that a head looks for: x W_Q R W_K^T, for x (1, n, d_model). R rotates from the
/// position of a query to that of a key `distance` tokens before it; blocks without rotary positions have no
/// R. Errors as of circuit_of().
Tensor looked_for(const Block& block, Index head, const Tensor& x, Index distance);

/// From -1 to 1: the sum of the eigenvalues of W_V W_O over the sum of their sizes. Near 1, the head raises
/// what it looks at. NaN if all eigenvalues are 0.
double copying_score(const HeadCircuit& circuit);

/// From 0 to 1: how much of a head's output another head reads (the composition scores of Elhage et al.
/// 2021): |A B| / (|A| |B|) by Frobenius norms. A is W_V W_O of the first head; B is W_Q W_K^T of the second
/// for its queries, W_K W_Q^T for its keys, and W_V W_O for its values.
struct Composition {
  double q = 0, k = 0, v = 0;
};
Composition composition(const HeadCircuit& first, const HeadCircuit& second);

}  // namespace mha
