#pragma once

#include "../tape/gradients.hpp"
#include "attention.hpp"

namespace mha {

/// Gradients of a scalar loss, each with the shape of its tensor. A gradient is empty if it does not exist:
/// the gradient of a defaulted key or value is added to that of the tensor it defaults to; a layer without
/// biases has no bias gradients; a wrong path may not read a parameter.
struct Gradients {
  Tensor query, key, value;
  std::vector<Parameter> parameters;  // only those that the loss depends on
  std::vector<Tensor> steps;          // by index in Run.steps

  /// Empty if there is no gradient of this parameter.
  Tensor parameter(Param param) const;
};

/// The backward pass of a traced run, on whichever path it took, given dY (B, T_q, d_model), the gradient of
/// its output. Walks back over the steps. On the correct path, with s = 1 / sqrt(d_k), attention weights A,
/// weights after dropout D, context C, head_scale c_h, and heads h of key/value head n, the result is
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
/// Errors: "config" for a run without a trace or a refused run; "shape" if dY does not have the shape of the
/// output.
Gradients backward(const Run& run, const Tensor& d_output);
/// The same, starting at the gradient of a step's output, given by its index in Run.steps.
Gradients backward(const Run& run, StepIndex from, const Tensor& gradient);

}  // namespace mha
