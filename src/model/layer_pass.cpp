#include "layer_pass.hpp"

#include <algorithm>

#include "../kernel/norm.hpp"

namespace mha {
namespace {

ConstRowsMap map(const ConstMatrix& m) {
  return {m.data, m.rows, m.columns, Eigen::OuterStride<>(m.columns)};
}
MatrixMap result(const Matrix& m) {
  return {m.data, m.rows, m.columns, Eigen::OuterStride<>(m.columns)};
}

Matrix like(std::vector<float>& memory, const ConstMatrix& other) {
  return matrix_in(memory, other.rows, other.columns);
}

}  // namespace

void LayerPass::forward() const {
  if (places.norm_gain >= 0) {
    norm_rows(map(stream), row(places.norm_gain), row(places.norm_shift), result(normed_stream));
    norm_rows(map(source), row(places.norm_gain), row(places.norm_shift), result(normed_source));
  }
  times(read_stream(), (*this)(places.w_q), q);
  times(read_source(), (*this)(places.w_k), k);
  times(read_source(), (*this)(places.w_v), v);
  heads.attend();
  times(context, (*this)(places.w_o), middle);
  add(stream, middle);
  if (places.w_up >= 0) mlp_forward();
}

void LayerPass::mlp_forward() const {
  if (places.mlp_gain >= 0) norm_rows(map(middle), row(places.mlp_gain), row(places.mlp_shift), result(normed_middle));
  times(read_middle(), (*this)(places.w_up), hidden);
  add_to_rows(row(places.b_up), hidden);
  for (Index i = 0; i < hidden.elements(); ++i) hidden.data[i] = std::max(hidden.data[i], 0.0f);
  times(hidden, (*this)(places.w_down), out);
  add_to_rows(row(places.b_down), out);
  add(middle, out);
}

void LayerPass::backward(std::span<float> gradients, const Matrix& dstream, const Matrix& dsource) const {
  if (places.w_up >= 0) mlp_backward(gradients, dstream);
  const auto d = [&](Index place) { return layout.matrix(gradients, place); };
  const Matrix dcontext = like(scratch.dcontext, context), dq = like(scratch.dq, q), dk = like(scratch.dk, k),
               dv = like(scratch.dv, v);
  times_transposed(dstream, (*this)(places.w_o), dcontext);
  transposed_times(context, dstream, d(places.w_o), scratch.turned);
  heads.backward(dcontext, dq, dk, dv, places.distances < 0 ? nullptr : d(places.distances).data);
  transposed_times(read_stream(), dq, d(places.w_q), scratch.turned);
  transposed_times(read_source(), dk, d(places.w_k), scratch.turned);
  transposed_times(read_source(), dv, d(places.w_v), scratch.turned);
  give(gradients, dq, places.w_q, stream, dstream);
  give(gradients, dk, places.w_k, source, dsource);
  give(gradients, dv, places.w_v, source, dsource);
}

void LayerPass::give(std::span<float> gradients, const ConstMatrix& dy, Index w, const ConstMatrix& x,
                     const Matrix& dx) const {
  const Matrix given = like(scratch.product, x);
  times_transposed(dy, (*this)(w), given);
  if (places.norm_gain < 0) return add(given, dx);
  norm_rows_backward(map(x), row(places.norm_gain), map(given), result(dx), layout.matrix(gradients, places.norm_gain).data,
                     layout.matrix(gradients, places.norm_shift).data);
}

void LayerPass::mlp_backward(std::span<float> gradients, const Matrix& dstream) const {
  const auto d = [&](Index place) { return layout.matrix(gradients, place); };
  const Matrix dhidden = like(scratch.dhidden, hidden), dread = like(scratch.product, middle);
  transposed_times(hidden, dstream, d(places.w_down), scratch.turned);
  sum_rows(dstream, d(places.b_down).data);
  times_transposed(dstream, (*this)(places.w_down), dhidden);
  for (Index i = 0; i < hidden.elements(); ++i) {
    if (hidden.data[i] <= 0) dhidden.data[i] = 0;
  }
  transposed_times(read_middle(), dhidden, d(places.w_up), scratch.turned);
  sum_rows(dhidden, d(places.b_up).data);
  times_transposed(dhidden, (*this)(places.w_up), dread);
  if (places.mlp_gain < 0) return add(dread, dstream);
  norm_rows_backward(map(middle), row(places.mlp_gain), map(dread), result(dstream), d(places.mlp_gain).data,
                     d(places.mlp_shift).data);
}

}  // namespace mha
