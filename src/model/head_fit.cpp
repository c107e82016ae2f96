#include "head_fit.hpp"

#include <algorithm>
#include <cmath>

#include "../kernel/row_products.hpp"
#include "../kernel/rows.hpp"
#include "../tensor/rng.hpp"

namespace mha {
namespace {

/// At three times this rate rows that ask for two things give all to one of them, and no gradient leads back.
constexpr TrainingConfig kTraining = {.warm_up = 1, .steps = 400, .rate = 0.01, .decay = 0, .clip = 1e9};
constexpr double kFirstScores = 0.5;  // their standard deviation, about, of the inputs that embed() makes

std::vector<float> copied(const Tensor& tensor) {
  const Tensor whole = tensor.contiguous();
  return {whole.values().begin(), whole.values().end()};
}

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
      x_(copied(x)),
      wanted_(copied(wanted)),
      optimizer_(kTraining, 0) {
  const auto tokens = static_cast<std::size_t>(tokens_);
  for (std::size_t i = 0; i < tokens; ++i) {
    const auto row = std::span(wanted_).subspan(i * tokens, tokens);
    asked_.push_back(std::ranges::any_of(row, [](float weight) { return weight != 0; }));
  }
  const auto rows = std::ranges::count(asked_, true);
  if (rows == 0)
    fail(ErrorCode::shape, "nothing_wanted", "nothing is wanted: every row of {shape} is 0", wanted.sizes());
  share_ = 1 / static_cast<float>(rows);

  const Index elements = d_model_ * d_k_;
  std::vector<float> initial;
  // A score's is about |x|^2 deviation^2, and |x|^2 half of d_model.
  const double deviation = std::sqrt(2 * kFirstScores / static_cast<double>(d_model_));
  for (Index each = 0; each < 2 * heads_; ++each) {
    places_.push_back({.name = each % 2 == 0 ? "wQ" : "wK",
                       .sizes = {d_model_, d_k_},
                       .start = each * elements,
                       .elements = elements});
    Rng rng(seed, static_cast<std::uint64_t>(each) + 1);
    for (Index i = 0; i < elements; ++i) initial.push_back(static_cast<float>(deviation * rng.normal()));
  }
  const auto square = tokens * tokens, width = tokens * static_cast<std::size_t>(d_k_);
  q_ = k_ = std::vector<float>(width * static_cast<std::size_t>(heads_));
  maps_ = std::vector<float>(square * static_cast<std::size_t>(heads_));
  missing_ = dmap_ = std::vector<float>(square);
  dq_ = dk_ = std::vector<float>(width);
  turned_ = std::vector<float>(std::max(square, x_.size()));
  load(initial);
}

void HeadFit::load(std::span<const float> parameters) {
  if (static_cast<Index>(parameters.size()) != 2 * heads_ * d_model_ * d_k_)
    fail(ErrorCode::shape, "parameters_of_other_heads", "{count} parameters for heads that have {expected}",
         parameters.size(), 2 * heads_ * d_model_ * d_k_);
  parameters_.assign(parameters.begin(), parameters.end());
  gradients_.assign(parameters_.size(), 0.0f);
  optimizer_ = Optimizer(kTraining, static_cast<Index>(parameters_.size()));
  step_ = 0;
  forward();
}

ConstMatrix HeadFit::weight(Index head, Index which) const {
  const ParameterPlace& place = places_[static_cast<std::size_t>(2 * head + which)];
  return {parameters_.data() + place.start, narrow(d_model_), narrow(d_k_)};
}

Matrix HeadFit::map(Index head) {
  return {maps_.data() + head * tokens_ * tokens_, narrow(tokens_), narrow(tokens_)};
}

void HeadFit::forward() {
  const ConstMatrix x = {x_.data(), narrow(tokens_), narrow(d_model_)};
  const Matrix missing = {missing_.data(), narrow(tokens_), narrow(tokens_)};
  std::ranges::transform(wanted_, missing_.begin(), [](float weight) { return -weight; });
  for (Index head = 0; head < heads_; ++head) {
    const Index start = head * tokens_ * d_k_;
    const Matrix q = {q_.data() + start, narrow(tokens_), narrow(d_k_)},
                 k = {k_.data() + start, narrow(tokens_), narrow(d_k_)};
    times(x, weight(head, 0), q);
    times(x, weight(head, 1), k);
    times_transposed(q, k, map(head));
    const MatrixMap rows(map(head).data, narrow(tokens_), narrow(tokens_), Eigen::OuterStride<>(narrow(tokens_)));
    softmax_rows({rows, rows, nullptr, 1 / std::sqrt(static_cast<float>(d_k_)), 0.0f});
    add(map(head), missing);
  }
  loss_ = 0;
  for (Index i = 0; i < tokens_; ++i) {
    if (asked_[static_cast<std::size_t>(i)])
      loss_ +=
          static_cast<double>(share_) * static_cast<double>(dot(missing[i], missing[i], missing.columns));
  }
}

void HeadFit::backward() {
  const Matrix dmap = {dmap_.data(), narrow(tokens_), narrow(tokens_)};
  for (Index head = 0; head < heads_; ++head) {
    std::ranges::copy(missing_, dmap_.begin());
    for (Index i = 0; i < tokens_; ++i)
      scale_row(dmap[i], dmap.columns, asked_[static_cast<std::size_t>(i)] ? 2 * share_ : 0.0f);
    backward_through(head, dmap);
  }
}

/// From the gradient of a head's map, which it overwrites, to those of its W_Q and W_K.
void HeadFit::backward_through(Index head, const Matrix& dmap) {
  const float scale = 1 / std::sqrt(static_cast<float>(d_k_));
  const Matrix weights = map(head);
  for (Index i = 0; i < tokens_; ++i) {
    float* const d = dmap[i];
    const float* const weight = weights[i];
    const float along = dot(d, weight, dmap.columns);
    for (Size j = 0; j < dmap.columns; ++j) d[j] = weight[j] * (d[j] - along) * scale;
  }
  const Index start = head * tokens_ * d_k_;
  const ConstMatrix x = {x_.data(), narrow(tokens_), narrow(d_model_)},
                    q = {q_.data() + start, narrow(tokens_), narrow(d_k_)},
                    k = {k_.data() + start, narrow(tokens_), narrow(d_k_)};
  const Matrix dq = {dq_.data(), q.rows, q.columns}, dk = {dk_.data(), k.rows, k.columns};
  times(dmap, k, dq);
  transposed_times(dmap, q, dk, turned_);
  const auto d = [&](Index which) {
    const ParameterPlace& place = places_[static_cast<std::size_t>(2 * head + which)];
    return Matrix{gradients_.data() + place.start, narrow(d_model_), narrow(d_k_)};
  };
  transposed_times(x, dq, d(0), turned_);
  transposed_times(x, dk, d(1), turned_);
}

std::span<const float> HeadFit::gradients() {
  backward();
  return gradients_;
}

double HeadFit::train(Index steps) {
  constexpr Index kMostAtOnce = 100000;
  if (steps < 1 || steps > kMostAtOnce)
    fail(ErrorCode::config, "steps_out_of_range",
         "train({steps}): expected 1 to {most} steps; for more, call it again", steps, kMostAtOnce);
  for (Index i = 0; i < steps; ++i) {
    backward();
    optimizer_.step(step_++, places_, parameters_, gradients_);
    forward();
  }
  return loss_;
}

Tensor HeadFit::maps() const {
  return Tensor::from(maps_, {1, heads_, tokens_, tokens_});
}

Tensor HeadFit::side_by_side_of(Index which) const {
  Tensor whole = Tensor::uninitialised({d_model_, heads_ * d_k_});
  for (Index head = 0; head < heads_; ++head) {
    for (Index row = 0; row < d_model_; ++row)
      std::copy_n(weight(head, which)[row], d_k_, whole.data() + (row * heads_ + head) * d_k_);
  }
  return whole;
}

}  // namespace mha
