#include "oracle.hpp"

#include <cmath>
#include <limits>

namespace oracle {
namespace {

/// One element of x W + b: row `row` of x and column `column` of W.
double project(const Numbers& x, std::size_t row, std::size_t width, const Numbers& w, std::size_t column,
               std::size_t columns, const Numbers& b) {
  double sum = b.empty() ? 0.0 : b[column];
  for (std::size_t i = 0; i < width; ++i) sum += x[row * width + i] * w[i * columns + column];
  return sum;
}

/// The product of two pairs rotated by their positions, Re(q conj(k) e^(i (m - n) w)), which depends on the
/// distance only.
double turned_product(const double* q, const double* k, double angle) {
  return (q[0] * k[0] + q[1] * k[1]) * std::cos(angle) - (q[1] * k[0] - q[0] * k[1]) * std::sin(angle);
}

void norm(double eps, Numbers& x, const Numbers& gain) {
  double squares = 0;
  for (double value : x) squares += value * value;
  for (std::size_t d = 0; d < x.size(); ++d)
    x[d] *= gain[d] / std::sqrt(squares / static_cast<double>(x.size()) + eps);
}

Numbers query_of(const Problem& p, std::size_t b, std::size_t h, std::size_t i) {
  Numbers q(p.d_k);
  for (std::size_t d = 0; d < p.d_k; ++d)
    q[d] = project(p.query, b * p.t_q + i, p.d_model, p.w_q, h * p.d_k + d, p.heads * p.d_k, p.b_q);
  if (p.qk_norm) norm(p.qk_norm_eps, q, p.g_q);
  return q;
}

/// The key before rotation. Keys of the past come as they are cached.
Numbers key_of(const Problem& p, std::size_t b, std::size_t shared, std::size_t j) {
  Numbers k(p.d_k);
  for (std::size_t d = 0; d < p.d_k; ++d) {
    k[d] = j < p.past ? p.past_key[((b * p.kv_heads + shared) * p.past + j) * p.d_k + d]
                      : project(p.key, b * (p.t_k - p.past) + j - p.past, p.d_key, p.w_k, shared * p.d_k + d,
                                p.kv_heads * p.d_k, p.b_k);
  }
  if (p.qk_norm && j >= p.past) norm(p.qk_norm_eps, k, p.g_k);
  return k;
}

double of_latent(const Problem& p, std::size_t b, std::size_t j, const Numbers& w, std::size_t column,
                 std::size_t columns);

double value_of(const Problem& p, std::size_t b, std::size_t shared, std::size_t j, std::size_t d) {
  if (p.rank > 0) return of_latent(p, b, j, p.w_v, shared * p.d_v + d, p.heads * p.d_v);
  if (j < p.past) return p.past_value[((b * p.kv_heads + shared) * p.past + j) * p.d_v + d];
  return project(p.value, b * (p.t_k - p.past) + j - p.past, p.d_value, p.w_v, shared * p.d_v + d,
                 p.kv_heads * p.d_v, p.b_v);
}

/// The slopes as in the code of Press et al. 2022.
double slope(double head, double heads) {
  const double power = std::exp2(std::floor(std::log2(heads)));
  const auto of = [](double i, double n) { return std::pow(2.0, -8.0 * i / n); };
  return head < power ? of(head + 1, power) : of(2 * (head - power) + 1, 2 * power);
}

/// The feature of a turned key of a token: of the past, or projected.
double rotary_of(const Problem& p, std::size_t b, std::size_t j, std::size_t column) {
  if (j < p.past) return p.past_value[(b * p.past + j) * p.d_r + column];
  return project(p.query, b * p.t_q + j - p.past, p.d_model, p.w_kr, column, p.d_r, p.b_kr);
}

/// The latent of row `row` of the input.
Numbers latent_of(const Problem& p, std::size_t row, const Numbers& w, const Numbers& bias,
                  const Numbers& gain, std::size_t rank) {
  Numbers latent(rank);
  for (std::size_t n = 0; n < rank; ++n) latent[n] = project(p.query, row, p.d_model, w, n, rank, bias);
  if (!gain.empty()) norm(p.latent_norm_eps, latent, gain);
  return latent;
}

/// x W of a token's latent, of the past or computed.
double of_latent(const Problem& p, std::size_t b, std::size_t j, const Numbers& w, std::size_t column,
                 std::size_t columns) {
  if (j < p.past) return project(p.past_key, b * p.past + j, p.rank, w, column, columns, {});
  const Numbers latent = latent_of(p, b * p.t_q + j - p.past, p.w_dkv, p.b_dkv, p.g_dkv, p.rank);
  return project(latent, 0, p.rank, w, column, columns, {});
}

/// All features of a query, the turned ones last.
double query_of_latent(const Problem& p, std::size_t b, std::size_t h, std::size_t i, std::size_t d) {
  const std::size_t column = h * (p.d_k + p.d_r) + d, columns = p.heads * (p.d_k + p.d_r);
  if (p.query_rank == 0) return project(p.query, b * p.t_q + i, p.d_model, p.w_q, column, columns, {});
  const Numbers latent = latent_of(p, b * p.t_q + i, p.w_dq, p.b_dq, p.g_dq, p.query_rank);
  return project(latent, 0, p.query_rank, p.w_q, column, columns, {});
}

/// DeepSeek-AI 2024, equations 37 to 46.
double dot_of_latent(const Problem& p, std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
  double dot = 0;
  for (std::size_t d = 0; d < p.d_k; ++d)
    dot += query_of_latent(p, b, h, i, d) * of_latent(p, b, j, p.w_k, h * p.d_k + d, p.heads * p.d_k);
  const double position = static_cast<double>(p.t_k + i) - static_cast<double>(p.t_q),
               apart = position - static_cast<double>(j);
  for (std::size_t pair = 0; pair < p.d_r / 2; ++pair) {
    const std::size_t one = p.halves ? pair : 2 * pair, other = p.halves ? pair + p.d_r / 2 : one + 1;
    const double of_q[] = {query_of_latent(p, b, h, i, p.d_k + one),
                           query_of_latent(p, b, h, i, p.d_k + other)};
    const double of_k[] = {rotary_of(p, b, j, one), rotary_of(p, b, j, other)};
    const double frequency =
        std::pow(p.rope_base, -2.0 * static_cast<double>(pair) / static_cast<double>(p.d_r));
    dot += turned_product(of_q, of_k, (j < p.past ? position : apart) * frequency / p.rope_scaling);
  }
  return dot;
}

double score(const Problem& p, std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
  // Query i has position T_k - T_q + i. Only the distance matters. Keys of the past are rotated already.
  const double position = static_cast<double>(p.t_k + i) - static_cast<double>(p.t_q),
               apart = position - static_cast<double>(j);
  const bool is_latent = p.rank > 0;
  double dot = is_latent ? dot_of_latent(p, b, h, i, j) : 0;
  const Numbers q = is_latent ? Numbers() : query_of(p, b, h, i),
                k = is_latent ? Numbers() : key_of(p, b, h / (p.heads / p.kv_heads), j);
  const std::size_t turned = is_latent ? 0 : p.turned;
  for (std::size_t d = turned; d < q.size(); ++d) dot += q[d] * k[d];
  for (std::size_t pair = 0; pair < turned / 2; ++pair) {
    const std::size_t one = p.halves ? pair : 2 * pair, other = p.halves ? pair + p.turned / 2 : one + 1;
    const double of_q[] = {q[one], q[other]}, of_k[] = {k[one], k[other]};
    const double frequency =
        std::pow(p.rope_base, -2.0 * static_cast<double>(pair) / static_cast<double>(p.turned));
    dot += turned_product(of_q, of_k, (j < p.past ? position : apart) * frequency / p.rope_scaling);
  }
  const std::size_t at = ((b * p.heads + h) * p.t_q + i) * p.t_k + j;
  const bool outside = (p.window_left >= 0 && apart > static_cast<double>(p.window_left)) ||
                       (p.window_right >= 0 && -apart > static_cast<double>(p.window_right));
  if (outside || (!p.blocked.empty() && p.blocked[at]))
    return p.fill.value_or(-std::numeric_limits<double>::infinity());
  double out = dot / std::sqrt(static_cast<double>(p.d_k + p.d_r));
  if (p.softcap != 0) out = p.softcap * std::tanh(out / p.softcap);
  if (p.alibi) out -= slope(static_cast<double>(h), static_cast<double>(p.heads)) * std::abs(apart);
  return out + (p.added.empty() ? 0.0 : p.added[at]);
}

/// A row of -inf attends to nothing.
Numbers softmax(Numbers scores, std::optional<double> sink) {
  if (sink) {
    scores.push_back(*sink);
    Numbers weights = softmax(scores, std::nullopt);
    weights.pop_back();
    return weights;
  }
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
        const auto sink = p.sinks.empty() ? std::nullopt : std::optional(p.sinks[h]);
        for (std::size_t j = 0; j < p.t_k; ++j) scores.push_back(score(p, b, h, i, j));
        for (std::size_t j = 0; const double weight : softmax(scores, sink)) {
          const std::size_t at = answer.attention.size();
          answer.attention.push_back(weight);
          const double kept = weight * (p.dropout_factors.empty() ? 1.0 : p.dropout_factors[at]) *
                              (p.head_scale.empty() ? 1.0 : p.head_scale[h]);
          for (std::size_t d = 0; d < p.d_v; ++d) {
            concat[i * width + h * p.d_v + d] += kept * value_of(p, b, shared, j, d);
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
