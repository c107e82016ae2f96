#pragma once

#include <span>

#include "../tape/operation.hpp"

namespace mha {

/// The operations of a block besides those of attention and of the small model.
std::span<const Operation* const> transformer_operations();

namespace op {

extern const Operation gelu;        // x Phi(x), Phi the normal distribution (Hendrycks and Gimpel 2016)
extern const Operation gelu_tanh;   // its approximation by tanh
extern const Operation quick_gelu;  // its approximation by the logistic function
extern const Operation silu;        // x / (1 + e^-x) (Elfwing et al. 2017)
extern const Operation multiply;    // element by element, of equal sizes

}  // namespace op
}  // namespace mha
