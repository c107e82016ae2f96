"""What a torch module's attention computes, taken as it runs."""

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

SAME = 1e-4  # how far the weights may be from those of a plain layer, and still be that layer's


@dataclass(frozen=True)
class Captured:
    """What :func:`capture` took. As the last value of a cell it shows its figure.

    Attributes:
        figure: the walk through the layer, where a plain layer of these weights gives the module's attention; else its heads.
        attention: (H, T_q, T_k), as the module computed it.
        arrays: what :func:`headscope.check` takes, ``headscope.check(**captured.arrays)``: x, weights, attention and output.
        output: what the module returned.
        note: in a sentence, which figure it is and why.
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
    """Runs a torch module once and takes what its attention is given and makes.

    Args:
        module: an ``nn.MultiheadAttention``, a layer of transformers (BERT's, GPT-2's, Llama's and those with the same names of
            projections), or any module that holds one of them.
        inputs: what the module is called with; of an ``nn.MultiheadAttention`` the query alone, for self-attention, or all three.
        tokens: T_q strings; left out, they are numbered.
        key_tokens: T_k strings, of cross-attention.
        item: which of a batch.
        at: which attention, by its name in ``module.named_modules()``, where there are several.
        options: keyword arguments of the call, as ``attn_mask=``.

    Returns:
        A :class:`Captured`.

    Raises:
        ValueError: where there is no attention that it knows, or several, or where the module keeps its weights to itself.

    >>> import torch, headscope
    >>> attention = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
    >>> captured = headscope.capture(attention, torch.randn(1, 3, 8), tokens=["a", "b", "c"])
    >>> captured
    <headscope capture: attention of (2, 3, 3); a plain layer gives it, and its walk is shown>
    >>> captured.figure
    <headscope figure: The walk of 3 tokens through a layer of d_model 8, 2 heads>
    """
    taken = attention_in(module, at).take(module, inputs, options, item)
    heads = taken.attention.shape[0]
    arrays = _arrays(taken)
    causal = _causal_where_plain(taken)
    if causal is None:
        figure = head_view(taken.attention, tokens, key_tokens=key_tokens)
        note = "masks, positions or other inputs are in it that a plain layer has not, and its heads are shown"
    else:
        figure = layer(taken.parameters, taken.query, heads=heads, tokens=tokens, causal=causal, step="weights")
        note = "a plain layer gives it, and its walk is shown"
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
    """Whether a plain layer gives this attention, without a mask (False) or with the causal one (True); None where neither does."""
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
