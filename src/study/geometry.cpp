#include "geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "order.hpp"

namespace mha {
namespace {

constexpr std::size_t kMostTurns = 1000;
constexpr std::size_t kMostProducts = 100'000'000;  // of wide heads: so many turns as take no second
constexpr double kStill = 1e-14;                    // squared, what an axis moves by when it has arrived

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

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
    if (head < 0 || head >= config.num_heads)
      fail(ErrorCode::config, "head {} does not exist (0 to {})", head, config.num_heads - 1);
    queries = rows_of(run, "q_rope", "q_heads", head);
    keys = rows_of(run, "k_rope", "k_heads", head / config.group_size());
  }
};

/// sum of x x^T over rows, (d_k, d_k), added to `moments`.
void add_moments(const Tensor& rows, std::vector<Vector>& moments) {
  const auto width = moments.size();
  const float* x = rows.data();
  for (Index row = 0; row < rows.size(0); ++row, x += width) {
    for (std::size_t a = 0; a < width; ++a) {
      for (std::size_t b = 0; b < width; ++b) moments[a][b] += static_cast<double>(x[a]) * x[b];
    }
  }
}

/// Makes x a unit vector at right angles to `other`, if any; the first axis that can be one where x is not.
void straighten(Vector& x, const Vector* other) {
  for (std::size_t axis = 0;; ++axis) {
    const double before = dot(x, x);
    for (int twice = 0; other != nullptr && twice < 2; ++twice) {
      const double along = dot(x, *other);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] -= along * (*other)[i];
    }
    const double square = dot(x, x);
    if (square > 1e-24 * before && square > 0) {
      for (double& component : x) component /= std::sqrt(square);
      return;
    }
    std::ranges::fill(x, 0.0);
    x[axis] = 1;
  }
}

Vector times(const std::vector<Vector>& matrix, const Vector& x) {
  Vector out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = dot(matrix[i], x);
  return out;
}

/// Their two first eigenvectors, by orthogonal iteration (Golub and Van Loan 2013, section 8.2.4). Where the
/// second and the third eigenvalue are close, the plane is as good long before its axes stand still.
std::array<Vector, 2> principal_axes(const std::vector<Vector>& moments) {
  std::vector<float> squares(moments.size());
  for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = static_cast<float>(moments[i][i]);
  const std::vector<Index> longest = from_largest(squares);
  std::array axes = {moments[static_cast<std::size_t>(longest[0])],
                     moments[static_cast<std::size_t>(longest[1])]};
  straighten(axes[0], nullptr);
  straighten(axes[1], &axes[0]);
  const std::size_t turns =
      std::clamp(kMostProducts / (moments.size() * moments.size()), std::size_t{30}, kMostTurns);
  for (std::size_t turn = 0; turn < turns; ++turn) {
    double moved = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      Vector next = times(moments, axes[i]);
      straighten(next, i == 0 ? nullptr : &axes[0]);
      const double along = dot(next, axes[i]);
      moved = std::max(moved, 1 - along * along);
      axes[i] = std::move(next);
    }
    if (moved < kStill) break;
  }
  return axes;
}

Tensor projected(const Tensor& rows, const std::array<Vector, 2>& axes) {
  Tensor out = Tensor::uninitialised({rows.size(0), 2});
  for (Index row = 0; row < rows.size(0); ++row) {
    const float* x = rows.data() + row * rows.size(1);
    const Vector arrow(x, x + rows.size(1));
    for (Index i = 0; i < 2; ++i)
      out.data()[row * 2 + i] = static_cast<float>(dot(arrow, axes[static_cast<std::size_t>(i)]));
  }
  return out;
}

double square_of(const float* x, Index width) {
  double sum = 0;
  for (Index i = 0; i < width; ++i) sum += static_cast<double>(x[i]) * x[i];
  return sum;
}

Tensor lengths_of(const Tensor& rows) {
  Tensor out = Tensor::uninitialised({rows.size(0)});
  for (Index row = 0; row < rows.size(0); ++row)
    out.data()[row] =
        static_cast<float>(std::sqrt(square_of(rows.data() + row * rows.size(1), rows.size(1))));
  return out;
}

/// The space itself: the axes of two dimensions, or of one and one more that nothing reaches into.
std::array<Vector, 2> own_axes(std::size_t width) {
  std::array axes = {Vector(width), Vector(width)};
  for (std::size_t i = 0; i < width; ++i) axes[i][i] = 1;
  return axes;
}

}  // namespace

Plane plane(const Run& run, Index head) {
  const Arrows arrows(run, head);
  const auto width = static_cast<std::size_t>(arrows.queries.size(1));
  std::array axes = own_axes(std::min(width, std::size_t{2}));
  if (width > 2) {
    std::vector<Vector> moments(width, Vector(width));
    add_moments(arrows.queries, moments);
    add_moments(arrows.keys, moments);
    axes = principal_axes(moments);
    for (Vector& axis : axes) {
      const double largest =
          *std::ranges::max_element(axis, {}, [](double component) { return std::abs(component); });
      if (largest < 0) std::ranges::transform(axis, axis.begin(), std::negate());
    }
  }
  Plane out{projected(arrows.queries, axes), projected(arrows.keys, axes), lengths_of(arrows.queries),
            lengths_of(arrows.keys), Tensor::uninitialised({1})};
  const auto squares = [](const Tensor& x) { return square_of(x.data(), x.elements()); };
  const double all = squares(arrows.queries) + squares(arrows.keys);
  const double in_plane = squares(out.queries) + squares(out.keys);
  *out.kept.data() = all == 0 ? 1.0f : static_cast<float>(in_plane / all);
  return out;
}

Meeting meeting(const Run& run, Index head, Index query, Index key) {
  const Arrows arrows(run, head);
  const Index queries = arrows.queries.size(0), keys = arrows.keys.size(0), width = arrows.keys.size(1);
  if (query < 0 || query >= queries || key < 0 || key >= keys)
    fail(ErrorCode::shape, "query {} and key {} are not both there ({} queries, {} keys)", query, key,
         queries, keys);
  const float* q = arrows.queries.data() + query * width;
  Meeting out{Tensor::uninitialised({width}), Tensor::uninitialised({keys})};
  std::transform(q, q + width, arrows.keys.data() + key * width, out.products.data(), std::multiplies());
  const double length = std::sqrt(square_of(q, width));
  for (Index j = 0; j < keys; ++j) {
    const float* k = arrows.keys.data() + j * width;
    double sum = 0;
    for (Index c = 0; c < width; ++c) sum += static_cast<double>(q[c]) * k[c];
    const auto cosine = static_cast<float>(sum / (length * std::sqrt(square_of(k, width))));
    out.angles.data()[j] = std::acos(std::clamp(cosine, -1.0f, 1.0f));
  }
  return out;
}

}  // namespace mha
