"""nnx.MultiHeadAttention as Flax 0.12 documents it, on NumPy: without dropout, and without a cache."""

import numpy as np
from jax.nn import softmax


class Rngs:
    def __init__(self, default):
        self.default = default


class Param:
    def __init__(self, value):
        self.value = value


class _Linear:
    """A projection whose kernel has the axes in and out, each of which may be several."""

    def __init__(self, inside, outside, use_bias):
        self.shape = (*inside, *outside)
        self.kernel = Param(np.full(self.shape, np.nan))
        self.bias = Param(np.zeros(outside)) if use_bias else None

    def __call__(self, x, axes):
        assert self.kernel.value.shape == self.shape, f"kernel {self.kernel.value.shape}, not {self.shape}"
        return np.tensordot(x, self.kernel.value, axes) + (0 if self.bias is None else self.bias.value)


class MultiHeadAttention:
    def __init__(self, num_heads, in_features, qkv_features=None, out_features=None, *, use_bias=True, decode=None, rngs):
        assert decode is False, "decode has to be given, here or in the call"
        assert isinstance(rngs, Rngs)
        self.head_dim = (qkv_features or in_features) // num_heads
        heads = (num_heads, self.head_dim)
        self.query, self.key, self.value = (_Linear((in_features,), heads, use_bias) for _ in range(3))
        self.out = _Linear(heads, (out_features or in_features,), use_bias)

    def __call__(self, inputs_q, inputs_k=None, inputs_v=None, *, mask=None):
        """mask: (..., heads, queries, keys); weights are 0 where it is False."""
        inputs_k = inputs_q if inputs_k is None else inputs_k
        inputs_v = inputs_k if inputs_v is None else inputs_v
        q, k, v = self.query(inputs_q, 1), self.key(inputs_k, 1), self.value(inputs_v, 1)
        scores = np.einsum("bqhd,bkhd->bhqk", q / np.sqrt(self.head_dim), k)
        if mask is not None:
            assert mask.ndim == 4 and mask.dtype == bool
            scores = np.where(mask, scores, np.finfo(np.float32).min)
        return self.out(np.einsum("bhqk,bkhd->bqhd", softmax(scores), v), 2)
