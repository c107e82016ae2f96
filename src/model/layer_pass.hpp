#pragma once

#include "head_rows.hpp"
#include "passes.hpp"

namespace mha {

/// One layer in one batch: attention with a residual, and norms and an MLP where it has them. What it makes
/// of the words has a row for each word, all else one for each query.
struct LayerPass {
  const ParameterLayout& layout;
  std::span<const float> parameters;
  const LayerPlaces& places;
  LayerScratch& scratch;
  Matrix stream, normed_stream, normed_source, q, k, v, weights, context, middle, normed_middle, hidden, out;
  ConstMatrix source;
  HeadRows heads;

  /// From the stream and its source to `out`.
  void forward() const;
  /// `dstream`, the gradient of what it makes, becomes that of its stream; that of its source is added.
  void backward(std::span<float> gradients, const Matrix& dstream, const Matrix& dsource) const;

 private:
  ConstMatrix operator()(Index place) const { return layout.matrix(parameters, place); }
  const float* row(Index place) const { return (*this)(place).data; }
  ConstMatrix read_stream() const { return places.norm_gain < 0 ? stream : normed_stream; }
  ConstMatrix read_source() const { return places.norm_gain < 0 ? source : ConstMatrix(normed_source); }
  ConstMatrix read_middle() const { return places.mlp_gain < 0 ? middle : normed_middle; }

  void mlp_forward() const;
  void mlp_backward(std::span<float> gradients, const Matrix& dstream) const;
  /// What a projection's gradient gives to what it was made of, by way of the norm where there is one.
  void give(std::span<float> gradients, const ConstMatrix& dy, Index w, const ConstMatrix& x,
            const Matrix& dx) const;
};

}  // namespace mha
