#pragma once

#include <span>

#include "../tape/operation.hpp"

namespace mha {

/// The operations of a model besides those of tape/operation.hpp. Indices are Attributes::indices.
std::span<const Operation* const> model_operations();

namespace op {

extern const Operation lookup;         // rows of a parameter: (rows, n) -> (1, indices, n)
extern const Operation select;         // positions of a step: (1, T, n) -> (1, indices, n)
extern const Operation add_distances;  // x (1, H, T, T) + parameter (H, 2 M - 1)[h, j - i + M - 1]
extern const Operation cross_entropy;  // (1, rows, n) -> (1): the mean of -log softmax(x)[index], in nats,
                                       // over the rows whose index is not -1
extern const Operation squared_error;  // (1, rows, n) -> (1): the mean of the rows' sums of squares

// Attention of a batch (operations_of_segments.cpp), where the rows of all sentences lie one after the other.
// Attributes: `heads`, and `most`, the largest number of keys in a sentence. Indices are Segments::places
// (kernel/segments.hpp).

/// q (1, queries, H d), k (1, keys, H d) -> weights (1, queries, H, most): the softmax of the products times
/// `factor`, plus distances if there is a parameter; 0 where a mask (queries, most), if any, blocks.
extern const Operation segment_weights;
/// weights (1, queries, H, most), v (1, keys, H d) -> (1, queries, H d), times `factors` of heads, if any.
extern const Operation segment_mix;

}  // namespace op

}  // namespace mha
