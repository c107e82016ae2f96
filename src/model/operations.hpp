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
extern const Operation cross_entropy;  // (1, rows, n) -> (1): the mean of -log softmax(x)[index], in nats,
                                       // over the rows whose index is not -1
extern const Operation squared_error;  // (1, rows, n) -> (1): the mean of the rows' sums of squares

// Attention of a batch (operations_of_segments.cpp), where rows of all sentences lie one after the other.
// Attributes: `heads`, `most` keys of a sentence; indices as Segments::places (kernel/segments.hpp).
extern const Operation
    segment_weights;  // q (1, queries, H d), k (1, keys, H d) -> (1, queries, H, most): by `factor`,
                      // plus a parameter of distances, less a mask (queries, most)
extern const Operation
    segment_mix;  // weights, v (1, keys, H d) -> (1, queries, H d), times `factors` of heads

}  // namespace op

}  // namespace mha
