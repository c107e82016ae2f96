// Transformer blocks of checkpoints, with their embeddings and output matrices, for JavaScript.

#include "../tensor/gemm.hpp"
#include "../transformer/circuit.hpp"
#include "../transformer/contributions.hpp"
#include "../transformer/ends.hpp"
#include "../transformer/score_parts.hpp"
#include "../transformer/stored_matrix.hpp"
#include "bindings_config.hpp"
#include "bound.hpp"

namespace {

using namespace mha;

/// A file's bytes, copied.
struct Bytes {
  std::size_t count;
  std::unique_ptr<std::byte[]> memory;

  explicit Bytes(const val& given) : count(given["length"].as<std::size_t>()), memory(new std::byte[count]) {
    const auto view = emscripten::typed_memory_view(count, reinterpret_cast<unsigned char*>(memory.get()));
    val(view).call<void>("set", given);
  }
};

/// A number of flops or numbers; JavaScript gives Infinity for all.
Index most_of(double count) {
  return count < 0x1p62 ? static_cast<Index>(count) : Index{1} << 62;
}

/// A matrix that JavaScript packs in pieces, and holds.
struct BoundMatrix {
  Bytes bytes;  // freed once packed
  Packing packing;

  const Tensor& values() const { return packing.matrix(); }
};

/// { bytes, type, rows, columns, allColumns, isInOut, first, group, period, factor }
std::shared_ptr<BoundMatrix> create_matrix(const val& given) {
  StoredMatrix stored{.type = value_in(kStoredTypes, get<"type">(given)),
                      .rows = index_of(get<"rows">(given)),
                      .columns = index_of(get<"columns">(given)),
                      .all_columns = index_of(get<"allColumns">(given)),
                      .is_in_out = get<"isInOut">(given).isTrue(),
                      .first = index_of(get<"first">(given)),
                      .group = index_of(get<"group">(given)),
                      .period = index_of(get<"period">(given)),
                      .factor = get<"factor">(given).as<float>()};
  require_memory(notice("the_tensor", "the tensor"), elements_held(stored), memory_limit());
  Bytes bytes(get<"bytes">(given));
  stored.bytes = {bytes.memory.get(), bytes.count};
  return std::make_shared<BoundMatrix>(BoundMatrix{std::move(bytes), Packing(stored)});
}

/// Packs about `most` more numbers. Returns whether more remain.
bool pack_on(BoundMatrix& matrix, double most) {
  const bool remains = matrix.packing.advance(most_of(most));
  if (!remains) matrix.bytes.memory.reset();
  return remains;
}

/// { norm, eps, gain, shift }; without a gain, there is no norm.
Norm norm_of(const val& given) {
  return {value_in(kNormKinds, get<"norm">(given)), get<"eps">(given).as<double>(),
          tensor_of(get<"gain">(given)), tensor_of(get<"shift">(given))};
}

std::shared_ptr<Block> create_block(const val& given) {
  return std::make_shared<Block>(
      BlockConfig{.attention = config_of(get<"attention">(given)),
                  .d_ff = index_of(get<"dFeedForward">(given)),
                  .order = value_in(kOrders, get<"order">(given)),
                  .norm = value_in(kNormKinds, get<"norm">(given)),
                  .activation = value_in(kActivations, get<"activation">(given)),
                  .eps = get<"eps">(given).as<double>(),
                  .attention_norm = get<"attentionNorm">(given).isTrue(),
                  .network = get<"network">(given).isTrue(),
                  .gated = get<"gated">(given).isTrue(),
                  .causal = get<"causal">(given).isTrue(),
                  .max_distance = index_of(get<"maxDistance">(given)),
                  .keys_meet_distances = get<"keysMeetDistances">(given).isTrue()});
}

/// `place` is an index of kParams, or, where `is_attention` is false, of kBlockParams.
void set(Block& block, const val& is_attention, const val& place, const Tensor& values) {
  if (is_attention.isTrue()) {
    block.set(kParams.at(static_cast<std::size_t>(index_of(place))), values);
  } else {
    block.set(value_in(kBlockParams, place), values);
  }
}

/// The block shares the memory of a packed matrix.
void set_matrix(Block& block, const val& is_attention, const val& place, const BoundMatrix& matrix) {
  set(block, is_attention, place, matrix.values());
}

bool is_matrix_finite(const BoundMatrix& matrix) {
  return is_finite(matrix.values());
}

void set_values_of(Block& block, const val& is_attention, const val& place, const val& given) {
  set(block, is_attention, place, tensor_of(given));
}

/// From an array of { of, head, token, numbers }.
std::vector<Patch> patches_of(const val& given) {
  std::vector<Patch> patches;
  for (const val& each : emscripten::vecFromJSArray<val>(given)) {
    patches.push_back({.of = value_in(kPatched, get<"of">(each)),
                       .head = index_of(get<"head">(each)),
                       .token = index_of(get<"token">(each)),
                       .numbers = tensor_of(get<"numbers">(each))});
  }
  return patches;
}

/// Prepares a pass over x (1, T, d_model). `past`: { key, value } of earlier tokens, or undefined.
/// `key_padding`: (1, T_past + T), 1 for keys that no query sees, or undefined. `added`: numbers to add to
/// the scores, (1, H, T, T_past + T), or undefined. `memory`: (1, T_memory, d_model) that keys and values are
/// projected from, or undefined for x. `keeps`: a boolean for each optional result, in the order of Kept.
std::shared_ptr<BlockPass> begin_pass(const Block& block, const val& given, const val& head_scale,
                                      const val& past, const val& key_padding, const val& added,
                                      const val& memory, const val& patches, const val& keeps) {
  const Tensor x = tensor_of(given), factors = tensor_of(head_scale);
  BlockInput input;
  if (factors) input.head_scale.assign(factors.values().begin(), factors.values().end());
  if (!past.isUndefined()) input.past = {tensor_of(get<"key">(past)), tensor_of(get<"value">(past))};
  if (const Tensor blocked = tensor_of(key_padding)) input.key_padding_mask = {.values = blocked};
  input.by_distance = tensor_of(added);
  input.memory = tensor_of(memory);
  const Index keys = (input.memory ? input.memory : x).size(1) + (input.past ? input.past.key.size(2) : 0);
  require_memory(notice("this_pass", "this forward pass"), elements_held(block.config(), x.size(1), keys),
                 memory_limit());
  input.patches = patches_of(patches);
  const auto [keeps_past, keeps_steps, keeps_parts, keeps_read, keeps_attended] = items_of<5>(keeps);
  const Kept kept{.keys_and_values = keeps_past.isTrue(),
                  .steps = keeps_steps.isTrue(),
                  .parts = keeps_parts.isTrue(),
                  .read = keeps_read.isTrue(),
                  .attended = keeps_attended.isTrue()};
  return std::make_shared<BlockPass>(begin(block, x, std::move(input), kept));
}

/// Computes on until about `most` flops are done. Returns whether steps remain.
bool advance(BlockPass& pass, double most) {
  return pass.steps.advance(most_of(most));
}

/// The results of a pass that has ended, by name:
/// - attention: the attention weights;
/// - output: the block's output, and network: the input of the feed-forward network of a block that ends
///   before its network. A pass that keeps the output of attention has `attended` in place of these and
///   `made`;
/// - read and byDistance, if the pass keeps the input of attention: this input, and the numbers that
///   positions by distance add to the scores;
/// - present, if the pass keeps keys and values: those of all tokens, or their latents;
/// - values, if the pass keeps latents: the values of the heads;
/// - concat and made, if the pass keeps the parts: the outputs of the heads and of the feed-forward network;
/// - steps, if the pass keeps them: the block's steps by id.
val results_of(const BlockPass& pass) {
  const BlockSteps& at = pass.at;
  val out = object_of({{"attention", pass[at.weights]}});
  if (pass.kept.attended) {
    out.set("attended", js(pass[at.attended]));
  } else {
    out.set("output", js(pass[at.output]));
    if (pass.ends_before_network) out.set("network", js(pass[at.network]));
  }
  if (pass.kept.read) {
    out.set("read", js(pass[at.read]));
    if (pass.by_distance) out.set("byDistance", js(pass.by_distance));
  }
  if (pass.kept.keys_and_values) {
    const auto [key, value] = pass.present();
    out.set("present", object_of({{"key", key}, {"value", value}}));
    if (at.head_values != at.values) out.set("values", js(pass[at.head_values]));
  }
  if (pass.kept.parts) {
    out.set("concat", js(pass[at.concat]));
    if (!pass.kept.attended) out.set("made", js(pass[at.made]));
  }
  if (pass.kept.steps) {
    val steps = val::object();
    for (const NamedStep& step : pass.named) steps.set(step.id, js(pass[step.at]));
    out.set("steps", steps);
  }
  return out;
}

/// The parameters of the block's attention, in rows.
val weights_of_block(const Block& block) {
  val weights = val::object();
  for (const LayerParam& param : kParams) {
    const Tensor& values = block.attention().weights[param];
    if (values.has_numbers()) weights.set(param.name.data(), js(unpacked(values)));
  }
  return weights;
}

Tensor embed_rows(const val& given) {
  return embed(tensor_of(get<"words">(given)), get<"scale">(given).as<float>(),
               tensor_of(get<"positions">(given)), tensor_of(get<"types">(given)), norm_of(given));
}

Tensor finish(const val& x, const val& norm) {
  return finished(tensor_of(x), norm_of(norm));
}

/// x W + b; the bias may be undefined.
Tensor project(const val& x, const BoundMatrix& matrix, const val& bias) {
  const Tensor in = tensor_of(x);
  require_tensor({1, in.size(1), matrix.values().size(1)});
  return logits(in, matrix.values(), tensor_of(bias), 0);
}

/// { gate, activation, bGate, bUp, bDown, limit }; gate: a matrix, or undefined for a network without one
Tensor feed_forward(const val& x, const BoundMatrix& up, const BoundMatrix& down, const val& given) {
  const Tensor in = tensor_of(x);
  const val gate = get<"gate">(given);
  require_tensor({4, in.size(1), up.values().size(1)});
  return applied({.activation = value_in(kActivations, get<"activation">(given)),
                  .w_gate = gate.isUndefined() ? Tensor() : gate.as<std::shared_ptr<BoundMatrix>>()->values(),
                  .b_gate = tensor_of(get<"bGate">(given)),
                  .w_up = up.values(),
                  .b_up = tensor_of(get<"bUp">(given)),
                  .w_down = down.values(),
                  .b_down = tensor_of(get<"bDown">(given)),
                  .limit = get<"limit">(given).as<float>()},
                 in);
}

/// { norm, eps, gain, shift, activation, bias }
Tensor transform(const val& x, const BoundMatrix& dense, const val& given) {
  return transformed(tensor_of(x), dense.values(), tensor_of(get<"bias">(given)),
                     value_in(kActivations, get<"activation">(given)), norm_of(given));
}

std::shared_ptr<Likeliest> create_likeliest(const val& tokens, const val& most, const val& answers) {
  return std::make_shared<Likeliest>(index_of(tokens), index_of(most), indices_of(answers));
}

/// The logits of the pieces from `first` on; a cap of 0 caps nothing.
void add_logits(Likeliest& likeliest, const val& x, const BoundMatrix& matrix, const val& bias,
                const val& cap, const val& first) {
  const Tensor in = tensor_of(x);
  require_tensor({1, in.size(1), matrix.values().size(1)});
  likeliest.add(logits(in, matrix.values(), tensor_of(bias), cap.as<float>()), index_of(first));
}

/// { ids, logits, logSums, answers }: the first two have `most` numbers a token.
val found(const Likeliest& likeliest) {
  std::vector<Index> ids;
  std::vector<float> logits, answers;
  val sums = val::array();
  for (Index token = 0; token < likeliest.tokens(); ++token) {
    for (const Likeliest::Piece& piece : likeliest.pieces(token)) {
      ids.push_back(piece.id);
      logits.push_back(piece.logit);
    }
    sums.call<void>("push", likeliest.log_sum(token));
    answers.push_back(likeliest.answer(token));
  }
  val out = val::object();
  out.set("ids", js(ids));
  out.set("logits", js(std::span<const float>(logits)));
  out.set("logSums", sums);
  out.set("answers", js(std::span<const float>(answers)));
  return out;
}

/// { rows, added } of numbers that are linear in a stream.
val js_of(const Readings& readings) {
  val out = object_of({{"rows", readings.rows}});
  out.set("added", js(readings.added));
  return out;
}

/// Readings as rows (n, d), to which nothing is added yet.
Readings readings_of(const val& rows) {
  const Tensor given = tensor_of(rows);
  return {given, std::vector<double>(static_cast<std::size_t>(given.size(0)))};
}

/// row: { x, concat, made }, each (1, 1, width). { heads, network, rows, added }
val block_shares(const Block& block, const val& row, const val& rows) {
  const BlockShares parts =
      shares(block, {tensor_of(get<"x">(row)), tensor_of(get<"concat">(row)), tensor_of(get<"made">(row))},
             readings_of(rows));
  val out = js_of(parts.before);
  out.set("heads", js(parts.heads));
  out.set("network", js(parts.network));
  return out;
}

val read_before_norm(const val& rows, const val& norm, const val& x) {
  return js_of(before_norm(readings_of(rows), norm_of(norm), tensor_of(x)));
}

val read_before_product(const val& rows, const BoundMatrix& matrix, const val& bias) {
  return js_of(before_product(readings_of(rows), matrix.values(), tensor_of(bias)));
}

/// { norm, eps, gain, shift, activation, bias }
val read_before_transform(const val& rows, const val& x, const BoundMatrix& dense, const val& given) {
  return js_of(before_transformed(readings_of(rows), tensor_of(x), dense.values(),
                                  tensor_of(get<"bias">(given)),
                                  value_in(kActivations, get<"activation">(given)), norm_of(given)));
}

Tensor sum_columns(const BoundMatrix& matrix) {
  return summed_columns(matrix.values());
}

/// { wQ, wK, wV, wO }
HeadCircuit circuit_in(const val& given) {
  return {tensor_of(get<"wQ">(given)), tensor_of(get<"wK">(given)), tensor_of(get<"wV">(given)),
          tensor_of(get<"wO">(given))};
}

val circuit_of_head(const Block& block, const val& head) {
  const HeadCircuit circuit = circuit_of(block, index_of(head));
  return object_of({{"wQ", circuit.w_q}, {"wK", circuit.w_k}, {"wV", circuit.w_v}, {"wO", circuit.w_o}});
}

double copying_score_of(const val& circuit) {
  return copying_score(circuit_in(circuit));
}

/// { q, k, v }
val composition_of(const val& first, const val& second) {
  const Composition found = composition(circuit_in(first), circuit_in(second));
  val out = val::object();
  out.set("q", js(found.q));
  out.set("k", js(found.k));
  out.set("v", js(found.v));
  return out;
}

/// x A B of x (1, n, d_model).
Tensor through_circuit(const val& x, const val& a, const val& b) {
  return linear(linear(tensor_of(x), tensor_of(a), {}), tensor_of(b), {});
}

Tensor looked_for_by(const Block& block, const val& head, const val& x, const val& distance) {
  return looked_for(block, index_of(head), tensor_of(x), index_of(distance));
}

/// of: { x, head, query, key }, x (1, T, d_model). { query, key, product, distance, scale }: the features of
/// the query and the key as readings of their rows of x; the scaled product of both; what positions add to
/// it; and the scale.
val score_of(const Block& block, const val& of) {
  const Tensor x = tensor_of(get<"x">(of));
  const Index head = index_of(get<"head">(of)), query = index_of(get<"query">(of)),
              key = index_of(get<"key">(of));
  const Tensor x_query = x.slice(1, query, 1).contiguous(), x_key = x.slice(1, key, 1).contiguous();
  const Readings queries = features_of(block, Side::query, head, x_query, query),
                 keys = features_of(block, Side::key, head, x_key, key);
  const std::vector<double> q = read(queries, x_query), k = read(keys, x_key);
  const double scale = double{score_scale(block.config().attention)};
  double product = 0;
  for (std::size_t i = 0; i < q.size(); ++i) product += scale * q[i] * k[i];
  val out = val::object();
  out.set("query", js_of(queries));
  out.set("key", js_of(keys));
  out.set("product", js(product));
  out.set("distance", js(score_of_distance(block, head, query, key, x)));
  out.set("scale", js(scale));
  return out;
}

Tensor score_pairs_of(const val& queries, const val& keys, double scale) {
  return score_pairs(tensor_of(queries), tensor_of(keys), scale);
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope_transformer) {
  emscripten::function("createMatrix", guarded<&create_matrix>);
  emscripten::function("createBlock", guarded<&create_block>);
  emscripten::function("createLikeliest", guarded<&create_likeliest>);
  emscripten::function("embedRows", guarded<&embed_rows>);
  emscripten::function("finish", guarded<&finish>);
  emscripten::function("project", guarded<&project>);
  emscripten::function("feedForward", guarded<&feed_forward>);
  emscripten::function("transform", guarded<&transform>);
  emscripten::function("readBeforeNorm", guarded<&read_before_norm>);
  emscripten::function("readBeforeProduct", guarded<&read_before_product>);
  emscripten::function("readBeforeTransform", guarded<&read_before_transform>);
  emscripten::function("sumColumns", guarded<&sum_columns>);
  emscripten::function("copyingScore", guarded<&copying_score_of>);
  emscripten::function("composition", guarded<&composition_of>);
  emscripten::function("throughCircuit", guarded<&through_circuit>);
  emscripten::function("scorePairs", guarded<&score_pairs_of>);
  emscripten::class_<BoundMatrix>("Matrix")
      .smart_ptr<std::shared_ptr<BoundMatrix>>("MatrixPointer")
      .function("pack", guarded<&pack_on>)
      .function("isFinite", guarded<&is_matrix_finite>);
  emscripten::class_<Block>("Block")
      .smart_ptr<std::shared_ptr<Block>>("BlockPointer")
      .function("setMatrix", guarded<&set_matrix>)
      .function("setValues", guarded<&set_values_of>)
      .function("begin", guarded<&begin_pass>)
      .function("shares", guarded<&block_shares>)
      .function("circuit", guarded<&circuit_of_head>)
      .function("lookedFor", guarded<&looked_for_by>)
      .function("score", guarded<&score_of>)
      .function("weights", guarded<&weights_of_block>);
  emscripten::class_<BlockPass>("Pass")
      .smart_ptr<std::shared_ptr<BlockPass>>("PassPointer")
      .function("advance", guarded<&advance>)
      .function("results", guarded<&results_of>);
  emscripten::class_<Likeliest>("Likeliest")
      .smart_ptr<std::shared_ptr<Likeliest>>("LikeliestPointer")
      .function("add", guarded<&add_logits>)
      .function("found", guarded<&found>);
}
