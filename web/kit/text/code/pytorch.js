/** @type {import("./template.js").Language} */
export const PYTORCH = {
  comment: "#",
  tensors: "torch",
  template: `
def attention(x, w_q, w_k, w_v, w_o<bQ|, b_q, b_k, b_v, b_o>, H<k_groups|, H_kv><padding|, padding><added|, added>):  ~ x
def attention(query, key, value, w_q, w_k, w_v, w_o<bQ|, b_q, b_k, b_v, b_o>, H<k_groups|, H_kv><padding|, padding><added|, added>):  ~ query key value
    B, $T_q, d_model = $query.shape
    T_k = key.shape[1]                                            ~ ?key
    d_k = d_v = d_model // H                                      ~ !sized
    d_k, d_v = w_q.shape[1] // H, w_o.shape[0] // H               ~ ?sized
    G = H // H_kv                                                 ~ ?k_groups
    qkv = $query @ torch.cat([w_q, w_k, w_v], 1)<bQ| + torch.cat([b_q, b_k, b_v])>  ~ qkv
    q = qkv[..., :$H*d_k]                                         ~ q ?qkv
    k = qkv[..., $H*d_k:-$H_kv*d_v]                               ~ k ?qkv
    v = qkv[..., -$H_kv*d_v:]                                     ~ v ?qkv
    q = $query @ w_q<bQ| + b_q>                                   ~ q !qkv
    k = $key @ w_k<bK| + b_k>                                     ~ k !qkv
    v = $value @ w_v<bV| + b_v>                                   ~ v !qkv
    q = <q|q><!q|$query>.view($B, $T_q, $H, $d_k)                 ~ q_split
    k = <k|k><!k|$key>.view($B, $T_k, $H_kv, $d_k)                ~ k_split
    v = <v|v><!v|$value>.view($B, $T_k, $H_kv, $d_v)              ~ v_split
    q = q.transpose(1, 2)                                         ~ q_heads ?q_split
    q = q.view($B, $H, $T_q, $d_k)                                ~ q_heads !q_split
    k = k.transpose(1, 2)                                         ~ k_heads ?k_split
    k = k.view($B, $H_kv, $T_k, $d_k)                             ~ k_heads !k_split
    v = v.transpose(1, 2)                                         ~ v_heads ?v_split
    v = v.view($B, $H_kv, $T_k, $d_v)                             ~ v_heads !v_split
    q = rotate(q, <key|$T_k - $T_q><!key|0>)                      ~ q_rope
    k = rotate(k, 0)                                              ~ k_rope
    q = q.view($B, $H_kv, $G, $T_q, $d_k)                         ~ q_groups
    k = k.unsqueeze(2).expand(-1, -1, $G, -1, -1)                 ~ k_groups
    v = v.unsqueeze(2).expand(-1, -1, $G, -1, -1)                 ~ v_groups
    k_t = k.transpose(-2, -1)                                     ~ k_t
    scores = q @ k_t                                              ~ scores !k_groups
    scores = q @ k_t                                              ~ scores_groups
    scores = scores.view($B, $H, $T_q, $T_k)                      ~ scores ?k_groups
    scores = scores / math.sqrt($d_k)                             ~ scaled
    mask = torch.ones($T_q, $T_k).triu(<key|$T_k - $T_q + >1).bool()  ~ masked !mask_reversed !padding ?blocks
    mask = torch.ones($T_q, $T_k).tril(<key|$T_k - $T_q>).bool()  ~ masked ?mask_reversed !padding
    mask = padding[:, None, None]                                 ~ masked ?padding !mask_repeat_order !mask_reversed
    mask = ~padding[:, None, None]                                ~ masked ?padding ?mask_reversed
    mask = padding.repeat($H, 1).view($B, $H, 1, $T_k)            ~ masked ?mask_repeat_order
    mask = mask | torch.ones($T_q, $T_k).triu(<key|$T_k - $T_q + >1).bool()  ~ masked ?padding ?causal !mask_reversed
    mask = mask | torch.ones($T_q, $T_k).tril(<key|$T_k - $T_q>).bool()  ~ masked ?padding ?causal ?mask_reversed
    scores = scores.masked_fill(mask, -math.inf)                  ~ masked ?blocks
    scores = scores + added                                       ~ masked ?added
    weights = scores.softmax($axis)<blocked|.nan_to_num()>        ~ weights
    context = weights @ v                                         ~ context !k_groups
    weights_groups = weights.view($B, $H_kv, $G, $T_q, $T_k)      ~ weights_groups
    context = weights_groups @ v                                  ~ context_groups
    context = context.view($B, $H, $T_q, $d_v)                    ~ context ?k_groups
    context = context.transpose(1, 2)                             ~ context_t
    context = context.contiguous()                                ~ context_c
    context = context.view($B, $T_q, $H*d_v)                      ~ concat
    output = context @ w_o<bO| + b_o>                             ~ output
    output = context @ w_o                                        ~ !output
    return output, weights
`,
};
