/** @type {import("./template.js").Language} */
export const CPP = {
  comment: "//",
  template: `
auto attention(const Tensor& x, const Layer& layer<k_past|, const Tensor& k_past, const Tensor& v_past><latent_past|, const Tensor& latent_past, const Tensor& k_rope_past><padding|, const Tensor& padding><added|, const Mask& added>) {  ~ x +k_past +v_past +latent_past +k_rope_past
auto attention(const Tensor& query, const Tensor& key, const Tensor& value, const Layer& layer<k_past|, const Tensor& k_past, const Tensor& v_past><latent_past|, const Tensor& latent_past, const Tensor& k_rope_past><padding|, const Tensor& padding><added|, const Mask& added>) {  ~ query key value +k_past +v_past +latent_past +k_rope_past
  const auto& [config, w] = layer;
  const Index B = $query.size(0), $T_q = $query.size(1)<key|, $T_new = key.size(1)><k_past|, T_k = k_past.size(2) + $T_new><latent_past|, T_k = latent_past.size(1) + $T_q>;
  const Index H = config.num_heads, d_k = config.d_k, d_v = config.d_v;
  const Index H_kv = config.num_kv_heads, G = config.group_size();  ~ ?k_groups
  const Index d_r = config.latent.rope_width;                     ~ ?latent
  Tensor c_q = linear($query, w[wDQ], w[bDQ]);                    ~ q_latent
  Tensor c = linear($query, w[wDKV], w[bDKV]);                    ~ latent
  Tensor k_r = linear($query, w[wKR], w[bKR]);                    ~ k_rotary
  c_q = rms_norm(c_q, w[gDQ], config.latent.norm_eps);            ~ q_latent_norm
  c = rms_norm(c, w[gDKV], config.latent.norm_eps);               ~ latent_norm
  c = join(latent_past, c, 1);                                    ~ latent_cache
  Tensor qkv = linear($query, w.qkv(), w.qkv_bias());             ~ qkv
  Tensor q = qkv.slice(-1, 0, $H*d_k);                            ~ q ?qkv
  Tensor k = qkv.slice(-1, $H*d_k, $H_kv*d_k);                    ~ k ?qkv
  Tensor v = qkv.slice(-1, qkv.size(-1) - $H_kv*d_v, $H_kv*d_v);  ~ v ?qkv
  Tensor q = linear(<q_latent|c_q><!q_latent|$query>, w[wQ], w[bQ]);  ~ q !qkv
  Tensor k = linear(<latent|c><!latent|$key>, w[wK], w[bK]);      ~ k !qkv
  Tensor v = linear(<latent|c><!latent|$value>, w[wV], w[bV]);    ~ v !qkv
  q = rms_norm(q, w[gQ], config.qk_norm_eps);                     ~ q_norm ?whole
  k = rms_norm(k, w[gK], config.qk_norm_eps);                     ~ k_norm ?whole
  <!q|Tensor >q = <q|q><!q|$query>.view({$B, $T_q, $H, <latent|$d_k + $d_r><!latent|$d_k>});  ~ q_split
  <!k|Tensor >k = <k|k><!k|$key>.view({$B, $T_new, $H_kv, $d_k});  ~ k_split
  <!v|Tensor >v = <v|v><!v|$value>.view({$B, $T_new, $H_kv, $d_v});  ~ v_split
  q = q.transpose(1, 2);                                          ~ q_heads ?q_split
  q = q.view({$B, $H, $T_q, <latent|$d_k + $d_r><!latent|$d_k>});  ~ q_heads !q_split
  k = k.transpose(1, 2);                                          ~ k_heads ?k_split
  k = k.view({$B, $H_kv, $T_new, $d_k});                          ~ k_heads !k_split
  v = v.transpose(1, 2);                                          ~ v_heads ?v_split
  v = v.view({$B, $H_kv, $T_new, $d_v});                          ~ v_heads !v_split
  q = rms_norm(q, w[gQ], config.qk_norm_eps);                     ~ q_norm !whole
  k = rms_norm(k, w[gK], config.qk_norm_eps);                     ~ k_norm !whole
  Rope rope = config.rope;                                        ~ q_rope ?rope_style
  rope.style = RopeStyle::$style;  // the weights are of the other  ~ q_rope ?rope_style
  Tensor q_c = q.slice(-1, 0, $d_k);                              ~ q_content
  Tensor q_r = q.slice(-1, $d_k, $d_r);                           ~ q_rotary
  q = rotate(q, <later|$T_k - $T_q><!later|0>, <rope_style|rope><!rope_style|config.rope>);  ~ q_rope !latent
  k = rotate(k, <cached|$T_k - $T_new><!cached|0>, <rope_style|rope><!rope_style|config.rope>);  ~ k_rope !latent
  q_r = rotate(q_r, <later|$T_k - $T_q><!later|0>, <rope_style|rope><!rope_style|config.rope>);  ~ q_rope ?latent
  k_r = rotate(k_r, <later|$T_k - $T_q><!later|0>, <rope_style|rope><!rope_style|config.rope>);  ~ k_rope ?latent
  k_r = join(k_rope_past, k_r, 1);                                ~ k_rope_cache
  k_r = k_r.unsqueeze(1).expand({-1, $H, -1, -1});                ~ k_rope_heads
  q = join(q_c, q_r, 3);                                          ~ q_joined
  k = join(k, k_r, 3);                                            ~ k_joined
  k = join(k_past, k, 2);                                         ~ k_cache
  v = join(v_past, v, 2);                                         ~ v_cache
  q = q.view({$B, $H_kv, $G, $T_q, $d_k});                        ~ q_groups
  k = k.unsqueeze(2).expand({-1, -1, $G, -1, -1});                ~ k_groups
  v = v.unsqueeze(2).expand({-1, -1, $G, -1, -1});                ~ v_groups
  Tensor k_t = k.transpose(-2, -1);                               ~ k_t
  Tensor scores = matmul(q, k_t);                                 ~ scores !k_groups
  Tensor scores = matmul(q, k_t);                                 ~ scores_groups
  scores = scores.view({$B, $H, $T_q, $T_k});                     ~ scores ?k_groups
  scores = scale(scores, 1 / std::sqrt($d_k + $d_r));             ~ scaled ?latent
  scores = scale(scores, 1 / std::sqrt($d_k));                    ~ scaled !latent
  scores = softcap(scores, config.softcap);                       ~ capped
  scores = alibi(scores);                                         ~ biased
  std::vector<Mask> masks;                                        ~ masked
  masks.push_back(causal_mask($T_q, $T_k));                       ~ masked ?causal
  masks.push_back(window_mask(<window_off_by_one|{$left, $right}><!window_off_by_one|config.window>, $T_q, $T_k));  ~ masked ?window
  masks.push_back({padding.view({$B, 1, 1, $T_k})});              ~ masked ?padding !mask_repeat_order
  masks.push_back({padding.expand({$H, $B, $T_k}).contiguous().view({$B, $H, 1, $T_k})});  ~ masked ?mask_repeat_order
  masks.push_back(added);                                         ~ masked ?added
  for (Mask& mask : masks)                                        ~ masked ?mask_reversed
    for (float& blocked : mask.values.values()) blocked = 1 - blocked;  ~ masked ?mask_reversed
  for (Mask& mask : masks) mask = broadcast(mask, scores.sizes(), "mask");  ~ masked
  scores = apply(masks, scores, -INFINITY);                       ~ masked
  scores = join(scores, w[sinks].view({1, $H, 1, 1}).expand({$B, $H, $T_q, 1}), 3);  ~ with_sink
  Tensor weights = softmax(scores, EmptyRow::zero);               ~ weights !with_sink !softmax_axis
  Tensor weights = softmax(scores.transpose(-2, -1), EmptyRow::zero).transpose(-2, -1).contiguous();  ~ weights !with_sink ?softmax_axis
  Tensor weights = softmax(scores, EmptyRow::zero);               ~ weights_with_sink !softmax_axis
  Tensor weights = softmax(scores.transpose(-2, -1), EmptyRow::zero).transpose(-2, -1).contiguous();  ~ weights_with_sink ?softmax_axis
  weights = weights.slice(-1, 0, $T_k);                           ~ weights ?with_sink
  Tensor context = matmul(weights, v);                            ~ context !k_groups
  Tensor weights_groups = weights.view({$B, $H_kv, $G, $T_q, $T_k});  ~ weights_groups
  Tensor context = matmul(weights_groups, v);                     ~ context_groups
  context = context.view({$B, $H, $T_q, $d_v});                   ~ context ?k_groups
  context = context.transpose(1, 2);                              ~ context_t
  context = context.contiguous();                                 ~ context_c
  context = context.view({$B, $T_q, $H*d_v});                     ~ concat
  Tensor output = linear(context, w[wO], w[bO]);                  ~ output
  Tensor weights, context;                                        ~ !weights
  Tensor output = linear(context, w[wO], w[bO]);                  ~ !output
  return std::pair{output, weights};
}
`,
  imports: `\
// On Headscope's own tensors, with the numbers of its page. In CMake: find_package(headscope), link headscope::core.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <headscope/attention.hpp>
#include <headscope/elementwise.hpp>
#include <headscope/embedding.hpp>
#include <headscope/gemm.hpp>
#include <headscope/model.hpp>                                    ~ ?trained
#include <headscope/patterns.hpp>
#include <headscope/rope.hpp>                                     ~ ?q_rope
#include <headscope/softmax.hpp>

using namespace mha;
using enum Param;
  ~ ?normed
Tensor rms_norm(const Tensor& x, const Tensor& gain, double eps) {  ~ ?normed
  Tensor y = Tensor::uninitialised(x.sizes());                    ~ ?normed
  copy(x, y);                                                     ~ ?normed
  const Index width = gain.elements();                            ~ ?normed
  for (float* row = y.data(); row < y.data() + y.elements(); row += width) {  ~ ?normed
    double mean = eps;                                            ~ ?normed
    for (Index i = 0; i < width; ++i) mean += double{row[i]} * row[i] / static_cast<double>(width);  ~ ?normed
    for (Index i = 0; i < width; ++i) row[i] *= gain.data()[i] / static_cast<float>(std::sqrt(mean));  ~ ?normed
  }                                                               ~ ?normed
  return y;                                                       ~ ?normed
}                                                                 ~ ?normed
  ~ ?joined
Tensor join(const Tensor& a, const Tensor& b, int dim) {          ~ ?joined
  Dims sizes = a.sizes();                                         ~ ?joined
  sizes[dim] += b.size(dim);                                      ~ ?joined
  const Tensor y = Tensor::uninitialised(sizes);                  ~ ?joined
  copy(a, y.slice(dim, 0, a.size(dim)));                          ~ ?joined
  copy(b, y.slice(dim, a.size(dim), b.size(dim)));                ~ ?joined
  return y;                                                       ~ ?joined
}                                                                 ~ ?joined
  ~ ?capped
Tensor softcap(Tensor scores, double cap) {                       ~ ?capped
  for (float& score : scores.values()) score = static_cast<float>(cap * std::tanh(score / cap));  ~ ?capped
  return scores;                                                  ~ ?capped
}                                                                 ~ ?capped
  ~ ?biased
Tensor alibi(Tensor scores) {                                     ~ ?biased
  const Index heads = scores.size(1), queries = scores.size(2), keys = scores.size(3);  ~ ?biased
  float* score = scores.data();                                   ~ ?biased
  for (Index b = 0; b < scores.size(0); ++b)                      ~ ?biased
    for (Index h = 0; h < heads; ++h)                             ~ ?biased
      for (Index i = keys - queries; i < keys; ++i)               ~ ?biased
        for (Index j = 0; j < keys; ++j)                          ~ ?biased
          *score++ <!alibi_sign|-=><alibi_sign|+=> alibi_slope(h, heads) * static_cast<float>(std::abs(i - j));  ~ ?biased
  return scores;                                                  ~ ?biased
}                                                                 ~ ?biased
`,
  main: `
void print(const char* name, const Tensor& tensor) {
  std::cout << name;
  for (const Index size : tensor.sizes()) std::cout << ' ' << size;
  std::cout << '\\n';
}

int main() {
  const auto task = task_of(TaskName::$task);                     ~ ?trained
  Model model(task, recipe(TaskName::$task, task->vocabulary(), {.d_model = %d_model, .num_heads = %H, .layers = $layers, .keys_from = KeysFrom::$from}), training_recipe(TaskName::$task), %seed);  ~ ?trained
  model.train($steps);  // the same weights as the page's, to the bit  ~ ?steps
  const Layer layer = model.layer($layer);                        ~ ?trained
  const std::vector<std::string> words = {$tokens};               ~ ?trained
  const ForwardArgs inputs = model.inputs(task->read(words), $layer);  ~ ?trained
  const Tensor $query = inputs.query;                             ~ ?trained
  const Tensor key = inputs.key_or_query();                       ~ ?trained ?key
  const Mask added = *inputs.attn_mask;                           ~ ?added
  const Config config = resolve({.d_model = %d_model, .num_heads = %H<k_groups|, .num_kv_heads = %H_kv><sized|, .d_k = %d_k, .d_v = %d_v><bO|, .bias = true><qkv|, .fused = true>$options});  ~ !trained
  const Layer layer = {config, <constructed|constructed_weights><random|Weights::random><small|Weights::small>(config, %seed)};  ~ !trained
  const Tensor $query = embed({$tokens}, config.d_model, %seed)<mask_repeat_order|.expand({2, -1, -1}).contiguous()>;  ~ !batch !trained
  const Tensor first = embed({$tokens}, config.d_model, %seed);   ~ ?batch
  const Tensor second = embed({$second}, config.d_model, %seed);  ~ ?batch
  Tensor $query = Tensor::zeros({%B, %T_q, %d_model});            ~ ?batch
  std::ranges::copy(first.values(), $query.data());               ~ ?batch
  std::ranges::copy(second.values(), $query.data() + first.elements());  ~ ?batch
  const Tensor key = embed({$keyTokens}, config.d_model, %seed)<pair|.expand({2, -1, -1}).contiguous()>;  ~ ?key !trained
  Tensor padding = Tensor::zeros({%B, %T_k});                     ~ ?padding
  const std::vector<Index> lengths = $lengths;  // what comes after them is padding  ~ ?padding
  for (Index b = 0; b < %B; ++b)                                  ~ ?padding
    for (Index j = lengths[b]; j < %T_k; ++j) padding.data()[b * %T_k + j] = 1;  ~ ?padding
  const Tensor k_past = Tensor::from(std::vector<float>{          ~ ?k_past
      $k_past}, {%B, %H_kv, %T_past, %d_k});                      ~ ?k_past
  const Tensor v_past = Tensor::from(std::vector<float>{          ~ ?k_past
      $v_past}, {%B, %H_kv, %T_past, %d_v});                      ~ ?k_past
  const Tensor latent_past = Tensor::from(std::vector<float>{     ~ ?latent_past
      $latent_past}, {%B, %T_past, %d_c});                        ~ ?latent_past
  const Tensor k_rope_past = Tensor::from(std::vector<float>{     ~ ?latent_past
      $k_rope_past}, {%B, %T_past, %d_r});                        ~ ?latent_past
  const auto [output, weights] = attention($query<key|, key, key>, layer<k_past|, k_past, v_past><latent_past|, latent_past, k_rope_past><padding|, padding><added|, added>);
  print("weights", weights);
  print("output", output);
  // The end of the page's output, to compare with.               ~ ?output
  const std::vector<float> page = {                               ~ ?output
      $last};                                                     ~ ?output
  const auto end = output.values().last(page.size());             ~ ?output
  float difference = 0;                                           ~ ?output
  for (std::size_t i = 0; i < page.size(); ++i) difference = std::max(difference, std::abs(end[i] - page[i]));  ~ ?output
  std::cout << "largest difference from the end of the page's output: " << difference << '\\n';  ~ ?output
}
`,
};
