import { BEGIN, ROTATED } from "./python-lines.js";

/** @type {import("./template.js").Language} */
export const PYTORCH = {
  comment: "#",
  tensors: "torch",
  template: `
${BEGIN}
    c_q = $query @ w_dq<bDQ| + b_dq>                              ~ q_latent
    c = $query @ w_dkv<bDKV| + b_dkv>                             ~ latent
    k_r = $query @ w_kr<bKR| + b_kr>                              ~ k_rotary
    c_q = c_q / torch.sqrt((c_q * c_q).mean(-1, keepdim=True) + $latentEps) * g_dq  ~ q_latent_norm
    c = c / torch.sqrt((c * c).mean(-1, keepdim=True) + $latentEps) * g_dkv  ~ latent_norm
    c = torch.cat([latent_past, c], 1)                            ~ latent_cache
    qkv = $query @ torch.cat([w_q, w_k, w_v], 1)<bQ| + torch.cat([b_q, b_k, b_v])>  ~ qkv
    q = qkv[..., :$H*d_k]                                         ~ q ?qkv
    k = qkv[..., $H*d_k:-$H_kv*d_v]                               ~ k ?qkv
    v = qkv[..., -$H_kv*d_v:]                                     ~ v ?qkv
    q = <q_latent|c_q><!q_latent|$query> @ w_q<bQ| + b_q>         ~ q !qkv
    k = <latent|c><!latent|$key> @ w_k<bK| + b_k>                 ~ k !qkv
    v = <latent|c><!latent|$value> @ w_v<bV| + b_v>               ~ v !qkv
    q = (q / torch.sqrt((q * q).mean(-1, keepdim=True) + $eps) * g_q).contiguous()  ~ q_norm ?whole
    k = (k / torch.sqrt((k * k).mean(-1, keepdim=True) + $eps) * g_k).contiguous()  ~ k_norm ?whole
    q = <q|q><!q|$query>.view($B, $T_q, $H, <latent|$d_k + $d_r><!latent|$d_k>)  ~ q_split
    k = <k|k><!k|$key>.view($B, $T_new, $H_kv, $d_k)              ~ k_split
    v = <v|v><!v|$value>.view($B, $T_new, $H_kv, $d_v)            ~ v_split
    q = q.transpose(1, 2)                                         ~ q_heads ?q_split
    q = q.view($B, $H, $T_q, <latent|$d_k + $d_r><!latent|$d_k>)  ~ q_heads !q_split
    k = k.transpose(1, 2)                                         ~ k_heads ?k_split
    k = k.view($B, $H_kv, $T_new, $d_k)                           ~ k_heads !k_split
    v = v.transpose(1, 2)                                         ~ v_heads ?v_split
    v = v.view($B, $H_kv, $T_new, $d_v)                           ~ v_heads !v_split
    q = (q / torch.sqrt((q * q).mean(-1, keepdim=True) + $eps) * g_q).contiguous()  ~ q_norm !whole
    k = (k / torch.sqrt((k * k).mean(-1, keepdim=True) + $eps) * g_k).contiguous()  ~ k_norm !whole
${ROTATED}
    k_r = torch.cat([k_rope_past, k_r], 1)                        ~ k_rope_cache
    k_r = k_r[:, None].expand(-1, $H, -1, -1)                     ~ k_rope_heads
    q = torch.cat([q_c, q_r], -1)                                 ~ q_joined
    k = torch.cat([k, k_r], -1)                                   ~ k_joined
    k = torch.cat([k_past, k], 2)                                 ~ k_cache
    v = torch.cat([v_past, v], 2)                                 ~ v_cache
    q = q.view($B, $H_kv, $G, $T_q, $d_k)                         ~ q_groups
    k = k.unsqueeze(2).expand(-1, -1, $G, -1, -1)                 ~ k_groups
    v = v.unsqueeze(2).expand(-1, -1, $G, -1, -1)                 ~ v_groups
    k_t = k.transpose(-2, -1)                                     ~ k_t
    scores = q @ k_t                                              ~ scores !k_groups
    scores = q @ k_t                                              ~ scores_groups
    scores = scores.view($B, $H, $T_q, $T_k)                      ~ scores ?k_groups
    scores = scores / math.sqrt($d_k + $d_r)                      ~ scaled ?latent
    scores = scores / math.sqrt($d_k)                             ~ scaled !latent
    scores = $cap * torch.tanh(scores / $cap)                     ~ capped
    offset = torch.arange($T_k) - torch.arange($T_q)[:, None]<apart| - ($T_k - $T_q)>  # to the right  ~ biased
    slopes = 2 ** (-8 / $H * torch.arange(1, $H + 1))             ~ biased ?even
    P = 2 ** int(math.log2($H))  # the slopes of P heads, and every second one of 2 P  ~ biased !even
    slopes = torch.tensor([2 ** (-8 * (h + 1) / P) if h < P else 2 ** (-4 * (2 * (h - P) + 1) / P) for h in range($H)])  ~ biased !even
    scores = scores <!alibi_sign|-><alibi_sign|+> slopes[:, None, None] * offset.abs()  ~ biased
    offset = torch.arange($T_k) - torch.arange($T_q)[:, None]<apart| - ($T_k - $T_q)>  # to the right  ~ masked ?window !biased
    mask = <mask_reversed|~>padding[:, None, None]                ~ masked ?padding !mask_repeat_order
    mask = padding.repeat($H, 1).view($B, $H, 1, $T_k)            ~ masked ?mask_repeat_order
    mask = <padding|mask | >torch.ones($T_q, $T_k).triu(<apart|$T_k - $T_q + >1).bool()  ~ masked ?causal !mask_reversed
    mask = <padding|mask | >torch.ones($T_q, $T_k).tril(<apart|$T_k - $T_q>).bool()  ~ masked ?causal ?mask_reversed
    mask = <earlier|mask | ><mask_reversed|~(><left|(offset < -$left)><both| | ><right|($right < offset)><mask_reversed|)>  ~ masked ?window
    scores = scores.masked_fill(mask, -math.inf)                  ~ masked ?blocks
    scores = scores + added                                       ~ masked ?added
    scores = torch.cat([scores, sinks[:, None, None].expand($B, $H, $T_q, 1)], -1)  ~ with_sink
    weights = scores.softmax($axis)<blocked|.nan_to_num()>        ~ weights !with_sink
    weights = scores.softmax($axis)                               ~ weights_with_sink
    weights = weights[..., :-1]                                   ~ weights ?with_sink
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
