#include "oracle.hpp"

#include <cmath>
#include <limits>

namespace oracle {
namespace {

/// One element of x W + b: row `row` of x, column `column` of W.
double project(const Numbers& x, std::size_t row, std::size_t width, const Numbers& w, std::size_t column,
               std::size_t columns, const Numbers& b) {
  double sum = b.empty() ? 0.0 : b[column];
  for (std::size_t i = 0; i < width; ++i) sum += x[row * width + i] * w[i * columns + column];
  return sum;
}

/// The part that stays of a product of two pairs turned by their positions: Re(q conj(k) e^(i (m - n) w)).
double turned_product(const double* q, const double* k, double angle) {
  return (q[0] * k[0] + q[1] * k[1]) * std::cos(angle) - (q[1] * k[0] - q[0] * k[1]) * std::sin(angle);
}

double score(const Problem& p, std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
  const std::size_t shared = h / (p.heads / p.kv_heads);
  Numbers q(p.d_k), k(p.d_k);
  for (std::size_t d = 0; d < p.d_k; ++d) {
    q[d] = project(p.query, b * p.t_q + i, p.d_model, p.w_q, h * p.d_k + d, p.heads * p.d_k, p.b_q);
    k[d] = project(p.key, b * p.t_k + j, p.d_key, p.w_k, shared * p.d_k + d, p.kv_heads * p.d_k, p.b_k);
  }
  double dot = 0;
  if (p.rope) {
    // Only how far apart they stand counts: query i has position T_k - T_q + i.
    const double apart = static_cast<double>(p.t_k + i) - static_cast<double>(p.t_q + j);
    for (std::size_t d = 0; d < p.d_k; d += 2)
      dot += turned_product(&q[d], &k[d],
                            apart * std::pow(1e4, -static_cast<double>(d) / static_cast<double>(p.d_k)));
  } else {
    for (std::size_t d = 0; d < p.d_k; ++d) dot += q[d] * k[d];
  }
  const std::size_t at = ((b * p.heads + h) * p.t_q + i) * p.t_k + j;
  if (!p.blocked.empty() && p.blocked[at]) return p.fill.value_or(-std::numeric_limits<double>::infinity());
  return dot / std::sqrt(static_cast<double>(p.d_k)) + (p.added.empty() ? 0.0 : p.added[at]);
}

/// A row that is -inf throughout attends to nothing.
Numbers softmax(const Numbers& scores) {
  double sum = 0, largest = -std::numeric_limits<double>::infinity();
  for (double s : scores) largest = std::max(largest, s);
  Numbers out(scores.size(), 0.0);
  if (std::isinf(largest)) return out;
  for (std::size_t j = 0; j < scores.size(); ++j) sum += out[j] = std::exp(scores[j] - largest);
  for (double& weight : out) weight /= sum;
  return out;
}

}  // namespace

Answer attend(const Problem& p) {
  Answer answer;
  const std::size_t width = p.heads * p.d_v;
  for (std::size_t b = 0; b < p.batch; ++b) {
    Numbers concat(p.t_q * width, 0.0);
    for (std::size_t h = 0; h < p.heads; ++h) {
      const std::size_t shared = h / (p.heads / p.kv_heads);
      for (std::size_t i = 0; i < p.t_q; ++i) {
        Numbers scores;
        for (std::size_t j = 0; j < p.t_k; ++j) scores.push_back(score(p, b, h, i, j));
        for (std::size_t j = 0; const double weight : softmax(scores)) {
          const std::size_t at = answer.attention.size();
          answer.attention.push_back(weight);
          const double kept = weight * (p.dropout_factors.empty() ? 1.0 : p.dropout_factors[at]) *
                              (p.head_scale.empty() ? 1.0 : p.head_scale[h]);
          for (std::size_t d = 0; d < p.d_v; ++d) {
            concat[i * width + h * p.d_v + d] +=
                kept * project(p.value, b * p.t_k + j, p.d_value, p.w_v, shared * p.d_v + d,
                               p.kv_heads * p.d_v, p.b_v);
          }
          ++j;
        }
      }
    }
    for (std::size_t i = 0; i < p.t_q; ++i) {
      for (std::size_t m = 0; m < p.d_model; ++m)
        answer.output.push_back(project(concat, i, width, p.w_o, m, p.d_model, p.b_o));
    }
  }
  return answer;
}

}  // namespace oracle
