// Studies of any attention weights, for JavaScript.

#include "../study/effects.hpp"
#include "../study/jacobian.hpp"
#include "../study/measures.hpp"
#include "bound.hpp"

namespace mha {

val measures_of(const Tensor& attention, const val& options) {
  const HeadMeasures measures = measure(attention, {.positions = indices_of(get<"positions">(options)),
                                                    .query_words = indices_of(get<"queryWords">(options)),
                                                    .key_words = indices_of(get<"keyWords">(options)),
                                                    .similarity = get<"similarity">(options).isTrue()});
  return object_of({{"similarity", measures.similarity},
                    {"summary", measures.summary},
                    {"queries", measures.queries},
                    {"rowEntropy", measures.row_entropy},
                    {"rowSum", measures.row_sum},
                    {"columnSum", measures.column_sum}});
}

}  // namespace mha

namespace {

using namespace mha;

val measure_attention(const val& attention, const val& options) {
  return measures_of(tensor_of(attention), options);
}

Tensor blend_attention(const val& attention, const val& factors) {
  return blend(tensor_of(attention), tensor_of(factors));
}

val rank_weights(const val& weights) {
  const Ranking ranking = rank(tensor_of(weights));
  val out = val::object();
  out.set("order", numbers_in(ranking.order));
  out.set("held", js(ranking.held.values()));
  return out;
}

val jacobian_norms(const val& attention) {
  const JacobianNorms norms = softmax_jacobian_norms(tensor_of(attention));
  val out = object_of({{"rows", norms.rows}});
  out.set("median", double{norms.median.values().front()});
  out.set("mean", double{norms.mean.values().front()});
  return out;
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope_study) {
  emscripten::function("measure", guarded<&measure_attention>);
  emscripten::function("blend", guarded<&blend_attention>);
  emscripten::function("rank", guarded<&rank_weights>);
  emscripten::function("jacobianNorms", guarded<&jacobian_norms>);
}
