"""Runs a torch module and records its attention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import Array, shown_shape
from .attention_views import head_view
from .figure import Figure
from .modules import attention_in
from .plain import causal_where_plain, limit_of
from .taken import Taken
from .values import whole
from .views import layer

__all__ = ["Captured", "capture"]

OTHER = "positions, masks or other parts of the module change the attention"

@dataclass(frozen=True)
class Captured:
    """The result of :func:`capture`. As the last value of a cell, it shows its figure.

    Attributes:
        figure: a walk, if multi-head attention with the module's projections, with or without a causal mask, gives the same weights;
            else a head view.
        attention: (H, T_q, T_k), as computed by the module.
        arrays: arguments of :func:`headscope.check`: ``headscope.check(**captured.arrays)``. If the module does what the core does not,
            such as an ``attn_mask`` that is not causal, ``not_comparable`` says so, and :func:`headscope.check` raises it as an error.
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
    attention = attention_in(module, at)
    _check_inputs(inputs, options)
    taken = attention.take(module, inputs, options, whole("item", item))
    causal = causal_where_plain(taken)
    limit = limit_of(taken, causal is not None)
    is_padded = taken.padding is not None and bool(taken.padding.any())
    if causal is None or is_padded:
        figure = head_view(taken.attention, tokens, key_tokens=key_tokens)
        cause = limit[0] if limit else OTHER if causal is None else "a padding mask blocks some of its keys"
        note = f"{cause}, so its heads are shown"
    else:
        heads = taken.attention.shape[0]
        figure = layer(taken.parameters, taken.query, heads=heads, tokens=tokens, causal=causal, step="weights")
        note = "plain multi-head attention gives the same weights, so its walk is shown"
    return Captured(figure, taken.attention, _arrays(taken, causal, limit), taken.returned, note)


def _check_inputs(inputs: Sequence[Any], options: Mapping[str, Any]) -> None:
    if not inputs and not options:
        raise ValueError("capture(module) has no input; pass the arguments of the module, as headscope.capture(module, x)")
    for name, value in [*((f"inputs[{at}]", each) for at, each in enumerate(inputs)), *options.items()]:
        if isinstance(value, np.ndarray):
            float32 = ".float()" if value.dtype.kind == "f" else ""
            raise ValueError(f"{name} is a NumPy array; expected a torch tensor: pass torch.from_numpy(array){float32}")


def _arrays(taken: Taken, causal: bool | None, limit: tuple[str, str] | None) -> dict[str, Any]:
    arrays: dict[str, Any] = {"num_heads": taken.attention.shape[0], **taken.parameters, "attention": taken.attention}
    if taken.is_self:
        arrays["x"] = taken.query
    if taken.output is not None:
        arrays["output"] = taken.output
    if causal is not None:
        arrays["causal"] = causal
    if taken.padding is not None:
        arrays["key_padding_mask"] = taken.padding[None]
    if limit:
        arrays["not_comparable"] = ": ".join(limit)
    return arrays
