import { BEGIN, ROTATED } from "./python-lines.js";

/** @type {import("./template.js").Language} */
export const NUMPY = {
  comment: "#",
  tensors: "numpy",
  template: `
${BEGIN}
    c_q = $query @ w_dq<bDQ| + b_dq>                              ~ q_latent
    c = $query @ w_dkv<bDKV| + b_dkv>                             ~ latent
    k_r = $query @ w_kr<bKR| + b_kr>                              ~ k_rotary
    c_q = c_q / np.sqrt((c_q * c_q).mean(-1, keepdims=True) + $latentEps) * g_dq  ~ q_latent_norm
    c = c / np.sqrt((c * c).mean(-1, keepdims=True) + $latentEps) * g_dkv  ~ latent_norm
    c = np.concatenate([latent_past, c], 1)                       ~ latent_cache
    qkv = $query @ np.concatenate([w_q, w_k, w_v], 1)<bQ| + np.concatenate([b_q, b_k, b_v])>  ~ qkv
    q = qkv[..., :$H*d_k]                                         ~ q ?qkv
    k = qkv[..., $H*d_k:-$H_kv*d_v]                               ~ k ?qkv
    v = qkv[..., -$H_kv*d_v:]                                     ~ v ?qkv
    q = <q_latent|c_q><!q_latent|$query> @ w_q<bQ| + b_q>         ~ q !qkv
    k = <latent|c><!latent|$key> @ w_k<bK| + b_k>                 ~ k !qkv
    v = <latent|c><!latent|$value> @ w_v<bV| + b_v>               ~ v !qkv
    q = np.ascontiguousarray(q / np.sqrt((q * q).mean(-1, keepdims=True) + $eps) * g_q)  ~ q_norm ?whole
    k = np.ascontiguousarray(k / np.sqrt((k * k).mean(-1, keepdims=True) + $eps) * g_k)  ~ k_norm ?whole
    q = <q|q><!q|$query>.reshape($B, $T_q, $H, <latent|$d_k + $d_r><!latent|$d_k>)  ~ q_split
    k = <k|k><!k|$key>.reshape($B, $T_new, $H_kv, $d_k)           ~ k_split
    v = <v|v><!v|$value>.reshape($B, $T_new, $H_kv, $d_v)         ~ v_split
    q = q.transpose(0, 2, 1, 3)                                   ~ q_heads ?q_split
    q = q.reshape($B, $H, $T_q, <latent|$d_k + $d_r><!latent|$d_k>)  ~ q_heads !q_split !qkv
    q = q.view()                                                  ~ q_heads !q_split ?qkv
    q.shape = ($B, $H, $T_q, <latent|$d_k + $d_r><!latent|$d_k>)  ~ q_heads !q_split ?qkv
    k = k.transpose(0, 2, 1, 3)                                   ~ k_heads ?k_split
    k = k.reshape($B, $H_kv, $T_new, $d_k)                        ~ k_heads !k_split
    v = v.transpose(0, 2, 1, 3)                                   ~ v_heads ?v_split
    v = v.reshape($B, $H_kv, $T_new, $d_v)                        ~ v_heads !v_split
    q = np.ascontiguousarray(q / np.sqrt((q * q).mean(-1, keepdims=True) + $eps) * g_q)  ~ q_norm !whole
    k = np.ascontiguousarray(k / np.sqrt((k * k).mean(-1, keepdims=True) + $eps) * g_k)  ~ k_norm !whole
${ROTATED}
    k_r = np.concatenate([k_rope_past, k_r], 1)                   ~ k_rope_cache
    k_r = np.broadcast_to(k_r[:, None], ($B, $H, $T_k, $d_r))     ~ k_rope_heads
    q = np.concatenate([q_c, q_r], -1)                            ~ q_joined
    k = np.ascontiguousarray(np.concatenate([k, k_r], -1))        ~ k_joined
    k = np.concatenate([k_past, k], 2)                            ~ k_cache
    v = np.concatenate([v_past, v], 2)                            ~ v_cache
    q = q.reshape($B, $H_kv, $G, $T_q, $d_k)                      ~ q_groups
    k = np.broadcast_to(k[:, :, None], ($B, $H_kv, $G, $T_k, $d_k))  ~ k_groups
    v = np.broadcast_to(v[:, :, None], ($B, $H_kv, $G, $T_k, $d_v))  ~ v_groups
    k_t = k.swapaxes(-2, -1)                                      ~ k_t
    scores = q @ k_t                                              ~ scores !k_groups
    scores = q @ k_t                                              ~ scores_groups
    scores = scores.reshape($B, $H, $T_q, $T_k)                   ~ scores ?k_groups
    scores = scores / math.sqrt($d_k + $d_r)                      ~ scaled ?latent
    scores = scores / math.sqrt($d_k)                             ~ scaled !latent
    scores = $cap * np.tanh(scores / $cap)                        ~ capped
    offset = np.arange($T_k) - np.arange($T_q)[:, None]<apart| - ($T_k - $T_q)>  # to the right  ~ biased
    slopes = 2 ** (-8 / $H * np.arange(1, $H + 1))                ~ biased ?even
    P = 2 ** int(math.log2($H))  # the slopes of P heads, and every second one of 2 P  ~ biased !even
    slopes = np.array([2 ** (-8 * (h + 1) / P) if h < P else 2 ** (-4 * (2 * (h - P) + 1) / P) for h in range($H)])  ~ biased !even
    scores = scores <!alibi_sign|-><alibi_sign|+> slopes[:, None, None] * abs(offset)  ~ biased
    offset = np.arange($T_k) - np.arange($T_q)[:, None]<apart| - ($T_k - $T_q)>  # to the right  ~ masked ?window !biased
    mask = ~padding[:, None, None]                                ~ masked ?padding !mask_repeat_order
    mask = ~np.tile(padding, ($H, 1)).reshape($B, $H, 1, $T_k)    ~ masked ?mask_repeat_order
    mask = <padding|mask $and >np.tri($T_q, $T_k, <apart|$T_k - $T_q, >dtype=bool)  ~ masked ?causal
    mask = <earlier|mask $and ><left|(-$left <= offset)><both| & ><right|(offset <= $right)>  ~ masked ?window
    scores = np.where(mask, scores, -np.inf)                      ~ masked !mask_reversed ?blocks
    scores = np.where(mask, -np.inf, scores)                      ~ masked ?mask_reversed
    scores = scores + added                                       ~ masked ?added
    sink = np.broadcast_to(sinks[:, None, None], ($B, $H, $T_q, 1))  ~ with_sink
    scores = np.concatenate([scores, sink], -1)                   ~ with_sink
    weights = np.exp(scores - scores.max($axis, keepdims=True))   ~ weights !with_sink
    weights = weights / weights.sum($axis, keepdims=True)         ~ weights !with_sink !blocked
    weights = np.nan_to_num(weights / weights.sum($axis, keepdims=True))  ~ weights !with_sink ?blocked
    weights = np.exp(scores - scores.max($axis, keepdims=True))   ~ weights_with_sink
    weights = weights / weights.sum($axis, keepdims=True)         ~ weights_with_sink
    weights = weights[..., :-1]                                   ~ weights ?with_sink
    context = weights @ v                                         ~ context !k_groups
    weights_groups = weights.reshape($B, $H_kv, $G, $T_q, $T_k)   ~ weights_groups
    context = weights_groups @ v                                  ~ context_groups
    context = context.reshape($B, $H, $T_q, $d_v)                 ~ context ?k_groups
    context = context.transpose(0, 2, 1, 3)                       ~ context_t
    context = np.ascontiguousarray(context)                       ~ context_c
    context = context.reshape($B, $T_q, $H*d_v)                   ~ concat !view_without_contiguous
    context = context.view()                                      ~ concat ?view_without_contiguous
    context.shape = ($B, $T_q, $H*d_v)                            ~ concat ?view_without_contiguous
    output = context @ w_o<bO| + b_o>                             ~ output
    output = context @ w_o                                        ~ !output
    return output, weights
`,
};
