#pragma once

#include <vector>

#include "block.hpp"

namespace mha {

// What each part of a transformer adds to a number at its end, such as a logit. The parts add up to the
// number exactly, because all nonlinear factors are constants from the same pass: the scale of each norm, and
// the ratio of an activation's output to its input.

/// n numbers that are linear in a vector x (d): number i is rows_i · x + added_i.
struct Readings {
  Tensor rows;                // (n, d)
  std::vector<double> added;  // (n)
};

/// The same numbers, read before a norm of x (1, 1, d), before x W + b, or before an activation of x.
Readings before_norm(const Readings& after, const Norm& norm, const Tensor& x);
Readings before_product(const Readings& after, const Tensor& w, const Tensor& bias);
Readings before_activation(const Readings& after, Activation activation, const Tensor& x);

/// The same before transformed(x, w, b, activation, norm), x (1, 1, d).
Readings before_transformed(const Readings& after, const Tensor& x, const Tensor& w, const Tensor& b,
                            Activation activation, const Norm& norm);

/// One token's rows of a block's pass, each (1, 1, width).
struct BlockRow {
  Tensor x;       // the input
  Tensor concat;  // the outputs of the heads, (1, 1, H*d_v)
  Tensor made;    // the output of the feed-forward network
};

/// What a block adds to readings of its output. Biases outside the heads and the network are in before.added.
struct BlockShares {
  Tensor heads;                 // (n, H)
  std::vector<double> network;  // (n)
  Readings before;              // the same numbers, read from the input
};

/// Error "shape" for rows of other sizes than the block's.
BlockShares shares(const Block& block, const BlockRow& row, const Readings& after);

/// rows_i · x + added_i of x (1, 1, d).
std::vector<double> read(const Readings& readings, const Tensor& x);

/// The sum of the columns of a matrix (d, n), which may be packed: (d).
Tensor summed_columns(const Tensor& matrix);

}  // namespace mha
