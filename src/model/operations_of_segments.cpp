// Attention of a batch: sentences lie one after the other, and each query attends to the keys of its own
// sentence.
#include <algorithm>

#include "../kernel/infinity.hpp"
#include "../kernel/segments.hpp"
#include "../tape/operand_checks.hpp"
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
          .keys = narrow(operands.inputs[1]->size(1)),
          .heads = narrow(heads),
          .width = narrow(queries.size(2) / heads),
          .most = narrow(operands.given.get<Index>("most"))};
}

/// The kernels read these without strides.
void check_contiguous(const Tensor& x, const char* name) {
  if (!x.is_contiguous())
    fail(ErrorCode::shape, "not_contiguous", "{name} is not contiguous; call contiguous() first", name);
}

/// A matrix of the rows of all sentences, with the features of all heads: (1, rows, H d).
void check_features(const Tensor& x, Index heads, const char* name) {
  if (x.shape().rank() != 3 || x.size(0) != 1 || x.size(2) % heads != 0)
    fail_shape(name, x.sizes(), text("(1, rows, H d) with H = {}", heads).c_str());
  check_contiguous(x, name);
}

/// Throws unless each of `queries` has a place among so many keys, and at most `most` keys.
void check_places(const Operands& operands, Index queries, Index keys, Index most) {
  const std::vector<Index>& places = operands.given.indices;
  if (const Dims given = {static_cast<Index>(places.size())}; given != Dims{multiply_checked({3, queries})})
    fail_shape("the places of queries", given, Dims{3 * queries});
  for (auto place = places.begin(); place != places.end(); place += 3) {
    const Index first = place[0], count = place[1], position = place[2];
    const bool fits = first >= 0 && first <= keys && count >= 1 && count <= std::min(most, keys - first) &&
                      position >= 0 && position < most;
    if (!fits)
      fail(ErrorCode::shape, "no_place_of_query",
           "a query at position {position} of {count} keys from {first} on does not fit into {keys} keys, at "
           "most {most} of a sentence",
           position, count, first, keys, most);
  }
}

Index heads_of(const Operands& operands) {
  const Index heads = operands.given.get<Index>("heads"), most = operands.given.get<Index>("most");
  if (heads < 1 || most < 1)
    fail(ErrorCode::shape, "no_segments", "{heads} heads and at most {most} keys, expected 1 or more of both",
         heads, most);
  return heads;
}

Dims weights_sizes(const Operands& operands) {
  const Tensor &q = operands.x(), &k = *operands.inputs[1];
  const Index heads = heads_of(operands), most = operands.given.get<Index>("most");
  check_features(q, heads, "the queries");
  check_features(k, heads, "the keys");
  if (k.size(2) != q.size(2)) fail_shape("the keys", k.sizes(), Dims{1, k.size(1), q.size(2)});
  check_places(operands, q.size(1), k.size(1), most);
  if (!operands.parameters.empty()) {
    check_parameter(operands, 0, "distances", {heads, add_checked(multiply_checked({2, most}), -1)});
    check_contiguous(*operands.parameters[0], "distances");
  }
  if (operands.given.masks.size() > 1)
    fail(ErrorCode::config, "masks_of_segments", "segment_weights has {count} masks, expected at most 1",
         operands.given.masks.size());
  for (const Mask& mask : operands.given.masks) {
    const Dims& blocked = mask.values.sizes();  // may have more rows than there are queries
    if (blocked.size() != 2 || blocked[0] < q.size(1) || blocked[1] != most)
      fail_shape("mask", blocked, Dims{q.size(1), most});
    check_contiguous(mask.values, "mask");
  }
  return {1, q.size(1), heads, most};
}

Dims mix_sizes(const Operands& operands) {
  const Tensor &weights = operands.x(), &v = *operands.inputs[1];
  const Index heads = heads_of(operands), most = operands.given.get<Index>("most");
  if (weights.shape().rank() != 4 || weights.size(0) != 1 || weights.size(2) != heads ||
      weights.size(3) != most)
    fail_shape("the weights", weights.sizes(), text("(1, queries, {}, {})", heads, most).c_str());
  check_contiguous(weights, "the weights");
  check_features(v, heads, "the values");
  check_places(operands, weights.size(1), v.size(1), most);
  if (const Dims factors = {static_cast<Index>(operands.given.factors.size())};
      factors[0] != 0 && factors[0] != heads)
    fail_shape("the factors of heads", factors, Dims{heads});
  return {1, weights.size(1), v.size(2)};
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

SegmentScores scores_of(const Operands& operands) {
  return {.q = operands.x().data(),
          .k = operands.inputs[1]->data(),
          .distances = distances_of(operands),
          .blocked = blocked_of(operands),
          .scale = scale_of(operands)};
}

void weights_forward_fast(const Operands& operands, Tensor& y) {
  segment_weights(segments_of(operands, operands.x()), scores_of(operands), y.data());
}

void weights_backward_fast(const Operands& operands, const Tensor& y, const Tensor& dy,
                           GradientAccumulator& gradients) {
  const Tensor &q = operands.x(), &k = *operands.inputs[1];
  Tensor dq = gradients.take(q.sizes()), dk = gradients.take(k.sizes()), d_distances;
  if (!operands.parameters.empty()) {
    d_distances = gradients.take(operands.parameters[0]->sizes());
    std::ranges::fill(d_distances.values(), 0.0f);
  }
  segment_weights_backward(
      segments_of(operands, q), scores_of(operands), y.data(), dy.contiguous().data(),
      {.dq = dq.data(), .dk = dk.data(), .ddistances = d_distances ? d_distances.data() : nullptr});
  gradients.add_to_input(0, dq);
  gradients.add_to_input(1, dk);
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

SegmentMix mix_of(const Operands& operands) {
  return {.weights = operands.x().data(), .v = operands.inputs[1]->data(), .factors = factors_of(operands)};
}

void mix_forward_fast(const Operands& operands, Tensor& y) {
  segment_mix(segments_of(operands, y), mix_of(operands), y.data());
}

void mix_backward_fast(const Operands& operands, const Tensor& y, const Tensor& dy,
                       GradientAccumulator& gradients) {
  const Tensor &weights = operands.x(), &v = *operands.inputs[1];
  Tensor dweights = gradients.take(weights.sizes()), dv = gradients.take(v.sizes());
  segment_mix_backward(segments_of(operands, y), mix_of(operands), dy.contiguous().data(), dweights.data(),
                       dv.data());
  gradients.add_to_input(0, dweights);
  gradients.add_to_input(1, dv);
}

}  // namespace

namespace op {

constinit const Operation segment_weights = {
    .name = "segment_weights",
    .takes = {.inputs = 2,
              .optional_parameters = 1,
              .attributes = {{{"factor", AttributeType::real}, {"heads"}, {"most"}}},
              .masks = true,
              .indices = true},
    .sizes = weights_sizes,
    .definition = {weights_forward, weights_backward},
    .kernel = {weights_forward_fast, weights_backward_fast},
    .cost = no_flops};
constinit const Operation segment_mix = {
    .name = "segment_mix",
    .takes = {.inputs = 2, .attributes = {{{"heads"}, {"most"}}}, .factors = true, .indices = true},
    .sizes = mix_sizes,
    .definition = {mix_forward, mix_backward},
    .kernel = {mix_forward_fast, mix_backward_fast},
    .cost = no_flops};

}  // namespace op
}  // namespace mha
