// Eigen's definitions of attention over segments. The core has only the kernels, because no pass of it traces
// these operations.
#include "segment_definitions.hpp"

#include <headscope/kernel/infinity.hpp>
#include <headscope/kernel/segments.hpp>
#include <headscope/tensor/maps.hpp>

using namespace mha;

namespace {

float scale_of(const Operands& operands) {
  return static_cast<float>(operands.given.get<double>("factor"));
}

/// The segments of an operation, given q or the context, (1, queries, H d).
Segments segments_of(const Operands& operands, const Tensor& queries) {
  const Index heads = operands.given.get<Index>("heads");
  return {.places = operands.given.indices.data(),
          .queries = narrow(queries.size(1)),
          .keys = narrow(operands.inputs[1]->size(1)),
          .heads = narrow(heads),
          .width = narrow(queries.size(2) / heads),
          .most = narrow(operands.given.get<Index>("most"))};
}

/// One query in one head, and its place in each of the matrices.
struct QueryOfHead {
  Size query, head, first_key, keys;
  Size feature, width;  // the head's features: columns of q, k, v and the context
  Size row;             // of the weights, (queries H, most)
  Size distance;        // of the first key, in (H, 2 most - 1)
};

template <class F>
void for_each_query_of_head(const Segments& of, F f) {
  for (Size i = 0; i < of.queries; ++i) {
    const std::int64_t* const place = of.places + 3 * i;
    for (Size h = 0; h < of.heads; ++h)
      f(QueryOfHead{i, h, narrow(place[0]), narrow(place[1]), h * of.width, of.width, i * of.heads + h,
                    h * (2 * of.most - 1) + of.most - 1 - narrow(place[2])});
  }
}

/// The columns of the head, in the keys or values of the query's sentence.
template <class Rows>
auto keys_of(Rows& all, const QueryOfHead& row) {
  return all.block(row.first_key, row.feature, row.keys, row.width);
}

/// The columns of the head, in the row of the query.
template <class Rows>
auto query_of(Rows& all, const QueryOfHead& row) {
  return all.row(row.query).segment(row.feature, row.width);
}

/// softmax(scale K q + distances). A blocked key has the score -inf.
void weights_forward(const Operands& operands, Tensor& y) {
  const Segments segments = segments_of(operands, operands.x());
  const ConstRowsMap q = rows(operands.x()), k = rows(*operands.inputs[1]);
  MatrixMap weights = rows(y);
  weights.setZero();
  for_each_query_of_head(segments, [&](const QueryOfHead& row) {
    auto line = weights.row(row.row).head(row.keys);
    line = query_of(q, row).lazyProduct(keys_of(k, row).transpose()) * scale_of(operands);
    if (!operands.parameters.empty())
      line += numbers(*operands.parameters[0]).segment(row.distance, row.keys).matrix().transpose();
    if (!operands.given.masks.empty()) {
      const auto blocked = rows(operands.given.masks[0].values).row(row.query).head(row.keys);
      line = (blocked.array() != 0.0f).select(kMinusInfinity, line.array());
    }
    const float largest = line.maxCoeff();
    if (largest == kMinusInfinity) {
      line.setZero();
    } else {
      line = (line.array() - largest).exp();
      line /= line.sum();
    }
  });
}

/// dS = A (dA - sum dA A), and with it dq = scale dS K, dK = scale dS^T q, and the sums of dS by distance.
void weights_backward(const Operands& operands, const Tensor& y, const Tensor& dy,
                      GradientAccumulator& gradients) {
  const Segments segments = segments_of(operands, operands.x());
  const Tensor given = dy.contiguous();
  const ConstRowsMap q = rows(operands.x()), k = rows(*operands.inputs[1]), weights = rows(y),
                     dweights = rows(given);
  Tensor d_query = gradients.take(operands.x().sizes()), d_key = gradients.take(operands.inputs[1]->sizes());
  Tensor d_distances;
  if (!operands.parameters.empty()) {
    d_distances = gradients.take(operands.parameters[0]->sizes());
    numbers(d_distances) = 0;
  }
  MatrixMap dq = rows(d_query), dk = rows(d_key);
  dk.setZero();
  for_each_query_of_head(segments, [&](const QueryOfHead& row) {
    const auto a = weights.row(row.row).head(row.keys), da = dweights.row(row.row).head(row.keys);
    const Eigen::RowVectorXf ds = a.cwiseProduct(da - Eigen::RowVectorXf::Constant(row.keys, da.dot(a)));
    query_of(dq, row) = ds.lazyProduct(keys_of(k, row)) * scale_of(operands);
    keys_of(dk, row) += ds.transpose().lazyProduct(query_of(q, row)) * scale_of(operands);
    if (d_distances) numbers(d_distances).segment(row.distance, row.keys) += ds.transpose().array();
  });
  gradients.add_to_input(0, d_query);
  gradients.add_to_input(1, d_key);
  if (d_distances) gradients.add_to_parameter(0, d_distances);
}

/// The factor of the context of a head.
float factor_of(const Operands& operands, const QueryOfHead& row) {
  const std::vector<float>& factors = operands.given.factors;
  return factors.empty() ? 1.0f : factors[static_cast<std::size_t>(row.head)];
}

void mix_forward(const Operands& operands, Tensor& y) {
  const ConstRowsMap weights = rows(operands.x()), v = rows(*operands.inputs[1]);
  MatrixMap context = rows(y);
  for_each_query_of_head(segments_of(operands, y), [&](const QueryOfHead& row) {
    query_of(context, row) =
        weights.row(row.row).head(row.keys).lazyProduct(keys_of(v, row)) * factor_of(operands, row);
  });
}

void mix_backward(const Operands& operands, const Tensor& y, const Tensor& dy,
                  GradientAccumulator& gradients) {
  const Tensor given = dy.contiguous();
  const ConstRowsMap weights = rows(operands.x()), v = rows(*operands.inputs[1]), dcontext = rows(given);
  Tensor d_weights = gradients.take(operands.x().sizes()),
         d_values = gradients.take(operands.inputs[1]->sizes());
  MatrixMap dw = rows(d_weights), dv = rows(d_values);
  dw.setZero();
  dv.setZero();
  for_each_query_of_head(segments_of(operands, y), [&](const QueryOfHead& row) {
    const Eigen::RowVectorXf d = query_of(dcontext, row) * factor_of(operands, row);
    dw.row(row.row).head(row.keys) = d.lazyProduct(keys_of(v, row).transpose());
    keys_of(dv, row) += weights.row(row.row).head(row.keys).transpose().lazyProduct(d);
  });
  gradients.add_to_input(0, d_weights);
  gradients.add_to_input(1, d_values);
}

}  // namespace

const Implementation kSegmentWeights = {weights_forward, weights_backward};
const Implementation kSegmentMix = {mix_forward, mix_backward};
