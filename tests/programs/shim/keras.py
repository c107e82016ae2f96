"""A stand-in for Keras 3, of which Debian has no package: layers.MultiHeadAttention as documented, on NumPy. For testing only."""

import types

import numpy as np


class MultiHeadAttention:
    def __init__(self, num_heads, key_dim, value_dim=None, dropout=0.0, use_bias=True):
        assert dropout == 0.0, "not done"
        self.heads = (num_heads, key_dim)
        self.outward = (num_heads, value_dim or key_dim)
        self.use_bias = use_bias

    def build(self, query_shape, value_shape, key_shape=None):
        d_model, d_value, d_key = query_shape[-1], value_shape[-1], (key_shape or value_shape)[-1]
        kernels = [(d_model, *self.heads), (d_key, *self.heads), (d_value, *self.outward), (*self.outward, d_model)]
        biases = [self.heads, self.heads, self.outward, (d_model,)]
        self.shapes = [shape for pair in zip(kernels, biases) for shape in pair] if self.use_bias else kernels

    def set_weights(self, weights):
        """Kernel and bias of the queries, the keys, the values, and the output, in this order."""
        assert [w.shape for w in weights] == self.shapes, f"{[w.shape for w in weights]}, not {self.shapes}"
        self.kernels = weights[::2] if self.use_bias else weights
        self.biases = weights[1::2] if self.use_bias else [0] * 4

    def __call__(self, query, value, key=None, *, attention_mask=None, return_attention_scores=False):
        """attention_mask: (batch, queries, keys), True where a query may look. The scores that are returned are after the softmax."""
        inputs = (query, value if key is None else key, value)
        q, k, v = (np.tensordot(x, w, 1) + b for x, w, b in zip(inputs, self.kernels, self.biases))
        scores = np.einsum("bqhd,bkhd->bhqk", q / np.sqrt(self.heads[1]), k)
        if attention_mask is not None:
            assert attention_mask.ndim == 3 and attention_mask.dtype == bool
            scores = np.where(attention_mask[:, None], scores, np.float32(-3e38))
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        weights = powers / powers.sum(-1, keepdims=True)
        context = np.einsum("bhqk,bkhd->bqhd", weights, v)
        output = np.tensordot(context, self.kernels[3], 2) + self.biases[3]
        return (output, weights) if return_attention_scores else output


layers = types.SimpleNamespace(MultiHeadAttention=MultiHeadAttention)
ops = types.SimpleNamespace(convert_to_numpy=np.asarray)
