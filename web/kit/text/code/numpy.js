/** @type {import("./template.js").Language} */
export const NUMPY = {
  comment: "#",
  tensors: "numpy",
  template: `
def attention(x, w_q, w_k, w_v, w_o<bQ|, b_q, b_k, b_v, b_o>, H<k_groups|, H_kv><padding|, padding><added|, added>):  ~ x
def attention(query, key, value, w_q, w_k, w_v, w_o<bQ|, b_q, b_k, b_v, b_o>, H<k_groups|, H_kv><padding|, padding><added|, added>):  ~ query key value
    B, $T_q, d_model = $query.shape
    T_k = key.shape[1]                                            ~ ?key
    d_k = d_v = d_model // H                                      ~ !sized
    d_k, d_v = w_q.shape[1] // H, w_o.shape[0] // H               ~ ?sized
    G = H // H_kv                                                 ~ ?k_groups
    qkv = $query @ np.concatenate([w_q, w_k, w_v], 1)<bQ| + np.concatenate([b_q, b_k, b_v])>  ~ qkv
    q = qkv[..., :$H*d_k]                                         ~ q ?qkv
    k = qkv[..., $H*d_k:-$H_kv*d_v]                               ~ k ?qkv
    v = qkv[..., -$H_kv*d_v:]                                     ~ v ?qkv
    q = $query @ w_q<bQ| + b_q>                                   ~ q !qkv
    k = $key @ w_k<bK| + b_k>                                     ~ k !qkv
    v = $value @ w_v<bV| + b_v>                                   ~ v !qkv
    q = <q|q><!q|$query>.reshape($B, $T_q, $H, $d_k)              ~ q_split
    k = <k|k><!k|$key>.reshape($B, $T_k, $H_kv, $d_k)             ~ k_split
    v = <v|v><!v|$value>.reshape($B, $T_k, $H_kv, $d_v)           ~ v_split
    q = q.transpose(0, 2, 1, 3)                                   ~ q_heads ?q_split
    q = q.reshape($B, $H, $T_q, $d_k)                             ~ q_heads !q_split !qkv
    q = q.view()                                                  ~ q_heads !q_split ?qkv
    q.shape = ($B, $H, $T_q, $d_k)                                ~ q_heads !q_split ?qkv
    k = k.transpose(0, 2, 1, 3)                                   ~ k_heads ?k_split
    k = k.reshape($B, $H_kv, $T_k, $d_k)                          ~ k_heads !k_split
    v = v.transpose(0, 2, 1, 3)                                   ~ v_heads ?v_split
    v = v.reshape($B, $H_kv, $T_k, $d_v)                          ~ v_heads !v_split
    q = rotate(q, <key|$T_k - $T_q><!key|0>)                      ~ q_rope
    k = rotate(k, 0)                                              ~ k_rope
    q = q.reshape($B, $H_kv, $G, $T_q, $d_k)                      ~ q_groups
    k = np.broadcast_to(k[:, :, None], ($B, $H_kv, $G, $T_k, $d_k))  ~ k_groups
    v = np.broadcast_to(v[:, :, None], ($B, $H_kv, $G, $T_k, $d_v))  ~ v_groups
    k_t = k.swapaxes(-2, -1)                                      ~ k_t
    scores = q @ k_t                                              ~ scores !k_groups
    scores = q @ k_t                                              ~ scores_groups
    scores = scores.reshape($B, $H, $T_q, $T_k)                   ~ scores ?k_groups
    scores = scores / math.sqrt($d_k)                             ~ scaled
    mask = np.tri($T_q, $T_k, <key|$T_k - $T_q, >dtype=bool)      ~ masked !padding ?blocks
    mask = ~padding[:, None, None]                                ~ masked ?padding !mask_repeat_order
    mask = ~np.tile(padding, ($H, 1)).reshape($B, $H, 1, $T_k)    ~ masked ?mask_repeat_order
    mask = mask & np.tri($T_q, $T_k, <key|$T_k - $T_q, >dtype=bool)  ~ masked ?padding ?causal !mask_reversed
    mask = mask | np.tri($T_q, $T_k, <key|$T_k - $T_q, >dtype=bool)  ~ masked ?padding ?causal ?mask_reversed
    scores = np.where(mask, scores, -np.inf)                      ~ masked !mask_reversed ?blocks
    scores = np.where(mask, -np.inf, scores)                      ~ masked ?mask_reversed
    scores = scores + added                                       ~ masked ?added
    weights = np.exp(scores - scores.max($axis, keepdims=True))   ~ weights
    weights = weights / weights.sum($axis, keepdims=True)         ~ weights !blocked
    weights = np.nan_to_num(weights / weights.sum($axis, keepdims=True))  ~ weights ?blocked
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
