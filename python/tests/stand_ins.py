"""Attention modules as people write them, and as transformers has them: their attributes, arguments and computations."""

import math
from types import SimpleNamespace

import torch
from torch import nn

D, H, T, B = 24, 4, 5, 3
CAUSAL = torch.ones(T, T).triu(1).bool()


def heads_of(x, count, width):
    return x.view(*x.shape[:2], count, width).transpose(1, 2)


def merged(context):
    return context.transpose(1, 2).flatten(2)


def turns(tokens, width, style, base=10000.0):
    """cos and sin (T, width), as transformers gives them for halves; interleaved, each twice in turn."""
    angles = torch.arange(tokens)[:, None] * base ** (-torch.arange(0, width, 2) / width)
    angles = torch.cat((angles, angles), -1) if style == "half" else angles.repeat_interleave(2, -1)
    return angles.cos(), angles.sin()


def rotated(x, cos, sin, style):
    if style == "half":
        one, two = x.chunk(2, -1)
        return x * cos + torch.cat((-two, one), -1) * sin
    other = torch.stack((-x[..., 1::2], x[..., ::2]), -1).flatten(-2)
    return x * cos + other * sin


class Written(nn.Module):
    """A hand-written attention that returns only its output, with at most one mistake.

    Args:
        size: d_model.
        names: of the projections of q, k, v and the output, or of one for all three and the output.
        groups: heads of keys and values.
        rope: style of rotary positions.
    """

    def __init__(self, mistake=None, *, size=D, names="q_proj k_proj v_proj out_proj", groups=H, causal=False, rope=None, bias=True):
        super().__init__()
        self.num_heads, self.groups, self.size, self.width = H, groups, size, size // H
        self.mistake, self.causal, self.rope = mistake, causal, rope
        self.names = names.split()
        kv = groups * self.width
        widths = [size, kv, kv, size] if len(self.names) == 4 else [size + 2 * kv, size]
        for name, width in zip(self.names, widths):
            setattr(self, name, nn.Linear(size, width, bias=bias))
        if rope:
            self.register_buffer("inv_freq", 10000.0 ** (-torch.arange(0, self.width, 2) / self.width))

    def forward(self, x, mask=None, memory=None):
        q, k, v = self.projected(x, x if memory is None else memory)
        if self.rope:
            style = {"half": "interleaved", "interleaved": "half"}[self.rope] if self.mistake == "rope_style" else self.rope
            q, k = (rotated(each, *turns(x.shape[1], self.width, style), style) for each in (q, k))
        scores = q @ k.transpose(-2, -1) / self.divisor()
        if self.mistake == "keys_ask":
            scores = scores.transpose(-2, -1)
        weights = self.weights(scores, mask)
        context = weights @ v
        both = context.flatten(1).view(*x.shape) if self.mistake == "merge_without_transpose" else merged(context)
        return both if self.mistake == "no_output" else getattr(self, self.names[-1])(both)

    def projected(self, x, memory):
        if len(self.names) == 2:
            made = getattr(self, self.names[0])(x)
            if self.mistake == "qkv_by_heads":
                return made.view(*x.shape[:2], H, 3, self.width).permute(3, 0, 2, 1, 4)
            q, k, v = made.split([self.size, *2 * [self.groups * self.width]], -1)
        else:
            values = self.names[1 if self.mistake == "matrices_exchanged" else 2]
            named = (*self.names[:2], values)
            q, k, v = (self.linear(getattr(self, name), each) for name, each in zip(named, (x, memory, memory)))
        if self.mistake == "view_without_transpose":
            return [each.reshape(x.shape[0], H, x.shape[1], self.width) for each in (q, k, v)]
        k, v = (heads_of(each, self.groups, self.width) for each in (k, v))
        repeat = H // self.groups
        if self.mistake == "kv_tiled":
            k, v = (each.repeat(1, repeat, 1, 1) for each in (k, v))
        else:
            k, v = (each.repeat_interleave(repeat, 1) for each in (k, v))
        return heads_of(q, H, self.width), k, v

    def linear(self, part, x):
        if self.mistake == "transposed" and part is self.k_proj:
            return x @ part.weight + part.bias
        return x @ part.weight.T if self.mistake == "no_bias" else part(x)

    def divisor(self):
        root = math.sqrt(self.width)
        wrong = {"no_scale": 1, "scale_d_model": math.sqrt(self.size), "scale_without_root": self.width}
        wrong.update(scale_multiplied=1 / root, scale_factor=3 * root)
        return wrong.get(self.mistake, root)

    def weights(self, scores, mask):
        queries, keys = scores.shape[-2:]
        is_open = mask is None or self.mistake == "padding_ignored"
        blocked = torch.zeros(queries, keys, dtype=torch.bool) if is_open else mask == 0
        if self.causal:
            above = {"mask_future": 2, "mask_diagonal": 0}.get(self.mistake, 1)
            past = 0 if self.mistake == "causal_top_left" else keys - queries
            blocked = blocked | torch.ones(queries, keys).triu(above + past).bool()
        if self.mistake == "masked_afterwards":
            return scores.softmax(-1).masked_fill(blocked, 0)
        scores = scores.masked_fill(blocked, 1e-9 if self.mistake == "mask_filled" else -torch.inf)
        return scores.softmax({"softmax_axis": -2, "softmax_heads": 1}.get(self.mistake, -1))


class BertSelfAttention(nn.Module):
    def __init__(self, mistake=None):
        super().__init__()
        self.num_attention_heads, self.attention_head_size = H, D // H
        self.query, self.key, self.value = (nn.Linear(D, D) for _ in range(3))
        self.dropout = nn.Dropout(0.1)
        self.mistake = mistake

    def forward(self, hidden_states, attention_mask=None, output_attentions=False):
        q, k, v = (heads_of(part(hidden_states), H, D // H) for part in (self.query, self.key, self.value))
        scores = q @ k.transpose(-1, -2)
        if self.mistake != "no_scale":
            scores = scores / math.sqrt(self.attention_head_size)
        if attention_mask is not None:
            scores = scores + attention_mask
        weights = self.dropout(scores.softmax(-1))
        context = merged(weights @ v)
        return (context, weights) if output_attentions else (context,)


class BertSelfOutput(nn.Module):
    def __init__(self):
        super().__init__()
        self.dense, self.LayerNorm, self.dropout = nn.Linear(D, D), nn.LayerNorm(D), nn.Dropout(0.1)

    def forward(self, hidden_states, input_tensor):
        return self.LayerNorm(self.dropout(self.dense(hidden_states)) + input_tensor)


class BertAttention(nn.Module):
    def __init__(self, mistake=None):
        super().__init__()
        self.self, self.output = BertSelfAttention(mistake), BertSelfOutput()

    def forward(self, hidden_states, attention_mask=None, output_attentions=False):
        context, *weights = self.self(hidden_states, attention_mask, output_attentions)
        return (self.output(context, hidden_states), *weights)


class Conv1D(nn.Module):
    """GPT-2's layer, whose weight is (in, out)."""

    def __init__(self, nf, nx):
        super().__init__()
        self.nf, self.weight, self.bias = nf, nn.Parameter(torch.randn(nx, nf) / nx**0.5), nn.Parameter(torch.randn(nf))

    def forward(self, x):
        return torch.addmm(self.bias, x.view(-1, x.shape[-1]), self.weight).view(*x.shape[:-1], self.nf)


class GPT2Attention(nn.Module):
    def __init__(self, mistake=None):
        super().__init__()
        self.register_buffer("bias", torch.ones(T, T).tril().bool()[None, None])
        self.num_heads, self.head_dim, self.split_size = H, D // H, D
        self.c_attn, self.c_proj = Conv1D(3 * D, D), Conv1D(D, D)
        self.attn_dropout, self.mistake = nn.Dropout(0.1), mistake

    def forward(self, hidden_states, layer_past=None, attention_mask=None, output_attentions=False):
        made = self.c_attn(hidden_states)
        if self.mistake == "qkv_by_heads":
            q, k, v = made.view(*made.shape[:2], H, 3, self.head_dim).permute(3, 0, 2, 1, 4)
        else:
            q, k, v = (heads_of(each, H, self.head_dim) for each in made.split(self.split_size, 2))
        scores = q @ k.transpose(-1, -2) / self.head_dim**0.5
        seen = self.bias[:, :, : q.shape[2], : k.shape[2]]
        scores = torch.where(seen, scores, torch.finfo(scores.dtype).min)
        if attention_mask is not None:
            scores = scores + attention_mask
        weights = self.attn_dropout(scores.softmax(-1))
        return (self.c_proj(merged(weights @ v)), None, *((weights,) if output_attentions else ()))


class RMSNorm(nn.Module):
    def __init__(self, width, eps=1e-5):
        super().__init__()
        self.weight, self.variance_epsilon = nn.Parameter(torch.rand(width) + 0.5), eps

    def forward(self, x):
        return self.weight * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.variance_epsilon)


class GemmaNorm(nn.Module):
    """Gemma's norm, which multiplies by 1 + weight."""

    def __init__(self, width, eps=1e-6):
        super().__init__()
        self.weight, self.eps = nn.Parameter(torch.randn(width) / 2), eps

    def forward(self, x):
        normed = x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + self.eps)
        return (normed * (1 + self.weight.float())).type_as(x)


class LlamaAttention(nn.Module):
    """With grouped heads, and rotary positions as cos and sin.

    Args:
        norms: the norm of queries and of keys, as in Qwen3 and Gemma 3; None if they are not normed.
        named: attributes of the norms.
        softcap: of the scores, as in Gemma 2.
        sinks: whether each head has a sink, as in gpt-oss.
    """

    def __init__(self, mistake=None, *, norms=None, named="q_norm k_norm", softcap=None, sinks=False, **config):
        super().__init__()
        self.config = SimpleNamespace(num_attention_heads=H, num_key_value_heads=2, rope_theta=500000.0, **config)
        self.head_dim, self.num_key_value_groups, self.attn_logit_softcapping = D // H, H // 2, softcap
        widths = dict(q_proj=D, k_proj=D // 2, v_proj=D // 2, o_proj=D)
        for name, width in widths.items():
            setattr(self, name, nn.Linear(D, width, bias=False))
        self.norms = named.split() if norms else []
        for name in self.norms:
            setattr(self, name, norms(self.head_dim))
        if sinks:
            self.sinks = nn.Parameter(torch.randn(H))
        self.mistake = mistake

    def forward(self, hidden_states, position_embeddings, attention_mask=None, **kwargs):
        q = heads_of(self.q_proj(hidden_states), H, self.head_dim)
        k, v = (heads_of(part(hidden_states), 2, self.head_dim) for part in (self.k_proj, self.v_proj))
        if self.norms:
            q, k = (getattr(self, name)(each) for name, each in zip(self.norms, (q, k)))
        cos, sin = (each.unsqueeze(1) for each in position_embeddings)
        if self.mistake != "rope_missing":
            q, k = (rotated(each, cos, sin, "half") for each in (q, k))
        repeated = [each.repeat(1, 2, 1, 1) if self.mistake == "kv_tiled" else each.repeat_interleave(2, 1) for each in (k, v)]
        scores = q @ repeated[0].transpose(2, 3) * getattr(self.config, "attention_multiplier", self.head_dim**-0.5)
        if self.attn_logit_softcapping:
            scores = torch.tanh(scores / self.attn_logit_softcapping) * self.attn_logit_softcapping
        if attention_mask is not None:
            scores = scores + attention_mask[:, :, :, : k.shape[-2]]
        if hasattr(self, "sinks"):
            sinks = self.sinks.view(1, -1, 1, 1).expand(*scores.shape[:3], 1)
            weights = torch.cat((scores, sinks), -1).softmax(-1)[..., :-1]
        else:
            weights = scores.softmax(-1, dtype=torch.float32).to(q.dtype)
        return self.o_proj(merged(weights @ repeated[1])), weights


def position_embeddings(base=500000.0, tokens=T):
    """cos and sin (1, T, d) for LlamaAttention."""
    return tuple(each[None] for each in turns(tokens, D // H, "half", base))


def additive(blocked):
    """A mask as transformers passes it: 0, and the least number where a key is blocked."""
    return torch.zeros(blocked.shape).masked_fill(blocked, torch.finfo(torch.float32).min)
