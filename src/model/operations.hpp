#pragma once

#include <span>

#include "../tape/operation.hpp"

namespace mha {

/// What a model needs beside attention's operations. Indices are those that an operation is given
/// (Attributes::indices).
std::span<const Operation* const> model_operations();

namespace op {

extern const Operation lookup;         // rows of a parameter: (rows, n) -> (1, indices, n)
extern const Operation select;         // positions of a step: (1, T, n) -> (1, indices, n)
extern const Operation add_distances;  // x (1, H, T, T) + parameter (H, 2 M - 1)[h, j - i + M - 1]
extern const Operation norm;           // as norm_rows() of kernel/norm.hpp; parameters: gain, shift (n)
extern const Operation relu;
extern const Operation cross_entropy;  // (1, rows, n) -> (1): the mean of -log softmax(x)[index], in nats

}  // namespace op

}  // namespace mha
