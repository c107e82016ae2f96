#include "geometry.hpp"

#include <Eigen/Eigenvalues>
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

/// Two axes (d_k, 2), whose largest components are positive: the eigenvectors of the two largest eigenvalues
/// of Q^T Q + K^T K.
Eigen::MatrixX2d principal_axes(const Eigen::MatrixXd& queries, const Eigen::MatrixXd& keys) {
  const Eigen::MatrixXd moments = queries.transpose() * queries + keys.transpose() * keys;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(moments);  // eigenvalues ascend
  Eigen::MatrixX2d axes = solver.eigenvectors().rightCols<2>().rowwise().reverse();
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
  Eigen::MatrixX2d axes = Eigen::MatrixX2d::Identity(queries.cols(), 2);  // up to d_k 2, the space itself
  if (queries.cols() > 2) axes = principal_axes(queries, keys);
  const Eigen::MatrixX2d of_queries = queries * axes, of_keys = keys * axes;
  const double all = queries.squaredNorm() + keys.squaredNorm(),
               in_plane = of_queries.squaredNorm() + of_keys.squaredNorm();
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
      (all * q.transpose()).transpose().array() / (all.rowwise().norm().transpose().array() * q.norm());
  const auto angle = [](double cosine) {
    return std::acos(std::clamp(static_cast<float>(cosine), -1.0f, 1.0f));
  };
  return {
      .products = tensor_of(products, {q.size()}),
      .angles = tensor_of(cosines.unaryExpr([&](double cosine) { return double{angle(cosine)}; }), {keys})};
}

}  // namespace mha
