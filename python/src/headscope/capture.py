"""Runs a torch module and records its attention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import Array, shown_shape
from .attention_views import head_view
from .figure import Figure
from .modules import WEIGHTS_ARE_KEPT, attention_in
from .parameters import NAMES
from .plain import Reading, read
from .taken import Taken, kernel_of, one_of
from .values import whole
from .views import layer

__all__ = ["Captured", "arrays_of", "capture", "taken_from"]

MASKS = ("causal", "attn_mask", "attn_mask_true", "key_padding_mask")
OTHER = "positions, masks or other parts of the module change the attention"


@dataclass(frozen=True)
class Captured:
    """The result of :func:`capture`. As the last value of a cell, it shows its figure.

    Attributes:
        figure: a walk, if multi-head attention with the module's projections, with or without a causal mask, gives the same weights;
            else a head view; None if the module showed no weights.
        attention: (H, T_q, T_k), as computed by the module; None if the module showed no weights.
        arrays: arguments of :func:`headscope.check`: ``headscope.check(**captured.arrays)``. If the arrays cannot be compared,
            ``not_comparable`` says why, and :func:`headscope.check` raises it as an error.
        output: the return value of the module.
        note: which figure is shown, and why.
    """

    figure: Figure | None
    attention: Array | None
    arrays: Mapping[str, Any]
    output: Any
    note: str

    def __repr__(self) -> str:
        of = "no attention" if self.attention is None else f"attention of {shown_shape(self.attention.shape)}"
        return f"<headscope capture: {of}; {self.note}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        shown = {} if self.figure is None else self.figure._repr_mimebundle_()
        return {**shown, "text/plain": repr(self)}

    def _repr_html_(self) -> str | None:
        return None if self.figure is None else self.figure._repr_html_()


def capture(
    module: Any,
    *inputs: Any,
    tokens: Any = None,
    key_tokens: Any = None,
    item: int = 0,
    at: str | None = None,
    names: Mapping[str, Any] | None = None,
    **options: Any,
) -> Captured:
    """Runs a torch module once, and records the inputs, weights and outputs of its attention.

    Args:
        module: an ``nn.MultiheadAttention``; an attention with linear layers under usual names, as hand-written ones and those of
            transformers (``q_proj k_proj v_proj o_proj``, ``query key value``, ``W_q W_k W_v W_o``, ``to_q``, or ``qkv``, ``in_proj``,
            ``c_attn`` for all three); or a module that contains one.
        inputs: arguments of the module. ``nn.MultiheadAttention`` takes a query alone for self-attention, or query, key and value.
        tokens: T_q strings; defaults to numbers.
        key_tokens: T_k strings, for cross-attention.
        item: index in the batch.
        at: name of the attention in ``module.named_modules()``, if the module contains several.
        names: attributes of the attention under other names: ``{"q": "ask", "k": "offer", "v": "say", "out": "mix"}``, or ``"qkv"`` for
            one layer that makes all three; and ``"num_heads"``, a number or the name of an attribute.
        options: keyword arguments of the module, as ``attn_mask=``.

    Returns:
        A :class:`Captured`.

    Raises:
        ValueError: if the module contains no known attention or several, or does not show its number of heads.

    >>> import torch, headscope
    >>> attention = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
    >>> captured = headscope.capture(attention, torch.randn(1, 3, 8), tokens=["a", "b", "c"])
    >>> captured
    <headscope capture: attention of (2, 3, 3); plain multi-head attention gives the same weights, so its walk is shown>
    >>> captured.figure
    <headscope figure: The walk of 3 tokens through a layer of d_model 8, 2 heads>
    """
    taken, reading = taken_from(module, inputs, options, at, names)
    arrays = one_of(arrays_of(taken, reading, {}), whole("item", item), taken.sizes.batch)
    attention = None if taken.attention is None else np.ascontiguousarray(taken.attention[item])
    cause = _not_a_walk(taken, reading, arrays)
    if cause is None:
        heads, causal = taken.sizes.heads, arrays["causal"]
        parameters = {name: arrays[name] for name in NAMES if name in arrays}
        figure = layer(parameters, arrays["x"], heads=heads, tokens=tokens, causal=causal, step="weights")
        return Captured(figure, attention, arrays, taken.returned, "plain multi-head attention gives the same weights, so its walk is shown")
    if attention is None:
        return Captured(None, None, arrays, taken.returned, f"{WEIGHTS_ARE_KEPT}; so no figure is shown")
    figure = head_view(attention, tokens, key_tokens=key_tokens)
    return Captured(figure, attention, arrays, taken.returned, f"{cause}, so its heads are shown")


def taken_from(
    module: Any,
    inputs: Sequence[Any],
    options: Mapping[str, Any],
    at: str | None,
    names: Mapping[str, Any] | None,
    facts: Mapping[str, Any] | None = None,
) -> tuple[Taken, Reading]:
    """Runs a module once; what was recorded of its attention, and what its masks and positions mean.

    Args:
        facts: arguments of check. The layout of a fused projection and what a true of the masks means are the module's without them.
    """
    attention = attention_in(module, at, names)
    _check_inputs(inputs, options)
    taken = attention.take(module, inputs, options, facts or {})
    return taken, read(taken)


def arrays_of(taken: Taken, reading: Reading, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of check for the whole batch.

    Args:
        facts: arguments of check that take precedence. A mask among them takes the place of all masks that were read.
    """
    replaced = MASKS if facts.keys() & {"attn_mask", "key_padding_mask"} else ()
    if "attn_mask" not in facts:  # the masks that were read are true where they block
        facts = {name: each for name, each in facts.items() if name != "attn_mask_true"}
    read = {name: each for name, each in reading.arrays.items() if name not in replaced}
    arrays = {name: each for name, each in {**taken.arrays, **read, **facts}.items() if each is not None}
    if taken.half == "bfloat16":
        arrays["dtype"] = taken.half
    causes = [cause for name, cause in taken.unread.items() if name not in facts]
    if taken.refusal:
        causes.insert(0, ": ".join(taken.refusal))
    if "wO" not in arrays:
        if all(name in arrays for name in "qkv"):
            arrays = kernel_of(arrays, taken.sizes)
        else:
            causes.append("the output projection is not found: name it as names={'out': …}, or capture the module that contains it")
    if causes:
        arrays["not_comparable"] = causes[0]
    return arrays


def _not_a_walk(taken: Taken, reading: Reading, arrays: Mapping[str, Any]) -> str | None:
    """Why no walk with the module's weights shows its attention; None if one does."""
    if taken.refusal or taken.unread:
        return taken.refusal[0] if taken.refusal else "its masks, positions or other parts cannot be read"
    if "wO" not in arrays:
        return "the output projection is not found"
    if "key" in arrays or "value" in arrays:
        return "keys or values come from another input than the queries"
    if not reading.fits:
        return OTHER
    if arrays.get("rope"):
        return "rotary positions turn queries and keys"
    if "attn_mask" in arrays:
        return "a mask changes the weights"
    if "key_padding_mask" in arrays and arrays["key_padding_mask"].any():
        return "a padding mask blocks some of its keys"
    return None


def _check_inputs(inputs: Sequence[Any], options: Mapping[str, Any]) -> None:
    if not inputs and not options:
        raise ValueError("capture(module) has no input; pass the arguments of the module, as headscope.capture(module, x)")
    for name, value in [*((f"inputs[{at}]", each) for at, each in enumerate(inputs)), *options.items()]:
        if isinstance(value, np.ndarray):
            float32 = ".float()" if value.dtype.kind == "f" else ""
            raise ValueError(f"{name} is a NumPy array; expected a torch tensor: pass torch.from_numpy(array){float32}")
