/** @type {import("./template.js").Language} */
export const EINOPS = {
  comment: "#",
  tensors: "torch",
  imports: "from einops import einsum, rearrange<k_groups|, repeat>\n",
  template: `
def attention(x, w_q, w_k, w_v, w_o<bQ|, b_q, b_k, b_v, b_o>, H<k_groups|, H_kv><padding|, padding><added|, added>):  ~ x
def attention(query, key, value, w_q, w_k, w_v, w_o<bQ|, b_q, b_k, b_v, b_o>, H<k_groups|, H_kv><padding|, padding><added|, added>):  ~ query key value
    B, $T_q, d_model = $query.shape
    T_k = key.shape[1]                                                     ~ ?key
    d_k = d_v = d_model // H                                               ~ !sized
    d_k, d_v = w_q.shape[1] // H, w_o.shape[0] // H                        ~ ?sized
    G = H // H_kv                                                          ~ ?k_groups
    qkv = einsum($query, torch.cat([w_q, w_k, w_v], 1), "b t c, c f -> b t f")<bQ| + torch.cat([b_q, b_k, b_v])>  ~ qkv
    q = qkv[..., :$H*d_k]                                                  ~ q ?qkv
    k = qkv[..., $H*d_k:-$H_kv*d_v]                                        ~ k ?qkv
    v = qkv[..., -$H_kv*d_v:]                                              ~ v ?qkv
    q = einsum($query, w_q, "b t c, c f -> b t f")<bQ| + b_q>              ~ q !qkv
    k = einsum($key, w_k, "b t c, c f -> b t f")<bK| + b_k>                ~ k !qkv
    v = einsum($value, w_v, "b t c, c f -> b t f")<bV| + b_v>              ~ v !qkv
    q = rearrange(<q|q><!q|$query>, "b t (h d) -> b h t d", h=$H)          ~ q_split q_heads
    q = q.view($B, $H, $T_q, $d_k)                                         ~ q_heads !q_split
    k = rearrange(<k|k><!k|$key>, "b t (h d) -> b h t d", h=$H_kv)         ~ k_split k_heads
    k = k.view($B, $H_kv, $T_k, $d_k)                                      ~ k_heads !k_split
    v = rearrange(<v|v><!v|$value>, "b t (h d) -> b h t d", h=$H_kv)       ~ v_split v_heads
    v = v.view($B, $H_kv, $T_k, $d_v)                                      ~ v_heads !v_split
    q = rotate(q, <key|$T_k - $T_q><!key|0>)                               ~ q_rope
    k = rotate(k, 0)                                                       ~ k_rope
    q = rearrange(q, "b (h g) t d -> b h g t d", g=$G)                     ~ q_groups
    k = repeat(k, "b h t d -> b h g t d", g=$G)                            ~ k_groups
    v = repeat(v, "b h t d -> b h g t d", g=$G)                            ~ v_groups
    scores = einsum(q, k, "b h i d, b h j d -> b h i j")                   ~ k_t scores !k_groups
    scores = einsum(q, k, "b h g i d, b h g j d -> b h g i j")             ~ k_t scores_groups
    scores = rearrange(scores, "b h g i j -> b (h g) i j")                 ~ scores ?k_groups
    scores = scores / math.sqrt($d_k)                                      ~ scaled
    mask = torch.ones($T_q, $T_k).triu(<key|$T_k - $T_q + >1).bool()       ~ masked !mask_reversed !padding ?blocks
    mask = torch.ones($T_q, $T_k).tril(<key|$T_k - $T_q>).bool()           ~ masked ?mask_reversed !padding
    mask = padding[:, None, None]                                          ~ masked ?padding !mask_repeat_order !mask_reversed
    mask = ~padding[:, None, None]                                         ~ masked ?padding ?mask_reversed
    mask = padding.repeat($H, 1).view($B, $H, 1, $T_k)                     ~ masked ?mask_repeat_order
    mask = mask | torch.ones($T_q, $T_k).triu(<key|$T_k - $T_q + >1).bool()  ~ masked ?padding ?causal !mask_reversed
    mask = mask | torch.ones($T_q, $T_k).tril(<key|$T_k - $T_q>).bool()  ~ masked ?padding ?causal ?mask_reversed
    scores = scores.masked_fill(mask, -math.inf)                           ~ masked ?blocks
    scores = scores + added                                       ~ masked ?added
    weights = scores.softmax($axis)<blocked|.nan_to_num()>                 ~ weights
    context = einsum(weights, v, "b h i j, b h j d -> b h i d")            ~ context !k_groups
    weights_groups = rearrange(weights, "b (h g) i j -> b h g i j", g=$G)  ~ weights_groups
    context = einsum(weights_groups, v, "b h g i j, b h g j d -> b h g i d")  ~ context_groups
    context = rearrange(context, "b h g t d -> b (h g) t d")               ~ context ?k_groups
    context = rearrange(context, "b h t d -> b t (h d)")                   ~ context_t context_c concat
    context = rearrange(context, "b h t d -> b t h d")                     ~ context_t !context_c
    context = context.view($B, $T_q, $H*d_v)                               ~ concat !context_c
    output = einsum(context, w_o, "b t f, f c -> b t c")<bO| + b_o>        ~ output
    output = einsum(context, w_o, "b t f, f c -> b t c")                   ~ !output
    return output, weights
`,
};
