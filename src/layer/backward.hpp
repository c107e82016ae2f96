#pragma once

#include "../tape/gradients.hpp"
#include "attention.hpp"

namespace mha {

/// Gradients of a scalar loss, each of the shape of what it belongs to. Empty where there is none: key and
/// value that defaulted are summed into what they defaulted to, a layer without biases has no gradients of
/// any, and a wrong path may leave a parameter unread.
struct Gradients {
  Tensor query, key, value;
  std::array<Tensor, kParams.size()> parameters;  // by Param
  std::vector<Tensor> steps;                      // by their place in Run.steps
};

/// The backward pass of a traced run, on whichever path it took, given dY (B, T_q, d_model), the gradient of
/// its output: a walk back over its steps. On the right path, with s for 1 / sqrt(d_k), A for the attention
/// weights, D for those after dropout, C for the context, c_h for head_scale, and heads h of key/value head
/// n, it gives
///
///   dW_O  btc,btm->cm      concat^T dY             db_O  btm->m   sums of rows, as for every bias
///   dC    btm,cm->btc      dY W_O^T                split into heads and times c_h
///   dV    bhij,bhid->bnjd  D^T dC                  summed over the heads of n
///   dD    bhid,bnjd->bhij  dC V^T                  dA = dD under the same dropout
///   dS    A (dA - sum_j dA A), 0 where a mask blocks
///   dQ    bhij,bnjd->bhid  s dS K                  dK  bhij,bhid->bnjd  s dS^T Q, summed over the heads of n
///   dW_Q  bti,btc->ic      X_q^T dQ                dX_q  btc,ic->bti    dQ W_Q^T; W_K, W_V and their inputs
///   likewise
///
/// Errors: "config" for a run without trace, or one that was refused, "shape" for a dY of another shape than
/// the output.
Gradients backward(const Run& run, const Tensor& d_output);
/// The same given the gradient of what a step made, by its place in Run.steps, in place of the output's.
Gradients backward(const Run& run, StepIndex from, const Tensor& gradient);

}  // namespace mha
