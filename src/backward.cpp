#include "backward.hpp"

#include <cmath>

#include "elementwise.hpp"
#include "gemm.hpp"

namespace mha {
namespace {

/// ...n->n: sums over all but the last dimension.
Tensor sum_rows(const Tensor& x) {
  Tensor out = Tensor::zeros({x.size(-1)});
  const Tensor rows = x.contiguous();
  const float* in = rows.data();
  for (Index i = 0; i < rows.elements(); ++i) out.data()[i % out.elements()] += in[i];
  return out;
}

/// (B, T, n) -> (B*T, n)
Tensor as_matrix(const Tensor& x) {
  return x.contiguous().view({-1, x.size(-1)});
}

/// Gradients of y = x W + b, given dy (B, T, n_out).
struct LinearGradients {
  Tensor x, w, b;
};

LinearGradients linear_backward(const Tensor& x, const Tensor& w, const Tensor& dy) {
  return {linear(dy, w.transpose(0, 1), {}), matmul(as_matrix(x).transpose(0, 1), as_matrix(dy)),
          sum_rows(dy)};
}

/// a (da - sum_j da a) in each row: what softmax does to gradients.
Tensor softmax_backward(const Tensor& a, const Tensor& da) {
  Tensor out = Tensor::uninitialised(da.sizes());
  copy(da, out);
  const Index length = a.size(-1);
  const float* weights = a.data();
  for (Index i = 0; i < a.elements(); i += length) {
    float* row = out.data() + i;
    float mean = 0;
    for (Index j = 0; j < length; ++j) mean += row[j] * weights[i + j];
    for (Index j = 0; j < length; ++j) row[j] = weights[i + j] * (row[j] - mean);
  }
  return out;
}

/// bngjd->bnjd: sums over the heads that share a key/value head.
Tensor sum_groups(const Tensor& x) {
  Tensor out = x.slice(2, 0, 1).contiguous();
  for (Index g = 1; g < x.size(2); ++g) out = add(out, x.slice(2, g, 1));
  return out.view({x.size(0), x.size(1), x.size(3), x.size(4)});
}

/// (B, H, T, d) -> (B, T, H*d), what the split and transpose did, undone.
Tensor merge(const Tensor& heads) {
  return heads.transpose(1, 2).contiguous().view(
      {heads.size(0), heads.size(2), heads.size(1) * heads.size(3)});
}

/// (B, H, T, d) -> (B, H_kv, G, T, d)
Tensor in_groups(const Tensor& heads, const Config& c) {
  return heads.view({heads.size(0), c.num_kv_heads, c.group_size(), heads.size(2), heads.size(3)});
}

/// (B, H_kv, T, d) -> (B, H_kv, G, T, d), with stride 0
Tensor over_groups(const Tensor& heads, const Config& c) {
  return heads.view({heads.size(0), c.num_kv_heads, 1, heads.size(2), heads.size(3)})
      .expand({-1, -1, c.group_size(), -1, -1});
}

struct HeadGradients {
  Tensor q, k, v;  // (B, T, H*d)
};

/// Back through the attention of every head, given dC (B, H, T_q, d_v).
HeadGradients attention_backward(const Run& run, const Tensor& d_context) {
  const Config& c = run.layer.config;
  const Tensor q = in_groups(run.tensor("q_heads"), c), k = over_groups(run.tensor("k_heads"), c),
               v = over_groups(run.tensor("v_heads"), c);
  const Tensor& weights = run.tensor("weights");                                 // A (B, H, T_q, T_k)
  const Tensor& mixed = run.args.dropout > 0 ? run.tensor("dropped") : weights;  // D
  const Tensor dc = in_groups(d_context, c);                                     // (B, H_kv, G, T_q, d_v)

  const Tensor d_v = sum_groups(matmul(in_groups(mixed, c).transpose(-2, -1), dc));
  Tensor d_weights = matmul(dc, v.transpose(-2, -1)).view(weights.sizes());
  if (run.args.dropout > 0) d_weights = dropout(d_weights, run.args.dropout, run.args.dropout_seed);
  const Tensor d_masked = zero_where_blocked(run.masks, softmax_backward(weights, d_weights));
  const auto s = static_cast<float>(1.0 / std::sqrt(static_cast<double>(c.d_k)));
  const Tensor d_scores = in_groups(scale(d_masked, s), c);  // (B, H_kv, G, T_q, T_k)
  const Tensor d_q = matmul(d_scores, k), d_k = sum_groups(matmul(d_scores.transpose(-2, -1), q));
  return {merge(d_q.view(run.tensor("q_heads").sizes())), merge(d_k), merge(d_v)};
}

/// One gradient more for a tensor that several paths read.
void accumulate(Tensor& total, const Tensor& gradient) {
  total = total ? add(total, gradient) : gradient;
}

}  // namespace

Gradients backward(const Run& run, const Tensor& d_output) {
  const Layer& layer = run.layer;
  const ForwardArgs& args = run.args;
  if (!run.fault.empty()) {
    fail(ErrorCode::config, "this run took the wrong path {}; backward follows the right one only",
         run.fault);
  }
  if (run.steps.empty()) fail(ErrorCode::config, "backward needs a run with trace: true");
  if (!(d_output.sizes() == run.output.sizes())) {
    fail(ErrorCode::shape, "the output's gradient has shape {}, expected that of the output, {}",
         d_output.sizes(), run.output.sizes());
  }
  Gradients out;
  const auto keep = [&](const LinearGradients& gradients, Param w, Param b) {
    out.parameters[static_cast<std::size_t>(w)] = gradients.w;
    if (layer.config.bias) out.parameters[static_cast<std::size_t>(b)] = gradients.b;
    return gradients.x;
  };
  const Tensor d_concat =
      keep(linear_backward(run.tensor("concat"), layer.weights[Param::wO], d_output), Param::wO, Param::bO);
  const Dims split = run.tensor("context_t").sizes();  // (B, T_q, H, d_v)
  Tensor d_context = d_concat.view(split).transpose(1, 2);
  if (!args.head_scale.empty()) d_context = scale_heads(d_context, args.head_scale);
  const HeadGradients heads = attention_backward(run, d_context);

  const Tensor &key = args.key_or_query(), &value = args.value_or_key();
  Tensor& d_key = args.key ? out.key : out.query;
  Tensor& d_value = args.value ? out.value : d_key;
  accumulate(out.query,
             keep(linear_backward(args.query, layer.weights[Param::wQ], heads.q), Param::wQ, Param::bQ));
  accumulate(d_key, keep(linear_backward(key, layer.weights[Param::wK], heads.k), Param::wK, Param::bK));
  accumulate(d_value, keep(linear_backward(value, layer.weights[Param::wV], heads.v), Param::wV, Param::bV));
  return out;
}

}  // namespace mha
