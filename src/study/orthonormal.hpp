#pragma once

#include "../tensor/rng.hpp"
#include "../tensor/tensor.hpp"

namespace mha {

/// Fills a matrix, of any strides, with part of an orthogonal one that `rng` decides: orthonormal columns
/// where there are no more of them than rows, orthonormal rows where there are no more of those. Square, it
/// keeps every length.
///
/// A cosine transform with its rows and columns shuffled and its rows' signs drawn: its cost is that of
/// writing it, where drawing normals and making them orthonormal would take seconds at a width of 1024.
void fill_orthonormal(Tensor matrix, Rng rng);

}  // namespace mha
