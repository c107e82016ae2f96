#include "parts.hpp"

#include <cmath>

#include "operations.hpp"

namespace mha {
namespace {

constexpr double kEps = 1e-5;  // of norms

}  // namespace

std::string_view Parts::name(Index place) const {
  const std::string_view whole = table[place].name;
  const std::size_t dot = whole.find('.');
  const bool is_of_layer =
      dot != std::string_view::npos && dot > 0 && whole[dot - 1] >= '0' && whole[dot - 1] <= '9';
  return is_of_layer ? whole.substr(dot + 1) : whole;
}

StepIndex Parts::linear(At at, StepIndex x, Index w) const {
  return tape.linear(at, x, {{name(w), (*this)[w]}}, Axis::d_model);
}

StepIndex Parts::linear(At at, StepIndex x, Index w, Index b) const {
  return tape.linear(at, x, {{name(w), (*this)[w]}, {name(b), (*this)[b]}}, Axis::d_model);
}

StepIndex Parts::normed(At at, StepIndex x, Index gain, Index shift) const {
  if (gain < 0) return x;
  const Tensor gains = (*this)[gain], shifts = (*this)[shift];
  const NamedTensor given[] = {{name(gain), gains}, {name(shift), shifts}};
  tape.next_stage();
  return tape.apply(at, op::norm, {x}, tape.axes(x), {.named = {{"eps", kEps}}, .parameters = given});
}

StepIndex Parts::looked_up(At at, Index place, const std::vector<Index>& indices) const {
  const Tensor table_of_rows = (*this)[place];
  const NamedTensor given[] = {{name(place), table_of_rows}};
  return tape.apply(at, op::lookup, {}, {Axis::B, Axis::T, Axis::d_model},
                    {.indices = &indices, .parameters = given});
}

StepIndex Parts::selected(At at, StepIndex x, const std::vector<Index>& indices) const {
  tape.next_stage();
  return tape.apply(at, op::select, {x}, tape.axes(x), {.indices = &indices});
}

StepIndex Parts::add_mlp(StepIndex stream, const LayerPlaces& at) const {
  const StepIndex read = normed({"mlp_normed"}, stream, at.mlp_gain, at.mlp_shift);
  tape.next_stage();
  const StepIndex up = linear({"up"}, read, at.w_up, at.b_up);
  tape.next_stage();
  const StepIndex hidden = tape.apply({"relu"}, op::relu, {up}, tape.axes(up));
  tape.next_stage();
  const StepIndex down = linear({"down"}, hidden, at.w_down, at.b_down);
  tape.next_stage();
  return tape.add({"stream"}, stream, down);
}

SegmentAttention attend_segments(const Parts& parts, StepIndex query, StepIndex source, const LayerPlaces& at,
                                 const SegmentArgs& args) {
  Tape& tape = parts.tape;
  tape.next_stage();
  const StepIndex v = parts.linear({"v", Lane::v}, source, at.w_v),
                  k = parts.linear({"k", Lane::k}, source, at.w_k),
                  q = parts.linear({"q", Lane::q}, query, at.w_q);
  const Index d_k = tape[q].size(2) / args.heads;
  tape.next_stage();
  std::vector<NamedTensor> given;
  const Tensor distances = at.distances < 0 ? Tensor() : parts[at.distances];
  if (distances) given.push_back({parts.name(at.distances), distances});
  const StepIndex weights =
      tape.apply({"weights"}, op::segment_weights, {q, k}, {Axis::B, Axis::T_q, Axis::H, Axis::T_k},
                 {.named = {{"factor", 1 / std::sqrt(static_cast<double>(d_k))},
                            {"heads", args.heads},
                            {"most", args.most}},
                  .indices = args.places,
                  .parameters = given});
  tape.next_stage();
  const StepIndex context =
      tape.apply({"context"}, op::segment_mix, {weights, v}, tape.axes(q),
                 {.named = {{"heads", args.heads}, {"most", args.most}}, .indices = args.places});
  tape.next_stage();
  return {weights, context, parts.linear({"output"}, context, at.w_o)};
}

Layer attention_of(const ParameterTable& table, const Tensor& parameters, const LayerPlaces& at,
                   const Config& sizes) {
  const Config of = resolve(sizes);
  Layer made{of, Weights::zeros(of)};
  made.weights.set(of, Param::wQ, table.copy(parameters, at.w_q));
  made.weights.set(of, Param::wK, table.copy(parameters, at.w_k));
  made.weights.set(of, Param::wV, table.copy(parameters, at.w_v));
  made.weights.set(of, Param::wO, table.copy(parameters, at.w_o));
  return made;
}

}  // namespace mha
