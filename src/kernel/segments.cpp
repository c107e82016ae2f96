#include "segments.hpp"

#include "infinity.hpp"
#include "row_products.hpp"
#include "rows.hpp"

namespace mha {
namespace {

/// One query in one head, and the index of its first element in each matrix.
struct HeadRow {
  Size query, head;
  Size keys;
  Size feature;   // in q and context
  Size key;       // in k and v, in the row of the first key
  Size weight;    // in the weights
  Size distance;  // in the distances, for the first key
};

/// Calls f with every query in every head.
template <class F>
void for_each_row(const Segments& of, F f) {
  const Size features = of.heads * of.width;
  for (Size i = 0; i < of.queries; ++i) {
    const std::int64_t* const place = of.places + 3 * i;
    const Size first = narrow(place[0]), keys = narrow(place[1]), position = narrow(place[2]);
    for (Size head = 0; head < of.heads; ++head) {
      f(HeadRow{.query = i,
                .head = head,
                .keys = keys,
                .feature = i * features + head * of.width,
                .key = first * features + head * of.width,
                .weight = (i * of.heads + head) * of.most,
                .distance = head * (2 * of.most - 1) + of.most - 1 - position});
    }
  }
}

}  // namespace

void segment_weights(const Segments& segments, const SegmentScores& of, float* weights) {
  const Size features = segments.heads * segments.width;
  for_each_row(segments, [&](const HeadRow& row) {
    float* const weight = weights + row.weight;
    for (Size j = 0; j < row.keys; ++j) {
      const bool is_seen = of.blocked == nullptr || of.blocked[row.query * segments.most + j] == 0;
      weight[j] = is_seen ? dot(of.q + row.feature, of.k + row.key + j * features, segments.width) * of.scale
                          : kMinusInfinity;
      if (of.distances != nullptr) weight[j] += of.distances[row.distance + j];
    }
    softmax_rows(map(weight, 1, row.keys), 0.0f);
    fill_row(weight + row.keys, segments.most - row.keys, 0.0f);
  });
}

void segment_weights_backward(const Segments& segments, const SegmentScores& of, const float* weights,
                              const float* dweights, const SegmentScoreGradients& to) {
  const Size features = segments.heads * segments.width;
  fill_row(to.dq, segments.queries * features, 0.0f);
  fill_row(to.dk, segments.keys * features, 0.0f);
  for_each_row(segments, [&](const HeadRow& row) {
    const float *const weight = weights + row.weight, *const given = dweights + row.weight;
    float dot_of_row = 0;
    for (Size j = 0; j < row.keys; ++j) {
      if (weight[j] != 0) dot_of_row += given[j] * weight[j];
    }
    for (Size j = 0; j < row.keys; ++j) {
      if (weight[j] == 0) continue;
      const Size key = row.key + j * features;
      const float dscore = weight[j] * (given[j] - dot_of_row);
      if (to.ddistances != nullptr) to.ddistances[row.distance + j] += dscore;
      add_scaled(to.dq + row.feature, segments.width, dscore * of.scale, of.k + key);
      add_scaled(to.dk + key, segments.width, dscore * of.scale, of.q + row.feature);
    }
  });
}

void segment_mix(const Segments& segments, const SegmentMix& of, float* context) {
  const Size features = segments.heads * segments.width;
  for_each_row(segments, [&](const HeadRow& row) {
    const float* const weight = of.weights + row.weight;
    const float factor = of.factors == nullptr ? 1.0f : of.factors[row.head];
    fill_row(context + row.feature, segments.width, 0.0f);
    for (Size j = 0; j < row.keys; ++j) {
      if (weight[j] != 0)
        add_scaled(context + row.feature, segments.width, weight[j] * factor, of.v + row.key + j * features);
    }
  });
}

void segment_mix_backward(const Segments& segments, const SegmentMix& of, const float* dcontext,
                          float* dweights, float* dv) {
  const Size features = segments.heads * segments.width;
  fill_row(dv, segments.keys * features, 0.0f);
  for_each_row(segments, [&](const HeadRow& row) {
    const float *const weight = of.weights + row.weight, *const given = dcontext + row.feature;
    float* const dweight = dweights + row.weight;
    const float factor = of.factors == nullptr ? 1.0f : of.factors[row.head];
    fill_row(dweight, segments.most, 0.0f);
    for (Size j = 0; j < row.keys; ++j) {
      if (weight[j] == 0) continue;
      const Size key = row.key + j * features;
      dweight[j] = dot(given, of.v + key, segments.width) * factor;
      add_scaled(dv + key, segments.width, weight[j] * factor, given);
    }
  });
}

}  // namespace mha
