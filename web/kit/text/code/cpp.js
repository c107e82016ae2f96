/** @type {import("./template.js").Language} */
export const CPP = {
  comment: "//",
  template: `
auto attention(const Tensor& x, const Layer& layer<padding|, const Tensor& padding><added|, const Mask& added>) {  ~ x
auto attention(const Tensor& query, const Tensor& key, const Tensor& value, const Layer& layer<padding|, const Tensor& padding><added|, const Mask& added>) {  ~ query key value
  const auto& [config, w] = layer;
  const Index B = $query.size(0), $T_q = $query.size(1)<key|, T_k = key.size(1)>;
  const Index H = config.num_heads, d_k = config.d_k, d_v = config.d_v;
  const Index H_kv = config.num_kv_heads, G = config.group_size();  ~ ?k_groups
  Tensor qkv = linear($query, w.qkv(), w.qkv_bias());             ~ qkv
  Tensor q = qkv.slice(-1, 0, $H*d_k);                            ~ q ?qkv
  Tensor k = qkv.slice(-1, $H*d_k, $H_kv*d_k);                    ~ k ?qkv
  Tensor v = qkv.slice(-1, qkv.size(-1) - $H_kv*d_v, $H_kv*d_v);  ~ v ?qkv
  Tensor q = linear($query, w[wQ], w[bQ]);                        ~ q !qkv
  Tensor k = linear($key, w[wK], w[bK]);                          ~ k !qkv
  Tensor v = linear($value, w[wV], w[bV]);                        ~ v !qkv
  <!q|Tensor >q = <q|q><!q|$query>.view({$B, $T_q, $H, $d_k});    ~ q_split
  <!k|Tensor >k = <k|k><!k|$key>.view({$B, $T_k, $H_kv, $d_k});   ~ k_split
  <!v|Tensor >v = <v|v><!v|$value>.view({$B, $T_k, $H_kv, $d_v});  ~ v_split
  q = q.transpose(1, 2);                                          ~ q_heads ?q_split
  q = q.view({$B, $H, $T_q, $d_k});                               ~ q_heads !q_split
  k = k.transpose(1, 2);                                          ~ k_heads ?k_split
  k = k.view({$B, $H_kv, $T_k, $d_k});                            ~ k_heads !k_split
  v = v.transpose(1, 2);                                          ~ v_heads ?v_split
  v = v.view({$B, $H_kv, $T_k, $d_v});                            ~ v_heads !v_split
  q = rotate(q, <key|$T_k - $T_q><!key|0>);                       ~ q_rope
  k = rotate(k, 0);                                               ~ k_rope
  q = q.view({$B, $H_kv, $G, $T_q, $d_k});                        ~ q_groups
  k = k.unsqueeze(2).expand({-1, -1, $G, -1, -1});                ~ k_groups
  v = v.unsqueeze(2).expand({-1, -1, $G, -1, -1});                ~ v_groups
  Tensor k_t = k.transpose(-2, -1);                               ~ k_t
  Tensor scores = matmul(q, k_t);                                 ~ scores !k_groups
  Tensor scores = matmul(q, k_t);                                 ~ scores_groups
  scores = scores.view({$B, $H, $T_q, $T_k});                     ~ scores ?k_groups
  scores = scale(scores, 1 / std::sqrt($d_k));                    ~ scaled
  Mask mask = causal_mask($T_q, $T_k);                            ~ masked !padding ?blocks
  Mask mask = {padding.view({$B, 1, 1, $T_k})};                   ~ masked ?padding !mask_repeat_order
  Mask mask = {padding.expand({$H, $B, $T_k}).contiguous().view({$B, $H, 1, $T_k})};  ~ masked ?mask_repeat_order
  for (float& blocked : mask.values.values()) blocked = 1 - blocked;  ~ masked ?mask_reversed
  mask = broadcast(mask, scores.sizes(), "mask");                 ~ masked ?blocks
  scores = apply({mask}, scores, -INFINITY);                      ~ masked ?blocks
  scores = apply({broadcast(added, scores.sizes(), "mask")}, scores, -INFINITY);  ~ masked ?added
  mask = causal_mask($T_q, $T_k);                                 ~ masked ?padding ?causal
  for (float& blocked : mask.values.values()) blocked = 1 - blocked;  ~ masked ?padding ?causal ?mask_reversed
  mask = broadcast(mask, scores.sizes(), "mask");                 ~ masked ?padding ?causal
  scores = apply({mask}, scores, -INFINITY);                      ~ masked ?padding ?causal
  Tensor weights = softmax(scores, EmptyRow::zero);               ~ weights !softmax_axis
  Tensor weights = softmax(scores.transpose(-2, -1), EmptyRow::zero).transpose(-2, -1).contiguous();  ~ weights ?softmax_axis
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
  const Config config = resolve({.d_model = %d_model, .num_heads = %H<k_groups|, .num_kv_heads = %H_kv><sized|, .d_k = %d_k, .d_v = %d_v><bO|, .bias = true><qkv|, .fused = true>});  ~ !trained
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
  const auto [output, weights] = attention($query<key|, key, key>, layer<padding|, padding><added|, added>);
  print("weights", weights);
  print("output", output);
  // The end of the page's output, to compare with.                ~ ?output
  const std::vector<float> page = {                               ~ ?output
      $last};                                                     ~ ?output
  const auto end = output.values().last(page.size());             ~ ?output
  float difference = 0;                                           ~ ?output
  for (std::size_t i = 0; i < page.size(); ++i) difference = std::max(difference, std::abs(end[i] - page[i]));  ~ ?output
  std::cout << "largest difference from the end of the page's output: " << difference << '\\n';  ~ ?output
}
`,
};
