#include "head_fit.hpp"

#include <algorithm>
#include <cmath>

#include "../base/rng.hpp"
#include "../tensor/elementwise.hpp"
#include "operations.hpp"

namespace mha {
namespace {

/// Learning rate. At three times this rate, a row with two target keys puts all weight on one of them, where
/// the gradient vanishes.
constexpr TrainingConfig kTraining = {.warm_up = 1, .steps = 400, .rate = 0.01, .decay = 0, .clip = 1e9};
constexpr double kFirstScores = 0.5;  // approximate standard deviation of the first scores, for inputs of
                                      // embed()

void check(const Tensor& x, const Tensor& wanted) {
  if (x.shape().rank() != 3 || x.size(0) != 1) fail_shape("x", x.sizes(), "(1, T, d_model)");
  if (const Dims expected = {x.size(1), x.size(1)}; !(wanted.sizes() == expected))
    fail_shape("wanted", wanted.sizes(), expected);
}

Index check_count(const char* what, Index given, Index most) {
  if (given < 1 || given > most)
    fail(ErrorCode::config, "size_out_of_range", "{name} {value} is not 1 to {most}", what, given, most);
  return given;
}

}  // namespace

HeadFit::HeadFit(const Tensor& x, const Tensor& wanted, Index heads, Index d_k, std::uint64_t seed)
    : tokens_((check(x, wanted), x.size(1))),
      d_model_(x.size(2)),
      heads_(check_count("heads", heads, kMostHeads)),
      d_k_(check_count("d_k", d_k, kMostFeatures)),
      parameters_(Tensor::zeros({2 * heads * d_model_ * d_k})),
      gradients_(Tensor::zeros({parameters_.elements()})),
      optimizer_(kTraining, 0) {
  const Index elements = d_model_ * d_k_;
  std::vector<float> initial;
  // The standard deviation of a score is about |x|^2 deviation^2, and |x|^2 about d_model / 2.
  const double deviation = std::sqrt(2 * kFirstScores / static_cast<double>(d_model_));
  for (Index each = 0; each < 2 * heads_; ++each) {
    places_.push_back({.name = each % 2 == 0 ? "wQ" : "wK",
                       .sizes = {d_model_, d_k_},
                       .start = each * elements,
                       .elements = elements});
    Rng rng(seed, static_cast<std::uint64_t>(each) + 1);
    for (Index i = 0; i < elements; ++i) initial.push_back(static_cast<float>(deviation * rng.normal()));
  }
  record(x, wanted);
  load(initial);
}

/// Records the sum of the maps of all heads minus the wanted map, and the mean square of its rows.
void HeadFit::record(const Tensor& x, const Tensor& wanted) {
  const Tensor target = wanted.contiguous();
  std::vector<Index> asked;
  for (Index i = 0; i < tokens_; ++i) {
    const auto row =
        target.values().subspan(static_cast<std::size_t>(i * tokens_), static_cast<std::size_t>(tokens_));
    if (std::ranges::any_of(row, [](float weight) { return weight != 0; })) asked.push_back(i);
  }
  if (asked.empty())
    fail(ErrorCode::shape, "nothing_wanted", "nothing is wanted: every row of {shape} is 0", wanted.sizes());
  std::vector<Step> steps;
  Tape tape(steps);
  const StepIndex in = tape.input({"x"}, x.contiguous(), {Axis::B, Axis::T, Axis::d_model});
  StepIndex missing =
      tape.input({"missing"}, scale(target, -1).view({1, tokens_, tokens_}), {Axis::B, Axis::T_q, Axis::T_k});
  const auto projected = [&](const char* id, std::size_t place) {
    const ParameterPlace& at = places_[place];
    const Tensor w = at.in(parameters_);
    return tape.linear({id}, in, {{at.name, w}}, Axis::d_k);
  };
  for (std::size_t head = 0; head < static_cast<std::size_t>(heads_); ++head) {
    const Tape::Scope scope(tape, text("head{}", head));
    const StepIndex q = projected("q", 2 * head), k = projected("k", 2 * head + 1);
    const StepIndex scores =
        tape.matmul({"scores"}, q, tape.transpose({"k_t"}, k, -2, -1), {Axis::B, Axis::T_q, Axis::T_k});
    const StepIndex scaled = tape.scale({"scaled"}, scores, 1 / std::sqrt(static_cast<float>(d_k_)));
    maps_.push_back(tape.softmax({"weights"}, scaled, EmptyRow::zero));
    missing = tape.add({"missing"}, missing, maps_.back());
  }
  loss_ = tape.apply({"loss"}, op::squared_error, {missing}, {Axis::B}, {.indices = &asked});
  replay_.emplace(std::move(steps));
}

void HeadFit::load(std::span<const float> parameters) {
  if (static_cast<Index>(parameters.size()) != parameters_.elements())
    fail(ErrorCode::shape, "parameters_of_other_heads", "{count} parameters for heads that have {expected}",
         parameters.size(), parameters_.elements());
  std::ranges::copy(parameters, parameters_.data());
  optimizer_ = Optimizer(kTraining, parameters_.elements());
  step_ = 0;
  replay_->forward();
}

std::span<const float> HeadFit::gradients() {
  std::ranges::fill(gradients_.values(), 0.0f);
  replay_->backward(loss_, gradients_);
  return gradients_.values();
}

double HeadFit::loss() const {
  return static_cast<double>(*replay_->steps()[loss_].output.data());
}

double HeadFit::train(Index steps) {
  constexpr Index kMostAtOnce = 100000;
  if (steps < 1 || steps > kMostAtOnce)
    fail(ErrorCode::config, "steps_out_of_range",
         "train({steps}): expected 1 to {most} steps; for more, call it again", steps, kMostAtOnce);
  for (Index i = 0; i < steps; ++i) {
    optimizer_.step(step_++, places_, parameters_.values(), gradients());
    replay_->forward();
  }
  return loss();
}

Tensor HeadFit::maps() const {
  Tensor all = Tensor::uninitialised({1, heads_, tokens_, tokens_});
  for (Index head = 0; head < heads_; ++head)
    copy(replay_->steps()[maps_[static_cast<std::size_t>(head)]].output.view({1, 1, tokens_, tokens_}),
         all.slice(1, head, 1));
  return all;
}

Tensor HeadFit::side_by_side_of(std::size_t which) const {
  Tensor whole = Tensor::uninitialised({d_model_, heads_ * d_k_});
  for (std::size_t head = 0; head < static_cast<std::size_t>(heads_); ++head) {
    copy(places_[2 * head + which].in(parameters_), whole.slice(1, static_cast<Index>(head) * d_k_, d_k_));
  }
  return whole;
}

}  // namespace mha
