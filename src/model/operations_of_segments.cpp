// Attention of a batch: sentences lie one after the other, and each query attends to the keys of its own
// sentence.
#include <algorithm>

#include "../kernel/infinity.hpp"
#include "../kernel/segments.hpp"
#include "../tape/operation_cost.hpp"
#include "../tensor/maps.hpp"
#include "operations.hpp"

namespace mha {
namespace {

float scale_of(const Operands& operands) {
  return static_cast<float>(operands.given.get<double>("factor"));
}

/// The segments of an operation, given q or the context, (1, queries, H d).
Segments segments_of(const Operands& operands, const Tensor& queries) {
  const Index heads = operands.given.get<Index>("heads");
  return {.places = operands.given.indices.data(),
          .queries = narrow(queries.size(1)),
          .heads = narrow(heads),
          .width = narrow(queries.size(2) / heads),
          .most = narrow(operands.given.get<Index>("most"))};
}

Dims weights_sizes(const Operands& operands) {
  return {1, operands.x().size(1), operands.given.get<Index>("heads"), operands.given.get<Index>("most")};
}

Dims mix_sizes(const Operands& operands) {
  return {1, operands.x().size(1), operands.inputs[1]->size(2)};
}

const float* distances_of(const Operands& operands) {
  return operands.parameters.empty() ? nullptr : operands.parameters[0]->data();
}

const float* blocked_of(const Operands& operands) {
  return operands.given.masks.empty() ? nullptr : operands.given.masks[0].values.data();
}

const float* factors_of(const Operands& operands) {
  return operands.given.factors.empty() ? nullptr : operands.given.factors.data();
}

/// One query in one head, and its place in each of the matrices.
struct HeadRow {
  Size query, head, first_key, keys;
  Size feature, width;  // the head's features: columns of q, k, v and the context
  Size row;             // of the weights, (queries H, most)
  Size distance;        // of the first key, in (H, 2 most - 1)
};

template <class F>
void for_each_row(const Segments& of, F f) {
  for (Size i = 0; i < of.queries; ++i) {
    const std::int64_t* const place = of.places + 3 * i;
    for (Size h = 0; h < of.heads; ++h)
      f(HeadRow{i, h, narrow(place[0]), narrow(place[1]), h * of.width, of.width, i * of.heads + h,
                h * (2 * of.most - 1) + of.most - 1 - narrow(place[2])});
  }
}

/// The columns of the head, in the keys or values of the query's sentence.
template <class Rows>
auto keys_of(Rows& all, const HeadRow& row) {
  return all.block(row.first_key, row.feature, row.keys, row.width);
}

/// The columns of the head, in the row of the query.
template <class Rows>
auto query_of(Rows& all, const HeadRow& row) {
  return all.row(row.query).segment(row.feature, row.width);
}

/// softmax(scale K q + distances). A blocked key has the score -inf.
void weights_forward(const Operands& operands, Tensor& y) {
  const Segments segments = segments_of(operands, operands.x());
  const ConstRowsMap q = rows(operands.x()), k = rows(*operands.inputs[1]);
  MatrixMap weights = rows(y);
  weights.setZero();
  for_each_row(segments, [&](const HeadRow& row) {
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
  for_each_row(segments, [&](const HeadRow& row) {
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

void weights_forward_fast(const Operands& operands, Tensor& y) {
  segment_weights(segments_of(operands, operands.x()), operands.x().data(), operands.inputs[1]->data(),
                  distances_of(operands), blocked_of(operands), scale_of(operands), y.data());
}

void weights_backward_fast(const Operands& operands, const Tensor& y, const Tensor& dy,
                           GradientAccumulator& gradients) {
  const Tensor &q = operands.x(), &k = *operands.inputs[1];
  Tensor dq = gradients.take(q.sizes()), dk = gradients.take(k.sizes()), d_distances;
  if (!operands.parameters.empty()) {
    d_distances = gradients.take(operands.parameters[0]->sizes());
    std::ranges::fill(d_distances.values(), 0.0f);
  }
  segment_weights_backward(segments_of(operands, q), q.data(), k.data(), y.data(), dy.contiguous().data(),
                           scale_of(operands), narrow(k.size(1)), dq.data(), dk.data(),
                           d_distances ? d_distances.data() : nullptr);
  gradients.add_to_input(0, dq);
  gradients.add_to_input(1, dk);
  if (d_distances) gradients.add_to_parameter(0, d_distances);
}

/// The factor of the context of a head.
float factor_of(const Operands& operands, const HeadRow& row) {
  const std::vector<float>& factors = operands.given.factors;
  return factors.empty() ? 1.0f : factors[static_cast<std::size_t>(row.head)];
}

void mix_forward(const Operands& operands, Tensor& y) {
  const ConstRowsMap weights = rows(operands.x()), v = rows(*operands.inputs[1]);
  MatrixMap context = rows(y);
  for_each_row(segments_of(operands, y), [&](const HeadRow& row) {
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
  for_each_row(segments_of(operands, y), [&](const HeadRow& row) {
    const Eigen::RowVectorXf d = query_of(dcontext, row) * factor_of(operands, row);
    dw.row(row.row).head(row.keys) = d.lazyProduct(keys_of(v, row).transpose());
    keys_of(dv, row) += weights.row(row.row).head(row.keys).transpose().lazyProduct(d);
  });
  gradients.add_to_input(0, d_weights);
  gradients.add_to_input(1, d_values);
}

void mix_forward_fast(const Operands& operands, Tensor& y) {
  segment_mix(segments_of(operands, y), operands.x().data(), operands.inputs[1]->data(), factors_of(operands),
              y.data());
}

void mix_backward_fast(const Operands& operands, const Tensor& y, const Tensor& dy,
                       GradientAccumulator& gradients) {
  const Tensor &weights = operands.x(), &v = *operands.inputs[1];
  Tensor dweights = gradients.take(weights.sizes()), dv = gradients.take(v.sizes());
  segment_mix_backward(segments_of(operands, y), weights.data(), v.data(), factors_of(operands),
                       dy.contiguous().data(), narrow(v.size(1)), dweights.data(), dv.data());
  gradients.add_to_input(0, dweights);
  gradients.add_to_input(1, dv);
}

}  // namespace

namespace op {

constinit const Operation segment_weights = {.name = "segment_weights",
                                             .sizes = weights_sizes,
                                             .definition = {weights_forward, weights_backward},
                                             .kernel = {weights_forward_fast, weights_backward_fast},
                                             .cost = no_flops};
constinit const Operation segment_mix = {.name = "segment_mix",
                                         .sizes = mix_sizes,
                                         .definition = {mix_forward, mix_backward},
                                         .kernel = {mix_forward_fast, mix_backward_fast},
                                         .cost = no_flops};

}  // namespace op
}  // namespace mha
