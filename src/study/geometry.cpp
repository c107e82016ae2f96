#include "geometry.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "../tensor/maps.hpp"
#include "heads.hpp"

namespace mha {
namespace {

/// The head's queries or keys, (T, d_k) contiguous: those of the first step that the run has, or `split`.
Tensor rows_of(const Run& run, std::initializer_list<const char*> later, const char* split, Index head) {
  const Step* step = nullptr;
  for (const char* id : later) step = step != nullptr ? step : run.find(id);
  const Tensor& all = step != nullptr ? step->output : run.tensor(split);  // (B, H or H_kv, T, d_k)
  return all.slice(0, 0, 1).slice(1, head, 1).contiguous().view({all.size(2), all.size(3)});
}

struct Arrows {
  Tensor queries, keys;  // (T_q, d_k) and (T_k, d_k)

  Arrows(const Run& run, Index head) {
    const Config& config = run.layer.config;
    check_head(config, head);
    queries = rows_of(run, {"q_joined", "q_rope", "q_norm"}, "q_heads", head);
    keys = rows_of(run, {"k_joined", "k_cache", "k_rope", "k_norm"}, "k_heads", head / config.group_size());
  }
};

Eigen::MatrixXd doubles(const Tensor& x) {
  return rows(x).cast<double>();
}

/// The unit eigenvector of the largest eigenvalue of a symmetric matrix without negative eigenvalues; zeros
/// for a matrix of zeros. Squares the matrix until this eigenvector alone is left of it: 30 squarings raise
/// the ratio of two eigenvalues to the power 2^30.
Eigen::VectorXd leading_eigenvector(Eigen::MatrixXd power) {
  constexpr int kSquarings = 30;
  for (int i = 0; i < kSquarings && power.norm() > 0; ++i) {
    power /= power.norm();
    // One eigenvector is left when the eigenvalues sum to the root of the sum of their squares.
    if (power.trace() < 1 + 1e-12) break;
    power = power.lazyProduct(power).eval();
  }
  Eigen::Index longest = 0;
  power.colwise().squaredNorm().maxCoeff(&longest);
  return power.col(longest).normalized();
}

/// Two orthonormal axes (d_k, 2), whose largest components are positive: the eigenvectors of the two largest
/// eigenvalues of X^T X, for the arrows X (T_q + T_k, d_k). If X has fewer rows than columns, they are
/// computed from X X^T, which is smaller: for an eigenvector u of it, X^T u is one of X^T X. An axis on which
/// all arrows are 0 may be zeros.
Eigen::MatrixX2d principal_axes(const Eigen::MatrixXd& arrows) {
  const bool wide = arrows.rows() < arrows.cols();
  Eigen::MatrixXd moments =
      wide ? arrows.lazyProduct(arrows.transpose()).eval() : arrows.transpose().lazyProduct(arrows).eval();
  Eigen::MatrixX2d axes(arrows.cols(), 2);
  for (auto axis : axes.colwise()) {
    const Eigen::VectorXd vector = leading_eigenvector(moments);
    const Eigen::VectorXd image = moments.lazyProduct(vector);
    moments -= (vector.dot(image) * vector).lazyProduct(vector.transpose());  // its eigenvalue becomes 0
    axis = wide ? arrows.transpose().lazyProduct(vector).eval() : vector;
  }
  axes.col(0).normalize();
  axes.col(1) -= axes.col(0).dot(axes.col(1)) * axes.col(0);
  axes.col(1).normalize();
  for (auto axis : axes.colwise()) {
    Eigen::Index largest = 0;
    axis.cwiseAbs().maxCoeff(&largest);
    if (axis[largest] < 0) axis = -axis;
  }
  return axes;
}

/// A tensor of these numbers.
template <class Numbers>
Tensor tensor_of(const Numbers& values, const Dims& sizes) {
  Tensor out = Tensor::uninitialised(sizes);
  rows(out) = values.template cast<float>().matrix();
  return out;
}

}  // namespace

Plane plane(const Run& run, Index head) {
  const Arrows arrows(run, head);
  const Eigen::MatrixXd queries = doubles(arrows.queries), keys = doubles(arrows.keys);
  Eigen::MatrixXd both(queries.rows() + keys.rows(), queries.cols());
  both << queries, keys;
  Eigen::MatrixX2d axes = Eigen::MatrixX2d::Identity(both.cols(), 2);  // up to d_k 2, the space itself
  if (both.cols() > 2) axes = principal_axes(both);
  const Eigen::MatrixX2d of_queries = queries.lazyProduct(axes), of_keys = keys.lazyProduct(axes);
  const double all = both.squaredNorm(), in_plane = of_queries.squaredNorm() + of_keys.squaredNorm();
  return {.queries = tensor_of(of_queries, {queries.rows(), 2}),
          .keys = tensor_of(of_keys, {keys.rows(), 2}),
          .query_lengths = tensor_of(queries.rowwise().norm().transpose(), {queries.rows()}),
          .key_lengths = tensor_of(keys.rowwise().norm().transpose(), {keys.rows()}),
          .kept = tensor_of(Eigen::Matrix<double, 1, 1>(all == 0 ? 1 : in_plane / all), {1})};
}

Meeting meeting(const Run& run, Index head, Index query, Index key) {
  const Arrows arrows(run, head);
  const Index queries = arrows.queries.size(0), keys = arrows.keys.size(0);
  if (query < 0 || query >= queries || key < 0 || key >= keys)
    fail(ErrorCode::shape, "no_meeting",
         "query {query} and key {key} are not both there ({queries} queries, {keys} keys)", query, key,
         queries, keys);
  const Eigen::RowVectorXd q = rows(arrows.queries).row(narrow(query)).cast<double>();
  const Eigen::MatrixXd all = doubles(arrows.keys);
  const Eigen::RowVectorXd products = q.cwiseProduct(all.row(narrow(key)));
  const Eigen::Array<double, 1, Eigen::Dynamic> cosines =
      all.lazyProduct(q.transpose()).transpose().array() /
      (all.rowwise().norm().transpose().array() * q.norm());
  const auto angle = [](double cosine) {
    return std::acos(std::clamp(static_cast<float>(cosine), -1.0f, 1.0f));
  };
  return {
      .products = tensor_of(products, {q.size()}),
      .angles = tensor_of(cosines.unaryExpr([&](double cosine) { return double{angle(cosine)}; }), {keys})};
}

}  // namespace mha
