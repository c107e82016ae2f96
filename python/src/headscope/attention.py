"""Reads attention weights in every usual form as one array (layers, heads, queries, keys)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .arrays import Array, array_of, shown_shape
from .cached import has_layers, patterns_of
from .settings import limit
from .values import whole, within
from .window import Window

__all__ = ["attention_of"]

EXPECTED = (
    "expected (heads, queries, keys), (layers, heads, queries, keys), "
    "or a tuple with (batch, heads, queries, keys) of each layer, as transformers gives them"
)

NOT_COMPUTED = (
    "this model computed no attention weights; "
    'load it with attn_implementation="eager" and call it with output_attentions=True'
)
AXES = {3: "heads, queries, keys", 4: "layers, heads, queries, keys"}


def attention_of(given: Any, item: int = 0, most_tokens: int | None = None, window: Window | None = None) -> Array:
    """The attention of one item of a batch, (L, H, T_q, T_k), in its own float type.

    Args:
        given: an array (H, T_q, T_k), (L, H, T_q, T_k) or (L, B, H, T_q, T_k); a tuple or list of layers, each (H, T_q, T_k) or
            (B, H, T_q, T_k); the output of a model of transformers that has one kind of attention; an ActivationCache of TransformerLens; or a
            cache of nnsight, as ``tracer.cache()`` returns it.
        item: index in the batch; 0 if there is no batch.
        most_tokens: defaults to the limit of sentences.
        window: the tokens to keep; each layer is cut before all are put together.

    >>> layers = tuple(np.full((1, 12, 5, 5), 0.2) for _ in range(6))
    >>> attention_of(layers).shape
    (6, 12, 5, 5)

    Raises:
        ValueError: for other shapes; the message gives the shape and the expected shapes.
    """
    item = whole("item", item)
    given, called = _of_output(given)
    if isinstance(given, (tuple, list)) and len(given) and _ndim(given[0]) >= 3:
        array = _stacked(given, item, window)
        shape = f"{shown_shape(np.shape(given[0]))} in each layer"
        _check_limits(array, shape, most_tokens, lambda cut: f"tuple(a{cut} for a in {called})")
        return array
    array = _read(given)
    if window:
        array = window.cut(array)
    _check_limits(array, shown_shape(array.shape), most_tokens, lambda cut: (called if hasattr(given, "shape") else f"numpy.asarray({called})") + cut)
    if array.ndim == 5:  # (L, B, H, T_q, T_k)
        return array[:, _item(item, array.shape[1], "attention", array.shape)]
    _refuse_item(item, "attention", array)
    return array[None] if array.ndim == 3 else array


def _read(given: Any) -> Array:
    """An array of 3 to 5 dimensions."""
    if given is None:
        raise ValueError(f"attention is None: {NOT_COMPUTED}")
    if hasattr(given, "named_modules"):
        raise ValueError(
            f"attention is a module ({type(given).__name__}); expected its weights: headscope.capture(module, x) runs it and shows them"
        )
    array = array_of(given, "attention")
    if not 3 <= array.ndim <= 5 or 0 in array.shape:
        mend = f"; one head alone is attention[None], {shown_shape((1, *array.shape))}" if array.ndim == 2 else ""
        raise ValueError(f"attention has shape {shown_shape(array.shape)}; {EXPECTED}{mend}")
    return array


def _of_output(given: Any) -> tuple[Any, str]:
    """The attention in the output of a model or in a cache, and its name in the reader's code; other values are returned as they are."""
    if has_layers(given):  # first, because a cache of nnsight looks other attributes up in its model
        return patterns_of(given)
    names = [name for name in ("attentions", "encoder_attentions", "decoder_attentions", "cross_attentions") if _has(given, name)]
    if len(names) == 1:
        return getattr(given, names[0]), f"attention.{names[0]}"
    if names:
        raise ValueError(f"the model's output has {', '.join(names)}: pass one of them, as attention=output.{names[0]}")
    if hasattr(given, "last_hidden_state") or hasattr(given, "logits"):
        raise ValueError(
            "the model's output has no attention: call the model with output_attentions=True, "
            'and load it with attn_implementation="eager"'
        )
    return patterns_of(given) if hasattr(given, "keys") else (given, "attention")


def _has(given: Any, name: str) -> bool:
    return getattr(given, name, None) is not None


def _ndim(value: Any) -> int:
    """Number of dimensions. 4, as for one layer, for None and for a tuple of tensors, which ``_stacked`` rejects with a message."""
    if value is None or (isinstance(value, (tuple, list)) and len(value) and hasattr(value[0], "shape")):
        return 4
    return len(getattr(value, "shape", ()))


def _stacked(layers: Any, item: int, window: Window | None) -> Array:
    arrays: list[Array] = []
    first: tuple[int, ...] = ()
    for at, layer in enumerate(layers):
        name = f"attention[{at}]"
        if layer is None:
            raise ValueError(f"{name} is None: {NOT_COMPUTED}")
        if isinstance(layer, (tuple, list)):
            raise ValueError(
                f"{name} is a {type(layer).__name__} of {len(layer)}, as generate() gives: a tuple for every new token; "
                "call the model once with the whole text, and pass its attentions"
            )
        array = array_of(layer, name)
        if array.ndim == 4:
            array = array[_item(item, array.shape[0], name, array.shape)]
        else:
            _refuse_item(item, name, array)
        if array.ndim != 3 or 0 in array.shape:
            raise ValueError(f"{name} has shape {shown_shape(array.shape)}; {EXPECTED}")
        first = first or array.shape
        if array.shape != first:
            raise ValueError(
                f"{name} is {shown_shape(array.shape)} and attention[0] {shown_shape(first)} (heads, queries, keys); "
                "expected one shape for all layers: pass those that have it"
            )
        arrays.append(window.cut(array) if window else array)
    return np.stack(arrays)


def _item(item: int, batch: int, name: str, shape: tuple[int, ...]) -> int:
    return within("item", item, batch, f"{name} of shape {shown_shape(shape)}, a batch of {batch}")


def _refuse_item(item: int, name: str, array: Array) -> None:
    """Raises ValueError for an item of an array that has no batch."""
    if item == 0 or array.ndim not in AXES:
        return
    raise ValueError(
        f"item={item} for {name} of shape {shown_shape(array.shape)}, read as ({AXES[array.ndim]}), which has no batch: pass item=0"
        + ("; or, for a batch of one layer, (batch, heads, queries, keys), pass (attention,)" if array.ndim == 4 else "")
    )


def _check_limits(array: Array, shape: str, most_tokens: int | None, remedy: Callable[[str], str]) -> None:
    """Raises ValueError for more heads or tokens than a figure shows.

    Args:
        array: (…, heads, queries, keys).
        shape: its shape as passed.
        remedy: writes code that takes an index of the last three axes.
    """
    heads, queries, keys = array.shape[-3:]
    for size, what, most in ((heads, "heads", limit("heads")), (max(queries, keys), "tokens", most_tokens or limit("tokens"))):
        if size > most:
            search = ', or a word of the text as find="word"' if what == "tokens" and queries == keys and most_tokens is None else ""
            cut = f"[..., :{most}, :, :]" if what == "heads" else f"[..., :{most}, :{most}]"
            raise ValueError(f"attention of shape {shape} has {size} {what}; a figure shows at most {most}: pass {remedy(cut)}{search}")
