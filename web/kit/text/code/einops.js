import { BEGIN, ROTATED } from "./python-lines.js";

/** @type {import("./template.js").Language} */
export const EINOPS = {
  comment: "#",
  tensors: "torch",
  imports: "from einops import einsum, rearrange<k_groups|, repeat>\n",
  template: `
${BEGIN}
    c_q = einsum($query, w_dq, "b t c, c f -> b t f")<bDQ| + b_dq>         ~ q_latent
    c = einsum($query, w_dkv, "b t c, c f -> b t f")<bDKV| + b_dkv>        ~ latent
    k_r = einsum($query, w_kr, "b t c, c f -> b t f")<bKR| + b_kr>         ~ k_rotary
    c_q = c_q / torch.sqrt((c_q * c_q).mean(-1, keepdim=True) + $latentEps) * g_dq  ~ q_latent_norm
    c = c / torch.sqrt((c * c).mean(-1, keepdim=True) + $latentEps) * g_dkv  ~ latent_norm
    c = torch.cat([latent_past, c], 1)                                     ~ latent_cache
    qkv = einsum($query, torch.cat([w_q, w_k, w_v], 1), "b t c, c f -> b t f")<bQ| + torch.cat([b_q, b_k, b_v])>  ~ qkv
    q = qkv[..., :$H*d_k]                                                  ~ q ?qkv
    k = qkv[..., $H*d_k:-$H_kv*d_v]                                        ~ k ?qkv
    v = qkv[..., -$H_kv*d_v:]                                              ~ v ?qkv
    q = einsum(<q_latent|c_q><!q_latent|$query>, w_q, "b t c, c f -> b t f")<bQ| + b_q>  ~ q !qkv
    k = einsum(<latent|c><!latent|$key>, w_k, "b t c, c f -> b t f")<bK| + b_k>  ~ k !qkv
    v = einsum(<latent|c><!latent|$value>, w_v, "b t c, c f -> b t f")<bV| + b_v>  ~ v !qkv
    q = (q / torch.sqrt((q * q).mean(-1, keepdim=True) + $eps) * g_q).contiguous()  ~ q_norm ?whole
    k = (k / torch.sqrt((k * k).mean(-1, keepdim=True) + $eps) * g_k).contiguous()  ~ k_norm ?whole
    q = rearrange(<q|q><!q|$query>, "b t (h d) -> b h t d", h=$H)          ~ q_split q_heads
    q = q.view($B, $H, $T_q, <latent|$d_k + $d_r><!latent|$d_k>)           ~ q_heads !q_split
    k = rearrange(<k|k><!k|$key>, "b t (h d) -> b h t d", h=$H_kv)         ~ k_split k_heads
    k = k.view($B, $H_kv, $T_new, $d_k)                                    ~ k_heads !k_split
    v = rearrange(<v|v><!v|$value>, "b t (h d) -> b h t d", h=$H_kv)       ~ v_split v_heads
    v = v.view($B, $H_kv, $T_new, $d_v)                                    ~ v_heads !v_split
    q = (q / torch.sqrt((q * q).mean(-1, keepdim=True) + $eps) * g_q).contiguous()  ~ q_norm !whole
    k = (k / torch.sqrt((k * k).mean(-1, keepdim=True) + $eps) * g_k).contiguous()  ~ k_norm !whole
${ROTATED}
    k_r = torch.cat([k_rope_past, k_r], 1)                                 ~ k_rope_cache
    k_r = k_r[:, None].expand(-1, $H, -1, -1)                              ~ k_rope_heads
    q = torch.cat([q_c, q_r], -1)                                          ~ q_joined
    k = torch.cat([k, k_r], -1)                                            ~ k_joined
    k = torch.cat([k_past, k], 2)                                          ~ k_cache
    v = torch.cat([v_past, v], 2)                                          ~ v_cache
    q = rearrange(q, "b (h g) t d -> b h g t d", g=$G)                     ~ q_groups
    k = repeat(k, "b h t d -> b h g t d", g=$G)                            ~ k_groups
    v = repeat(v, "b h t d -> b h g t d", g=$G)                            ~ v_groups
    scores = einsum(q, k, "b h i d, b h j d -> b h i j")                   ~ k_t scores !k_groups
    scores = einsum(q, k, "b h g i d, b h g j d -> b h g i j")             ~ k_t scores_groups
    scores = rearrange(scores, "b h g i j -> b (h g) i j")                 ~ scores ?k_groups
    scores = scores / math.sqrt($d_k + $d_r)                               ~ scaled ?latent
    scores = scores / math.sqrt($d_k)                                      ~ scaled !latent
    scores = $cap * torch.tanh(scores / $cap)                              ~ capped
    offset = torch.arange($T_k) - torch.arange($T_q)[:, None]<apart| - ($T_k - $T_q)>  # to the right  ~ biased
    slopes = 2 ** (-8 / $H * torch.arange(1, $H + 1))                      ~ biased ?even
    P = 2 ** int(math.log2($H))  # the slopes of P heads, and every second one of 2 P  ~ biased !even
    slopes = torch.tensor([2 ** (-8 * (h + 1) / P) if h < P else 2 ** (-4 * (2 * (h - P) + 1) / P) for h in range($H)])  ~ biased !even
    scores = scores <!alibi_sign|-><alibi_sign|+> slopes[:, None, None] * offset.abs()  ~ biased
    offset = torch.arange($T_k) - torch.arange($T_q)[:, None]<apart| - ($T_k - $T_q)>  # to the right  ~ masked ?window !biased
    mask = <mask_reversed|~>padding[:, None, None]                         ~ masked ?padding !mask_repeat_order
    mask = padding.repeat($H, 1).view($B, $H, 1, $T_k)                     ~ masked ?mask_repeat_order
    mask = <padding|mask | >torch.ones($T_q, $T_k).triu(<apart|$T_k - $T_q + >1).bool()  ~ masked ?causal !mask_reversed
    mask = <padding|mask | >torch.ones($T_q, $T_k).tril(<apart|$T_k - $T_q>).bool()  ~ masked ?causal ?mask_reversed
    mask = <earlier|mask | ><mask_reversed|~(><left|(offset < -$left)><both| | ><right|($right < offset)><mask_reversed|)>  ~ masked ?window
    scores = scores.masked_fill(mask, -math.inf)                           ~ masked ?blocks
    scores = scores + added                                                ~ masked ?added
    scores = torch.cat([scores, sinks[:, None, None].expand($B, $H, $T_q, 1)], -1)  ~ with_sink
    weights = scores.softmax($axis)<blocked|.nan_to_num()>                 ~ weights !with_sink
    weights = scores.softmax($axis)                                        ~ weights_with_sink
    weights = weights[..., :-1]                                            ~ weights ?with_sink
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
