// Studies of heads on many sentences, for JavaScript.

#include "../study/sentence_measures.hpp"
#include "../study/study_sums.hpp"
#include "bound.hpp"

namespace {

using namespace mha;

/// { pieces, words, sentences, kinds, causal }
std::shared_ptr<SentenceKeys> create_sentence(const val& given) {
  return std::make_shared<SentenceKeys>(SentenceTokens{.pieces = indices_of(get<"pieces">(given)),
                                                       .words = indices_of(get<"words">(given)),
                                                       .sentences = indices_of(get<"sentences">(given)),
                                                       .kinds = indices_of(get<"kinds">(given)),
                                                       .is_causal = get<"causal">(given).isTrue()});
}

/// `values` may be undefined.
Tensor measure_sentence(const SentenceKeys& sentence, const val& attention, const val& values) {
  return sentence.measure(tensor_of(attention), tensor_of(values));
}

Tensor strongest_keys_of(const val& attention) {
  return strongest_keys(tensor_of(attention));
}

std::shared_ptr<StudySums> create_study_sums(const val& columns) {
  return std::make_shared<StudySums>(index_of(columns));
}

/// `rows`: { data, shape }
void add_rows(StudySums& sums, const val& rows) {
  sums.add(tensor_of(rows).values());
}

val doubles(const std::vector<double>& numbers) {
  return val::global("Float64Array").new_(val(emscripten::typed_memory_view(numbers.size(), numbers.data())));
}

/// { mean, half, deviation, count }
val found_sums(const StudySums& sums) {
  const StudySums::Found found = sums.found();
  val out = val::object();
  out.set("mean", doubles(found.mean));
  out.set("half", doubles(found.half));
  out.set("deviation", doubles(found.deviation));
  out.set("count", doubles(found.count));
  return out;
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope_sentences) {
  emscripten::function("createSentence", guarded<&create_sentence>);
  emscripten::function("strongestKeys", guarded<&strongest_keys_of>);
  emscripten::function("createStudySums", guarded<&create_study_sums>);
  emscripten::class_<SentenceKeys>("Sentence")
      .smart_ptr<std::shared_ptr<SentenceKeys>>("SentencePointer")
      .function("measure", guarded<&measure_sentence>);
  emscripten::class_<StudySums>("StudySums")
      .smart_ptr<std::shared_ptr<StudySums>>("StudySumsPointer")
      .function("add", guarded<&add_rows>)
      .function("found", guarded<&found_sums>);
}
