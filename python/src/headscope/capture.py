"""Runs a torch module and records its attention."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import Array, shown_shape
from .figure import Figure
from .modules import Taken, attention_in
from .views import head_view, layer

__all__ = ["Captured", "capture"]

SAME = 1e-4  # largest difference of weights at which a module counts as plain attention


@dataclass(frozen=True)
class Captured:
    """The result of :func:`capture`. As the last value of a cell, it shows its figure.

    Attributes:
        figure: a walk, if multi-head attention with the module's projections, with or without a causal mask, gives the same weights;
            else a head view.
        attention: (H, T_q, T_k), as computed by the module.
        arrays: arguments of :func:`headscope.check`: ``headscope.check(**captured.arrays)``.
        output: the return value of the module.
        note: which figure is shown, and why.
    """

    figure: Figure
    attention: Array
    arrays: Mapping[str, Any]
    output: Any
    note: str

    def __repr__(self) -> str:
        return f"<headscope capture: attention of {shown_shape(self.attention.shape)}; {self.note}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {**self.figure._repr_mimebundle_(), "text/plain": repr(self)}

    def _repr_html_(self) -> str:
        return self.figure._repr_html_()


def capture(
    module: Any, *inputs: Any, tokens: Any = None, key_tokens: Any = None, item: int = 0, at: str | None = None, **options: Any
) -> Captured:
    """Runs a torch module once, and records the inputs, weights and outputs of its attention.

    Args:
        module: an ``nn.MultiheadAttention``; an attention of transformers (BERT, GPT-2, Llama, and others that name their projections
            alike); or a module that contains one.
        inputs: arguments of the module. ``nn.MultiheadAttention`` takes a query alone for self-attention, or query, key and value.
        tokens: T_q strings; defaults to numbers.
        key_tokens: T_k strings, for cross-attention.
        item: index in the batch.
        at: name of the attention in ``module.named_modules()``, if the module contains several.
        options: keyword arguments of the module, as ``attn_mask=``.

    Returns:
        A :class:`Captured`.

    Raises:
        ValueError: if the module contains no known attention or several, or returns no attention weights.

    >>> import torch, headscope
    >>> attention = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
    >>> captured = headscope.capture(attention, torch.randn(1, 3, 8), tokens=["a", "b", "c"])
    >>> captured
    <headscope capture: attention of (2, 3, 3); plain multi-head attention gives the same weights, so its walk is shown>
    >>> captured.figure
    <headscope figure: The walk of 3 tokens through a layer of d_model 8, 2 heads>
    """
    taken = attention_in(module, at).take(module, inputs, options, item)
    heads = taken.attention.shape[0]
    arrays = _arrays(taken)
    causal = _causal_where_plain(taken)
    if causal is None:
        figure = head_view(taken.attention, tokens, key_tokens=key_tokens)
        note = "masks, positions or other inputs change its attention, so its heads are shown"
    else:
        figure = layer(taken.parameters, taken.query, heads=heads, tokens=tokens, causal=causal, step="weights")
        note = "plain multi-head attention gives the same weights, so its walk is shown"
        arrays["causal"] = causal
    return Captured(figure, taken.attention, arrays, taken.returned, note)


def _arrays(taken: Taken) -> dict[str, Any]:
    arrays: dict[str, Any] = {"num_heads": taken.attention.shape[0], **taken.parameters, "attention": taken.attention}
    if taken.is_self:
        arrays["x"] = taken.query
    if taken.output is not None:
        arrays["output"] = taken.output
    return arrays


def _causal_where_plain(taken: Taken) -> bool | None:
    """Whether plain attention gives these weights with a causal mask (True) or without a mask (False); None if neither does."""
    if not taken.is_self or any(name not in taken.parameters for name in ("wQ", "wK", "wV", "wO")):
        return None
    given, heads = taken.query.astype(np.float64), taken.attention.shape[0]
    tokens = given.shape[0]
    projected = [given @ taken.parameters[f"w{name}"] + taken.parameters.get(f"b{name}", 0) for name in "QK"]
    if any(each.shape[1] % heads for each in projected) or projected[0].shape != projected[1].shape:
        return None
    q, k = (each.reshape(tokens, heads, -1).transpose(1, 0, 2) for each in projected)
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    for causal in (False, True):
        seen = np.tril(np.ones((tokens, tokens), bool)) if causal else np.ones((tokens, tokens), bool)
        masked = np.where(seen, scores, -np.inf)
        weights = np.exp(masked - masked.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        if np.abs(weights - taken.attention).max() < SAME:
            return causal
    return None
