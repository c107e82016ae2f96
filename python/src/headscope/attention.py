"""Reads attention weights in every usual form as one array (layers, heads, queries, keys)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .arrays import Array, array_of, shown_shape
from .settings import limit

__all__ = ["attention_of"]

EXPECTED = (
    "expected (heads, queries, keys), (layers, heads, queries, keys), "
    "or a tuple with (batch, heads, queries, keys) of each layer, as transformers gives them"
)


def attention_of(given: Any, item: int = 0) -> Array:
    """The attention of one item of a batch, (L, H, T_q, T_k), in its own float type.

    Args:
        given: an array (H, T_q, T_k), (L, H, T_q, T_k) or (L, B, H, T_q, T_k); a tuple or list of layers, each (H, T_q, T_k) or
            (B, H, T_q, T_k); or the output of a model of transformers that has one kind of attention.
        item: index in the batch.

    >>> layers = tuple(np.full((1, 12, 5, 5), 0.2) for _ in range(6))
    >>> attention_of(layers).shape
    (6, 12, 5, 5)

    Raises:
        ValueError: for other shapes; the message gives the shape and the expected shapes.
    """
    given = _of_output(given)
    if isinstance(given, (tuple, list)) and len(given) and _ndim(given[0]) >= 3:
        return _stacked(given, item)
    array = array_of(given, "attention")
    if array.ndim == 5:  # (L, B, H, T_q, T_k)
        array = array[:, _item(item, array.shape[1], "attention", array.shape)]
    if array.ndim == 3:
        array = array[None]
    if array.ndim != 4 or 0 in array.shape:
        mend = f"; one head alone is attention[None], {shown_shape((1, *array.shape))}" if array.ndim == 2 else ""
        raise ValueError(f"attention has shape {shown_shape(array.shape)}; {EXPECTED}{mend}")
    return _within_limits(array)


def _of_output(given: Any) -> Any:
    """The attention in the output of a model; other values are returned as they are."""
    names = [name for name in ("attentions", "encoder_attentions", "decoder_attentions", "cross_attentions") if _has(given, name)]
    if len(names) == 1:
        return getattr(given, names[0])
    if names:
        raise ValueError(f"the model's output has {', '.join(names)}: pass one of them, as attention=output.{names[0]}")
    if hasattr(given, "last_hidden_state") or hasattr(given, "logits"):
        raise ValueError(
            "the model's output has no attention: call the model with output_attentions=True, "
            'and load it with attn_implementation="eager"'
        )
    return given


def _has(given: Any, name: str) -> bool:
    return getattr(given, name, None) is not None


def _ndim(value: Any) -> int:
    """Number of dimensions. 4, as for one layer, for None and for a tuple of tensors, which ``_stacked`` rejects with a message."""
    if value is None or (isinstance(value, (tuple, list)) and len(value) and hasattr(value[0], "shape")):
        return 4
    return len(getattr(value, "shape", ()))


def _stacked(layers: Any, item: int) -> Array:
    arrays: list[Array] = []
    for at, layer in enumerate(layers):
        name = f"attention[{at}]"
        if layer is None:
            raise ValueError(
                f"{name} is None: this model computed no attention weights; "
                'load it with attn_implementation="eager" and call it with output_attentions=True'
            )
        if isinstance(layer, (tuple, list)):
            raise ValueError(
                f"{name} is a {type(layer).__name__} of {len(layer)}, as generate() gives: a tuple for every new token; "
                "call the model once with the whole text, and pass its attentions"
            )
        array = array_of(layer, name)
        if array.ndim == 4:
            array = array[_item(item, array.shape[0], name, array.shape)]
        if array.ndim != 3 or 0 in array.shape:
            raise ValueError(f"{name} has shape {shown_shape(array.shape)}; {EXPECTED}")
        if arrays and array.shape != arrays[0].shape:
            raise ValueError(
                f"{name} is {shown_shape(array.shape)} and attention[0] {shown_shape(arrays[0].shape)} (heads, queries, keys); "
                "expected one shape for all layers: pass those that have it"
            )
        arrays.append(array)
    return _within_limits(np.stack(arrays))


def _item(item: int, batch: int, name: str, shape: tuple[int, ...]) -> int:
    if not 0 <= item < batch:
        raise ValueError(f"item={item} for {name} of shape {shown_shape(shape)}, a batch of {batch}; expected 0 to {batch - 1}")
    return item


def _within_limits(array: Array) -> Array:
    _, heads, queries, keys = array.shape
    for size, what, most in ((heads, "heads", limit("heads")), (max(queries, keys), "tokens", limit("tokens"))):
        if size > most:
            cut = f"attention[:, :{most}]" if what == "heads" else f"attention[..., :{most}, :{most}]"
            raise ValueError(
                f"attention of shape {shown_shape(array.shape)} has {size} {what}; a figure shows at most {most}: pass {cut} of the array"
            )
    return array
