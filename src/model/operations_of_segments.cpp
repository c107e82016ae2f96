// Attention of a batch: sentences lie one after the other, and each query attends to the keys of its own
// sentence.
#include <algorithm>

#include "../kernel/segments.hpp"
#include "../tape/operand_checks.hpp"
#include "../tape/operation_cost.hpp"
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

SegmentScores scores_of(const Operands& operands) {
  return {.q = operands.x().data(),
          .k = operands.inputs[1]->data(),
          .distances = distances_of(operands),
          .blocked = blocked_of(operands),
          .scale = scale_of(operands)};
}

void weights_forward(const Operands& operands, Tensor& y) {
  segment_weights(segments_of(operands, operands.x()), scores_of(operands), y.data());
}

void weights_backward(const Operands& operands, const Tensor& y, const Tensor& dy,
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

SegmentMix mix_of(const Operands& operands) {
  return {.weights = operands.x().data(), .v = operands.inputs[1]->data(), .factors = factors_of(operands)};
}

void mix_forward(const Operands& operands, Tensor& y) {
  segment_mix(segments_of(operands, y), mix_of(operands), y.data());
}

void mix_backward(const Operands& operands, const Tensor& y, const Tensor& dy,
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
    .kernel = {weights_forward, weights_backward},
    .cost = no_flops};
constinit const Operation segment_mix = {
    .name = "segment_mix",
    .takes = {.inputs = 2, .attributes = {{{"heads"}, {"most"}}}, .factors = true, .indices = true},
    .sizes = mix_sizes,
    .kernel = {mix_forward, mix_backward},
    .cost = no_flops};

}  // namespace op
}  // namespace mha
