#include "geometry.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "heads.hpp"
#include "order.hpp"

namespace mha {
namespace {

constexpr Index kMostTurns = 1000;
constexpr Index kMostProducts = 100'000'000;  // limit for wide heads: keeps the iteration below a second
constexpr double kStill = 1e-14;  // 1 - cosine between successive axes at which the iteration has converged

/// The head's queries or keys, (T, d_k) contiguous.
Tensor rows_of(const Run& run, const char* turned, const char* split, Index head) {
  const Step* step = run.find(turned);
  const Tensor& all = step != nullptr ? step->output : run.tensor(split);  // (B, H or H_kv, T, d_k)
  return all.slice(0, 0, 1).slice(1, head, 1).contiguous().view({all.size(2), all.size(3)});
}

struct Arrows {
  Tensor queries, keys;  // (T_q, d_k) and (T_k, d_k)

  Arrows(const Run& run, Index head) {
    const Config& config = run.layer.config;
    check_head(config, head);
    queries = rows_of(run, "q_rope", "q_heads", head);
    keys = rows_of(run, "k_rope", "k_heads", head / config.group_size());
  }
};

template <class A, class B>
double dot(const A* a, const B* b, Index count) {
  double sum = 0;
  for (Index i = 0; i < count; ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

/// Adds the sum of x x^T over rows to `moments`, (d_k, d_k).
void add_moments(const Tensor& rows, double* moments) {
  const Index width = rows.size(1);
  const float* x = rows.data();
  for (Index row = 0; row < rows.size(0); ++row, x += width) {
    for (Index a = 0; a < width; ++a) {
      for (Index b = 0; b < width; ++b) moments[a * width + b] += static_cast<double>(x[a]) * x[b];
    }
  }
}

/// Makes x a unit vector at right angles to `other`, if given. If x is 0 or parallel, uses the first
/// coordinate axis that works.
void straighten(double* x, const double* other, Index width) {
  for (Index axis = 0;; ++axis) {
    const double before = dot(x, x, width);
    for (int twice = 0; other != nullptr && twice < 2; ++twice) {
      const double along = dot(x, other, width);
      for (Index i = 0; i < width; ++i) x[i] -= along * other[i];
    }
    const double square = dot(x, x, width);
    const bool stands = square > 1e-24 * before && square > 0;
    for (Index i = 0; i < width; ++i) x[i] = stands ? x[i] / std::sqrt(square) : i == axis;
    if (stands) return;
  }
}

/// Two axes (2, d_k) whose largest components are positive: the first eigenvectors of `moments`, by
/// orthogonal iteration (Golub and Van Loan 2013, section 8.2.4). If the second and the third eigenvalue are
/// close, the plane is good enough long before the axes converge.
std::vector<double> principal_axes(const std::vector<double>& moments, Index width) {
  std::vector<float> squares;
  for (Index i = 0; i < width; ++i)
    squares.push_back(static_cast<float>(moments[static_cast<std::size_t>(i * (width + 1))]));
  const std::vector<Index> longest = from_largest(squares);
  std::vector<double> axes(static_cast<std::size_t>(3 * width));  // two axes, and the next iterate of one
  double* const next = axes.data() + 2 * width;
  const Index turns = std::clamp(kMostProducts / (width * width), Index{30}, kMostTurns);
  double moved = 1;
  for (Index turn = 0; turn <= turns && moved > kStill; ++turn) {
    moved = turn == 0 ? 1 : 0;
    for (Index i = 0; i < 2; ++i) {
      double* const axis = axes.data() + i * width;
      const double* const row = moments.data();
      for (Index a = 0; a < width; ++a) {
        next[a] = turn == 0 ? row[longest[static_cast<std::size_t>(i)] * width + a]
                            : dot(row + a * width, axis, width);
      }
      straighten(next, i == 0 ? nullptr : axes.data(), width);
      const double along = dot(next, axis, width);
      moved = std::max(moved, 1 - along * along);
      std::copy_n(next, width, axis);
    }
  }
  for (Index i = 0; i < 2; ++i) {
    double* const axis = axes.data() + i * width;
    double largest = 0;
    for (Index a = 0; a < width; ++a) {
      if (std::abs(axis[a]) > std::abs(largest)) largest = axis[a];
    }
    for (Index a = 0; largest < 0 && a < width; ++a) axis[a] = -axis[a];
  }
  return axes;
}

/// The coordinates along the axes and the length of each row, (T, 2) and (T).
void project(const Tensor& rows, const std::vector<double>& axes, Tensor& places, Tensor& lengths) {
  const Index width = rows.size(1);
  places = Tensor::uninitialised({rows.size(0), 2});
  lengths = Tensor::uninitialised({rows.size(0)});
  for (Index row = 0; row < rows.size(0); ++row) {
    const float* x = rows.data() + row * width;
    for (Index i = 0; i < 2; ++i)
      places.data()[2 * row + i] = static_cast<float>(dot(x, axes.data() + i * width, width));
    lengths.data()[row] = static_cast<float>(std::sqrt(dot(x, x, width)));
  }
}

double squares(const Tensor& x) {
  return dot(x.data(), x.data(), x.elements());
}

}  // namespace

Plane plane(const Run& run, Index head) {
  const Arrows arrows(run, head);
  const Index width = arrows.queries.size(1);
  std::vector<double> moments(static_cast<std::size_t>(width * width));
  std::vector<double> axes = {1, 0, 0, 1};  // d_k = 2: the coordinate axes; d_k = 1: (1) and (0)
  if (width > 2) {
    add_moments(arrows.queries, moments.data());
    add_moments(arrows.keys, moments.data());
    axes = principal_axes(moments, width);
  }
  Plane out;
  project(arrows.queries, axes, out.queries, out.query_lengths);
  project(arrows.keys, axes, out.keys, out.key_lengths);
  const double all = squares(arrows.queries) + squares(arrows.keys);
  const double in_plane = squares(out.queries) + squares(out.keys);
  out.kept = Tensor::uninitialised({1});
  *out.kept.data() = all == 0 ? 1.0f : static_cast<float>(in_plane / all);
  return out;
}

Meeting meeting(const Run& run, Index head, Index query, Index key) {
  const Arrows arrows(run, head);
  const Index queries = arrows.queries.size(0), keys = arrows.keys.size(0), width = arrows.keys.size(1);
  if (query < 0 || query >= queries || key < 0 || key >= keys)
    fail(ErrorCode::shape, "no_meeting",
         "query {query} and key {key} are not both there ({queries} queries, {keys} keys)", query, key,
         queries, keys);
  const float* q = arrows.queries.data() + query * width;
  Meeting out{Tensor::uninitialised({width}), Tensor::uninitialised({keys})};
  for (Index c = 0; c < width; ++c) out.products.data()[c] = q[c] * arrows.keys.data()[key * width + c];
  const double square = dot(q, q, width);
  for (Index j = 0; j < keys; ++j) {
    const float* k = arrows.keys.data() + j * width;
    const auto cosine = static_cast<float>(dot(q, k, width) / std::sqrt(square * dot(k, k, width)));
    out.angles.data()[j] = std::acos(std::clamp(cosine, -1.0f, 1.0f));
  }
  return out;
}

}  // namespace mha
