#pragma once

#include "../base/rng.hpp"
#include "../tensor/tensor.hpp"

namespace mha {

/// Fills a matrix, of any strides, with part of a random orthogonal matrix: orthonormal columns if it has at
/// most as many columns as rows, else orthonormal rows. A square result keeps every length.
///
/// Uses a cosine transform with shuffled rows and columns and random signs: as fast as writing the matrix.
/// Orthonormalising normal numbers would take seconds at a width of 1024.
void fill_orthonormal(Tensor matrix, Rng rng);

}  // namespace mha
