#include "ends.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../base/elementary.hpp"
#include "../kernel/rows.hpp"

namespace mha {
namespace {

constexpr double kNoLogit = -std::numeric_limits<double>::infinity();
constexpr Index kStretch = 256;  // logits: few enough that a sum in single precision is accurate

/// Whether a piece ranks above another.
bool is_likelier(const Likeliest::Piece& a, const Likeliest::Piece& b) {
  if (a.logit != b.logit) return a.logit > b.logit || (!std::isnan(a.logit) && std::isnan(b.logit));
  return a.id < b.id;
}

Tensor result(const std::vector<Step>& steps) {
  return steps.back().output.contiguous();
}

}  // namespace

Tensor embed(const Tensor& words, float scale, const Tensor& positions, const Tensor& types,
             const Norm& norm) {
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  const Axes axes = {Axis::B, Axis::T, Axis::d_model};
  StepIndex x = tape.input({"words"}, words, axes);
  if (scale != 1) x = tape.scale({"scaled"}, x, scale);
  if (positions) x = tape.add({"with_positions"}, x, tape.input({"positions"}, positions, axes));
  if (types) x = tape.add({"with_types"}, x, tape.input({"types"}, types, axes));
  if (norm.gain) normed(tape, {"normed"}, x, norm);
  return result(steps);
}

Tensor finished(const Tensor& x, const Norm& norm) {
  if (!norm.gain) return x;
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  normed(tape, {"normed"}, tape.input({"x"}, x, {Axis::B, Axis::T, Axis::d_model}), norm);
  return result(steps);
}

Tensor transformed(const Tensor& x, const Tensor& w, const Tensor& b, Activation activation,
                   const Norm& norm) {
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  const StepIndex in = tape.input({"x"}, x, {Axis::B, Axis::T, Axis::d_model});
  const StepIndex dense = tape.linear({"dense"}, in, {{"wDense", w}, {"bDense", b}}, Axis::d_model);
  normed(tape, {"normed"}, activated(tape, {"activated"}, dense, activation), norm);
  return result(steps);
}

Tensor logits(const Tensor& x, const Tensor& w, const Tensor& bias, float cap) {
  std::vector<Step> steps;
  Tape tape(steps, Trace::off);
  const StepIndex in = tape.input({"x"}, x, {Axis::B, Axis::T, Axis::d_model});
  const StepIndex out = tape.linear({"logits"}, in, {{"wOutput", w}, {"bOutput", bias}}, Axis::vocabulary);
  if (cap > 0) tape.apply({"capped"}, op::softcap, {out}, tape.axes(out), {.named = {{"cap", double{cap}}}});
  return result(steps);
}

Likeliest::Likeliest(Index tokens, Index most, std::vector<Index> answers)
    : most_(most),
      answers_(std::move(answers)),
      pieces_(static_cast<std::size_t>(tokens)),
      sums_(pieces_.size(), {kNoLogit, 0}),
      answer_logits_(pieces_.size(), std::numeric_limits<float>::quiet_NaN()) {
  answers_.resize(pieces_.size(), -1);
}

void Likeliest::Sum::add(const float* logits, Size count) {
  const double most = std::max(largest, static_cast<double>(largest_in_row(logits, count)));
  if (most == kNoLogit) {  // all are -inf or NaN, which is no maximum
    if (std::any_of(logits, logits + count, [](float logit) { return std::isnan(logit); }))
      sum = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  const double before = sum != 0 ? sum * exp(largest - most) : 0;  // NaN stays
  sum = before + static_cast<double>(sum_exp_row(logits, count, static_cast<float>(most)));
  largest = most;
}

void Likeliest::add(const Tensor& logits, Index first) {
  const Index count = logits.size(-1);
  if (logits.elements() != tokens() * count) fail_shape("logits", logits.sizes(), Dims{1, tokens(), count});
  const float* row = logits.data();
  for (std::size_t token = 0; token < pieces_.size(); ++token, row += count) {
    std::vector<Piece>& best = pieces_[token];
    for (Index i = 0; i < count; i += kStretch)
      sums_[token].add(row + i, narrow(std::min(kStretch, count - i)));
    for (Index i = 0; i < count; ++i) {
      const bool is_full = static_cast<Index>(best.size()) == most_;
      if (is_full && (most_ == 0 || row[i] < best.back().logit)) continue;  // as most pieces
      const Piece piece{row[i], first + i};
      if (is_full && !is_likelier(piece, best.back())) continue;
      if (is_full) best.pop_back();
      best.insert(std::ranges::upper_bound(best, piece, is_likelier), piece);
    }
    if (const Index answer = answers_[token] - first; answers_[token] >= first && answer < count)
      answer_logits_[token] = row[answer];
  }
}

double Likeliest::log_sum(Index token) const {
  const Sum& sum = sums_[static_cast<std::size_t>(token)];
  return sum.largest + log(sum.sum);
}

}  // namespace mha
