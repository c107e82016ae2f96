"""Whether captured weights are those of attention without further parts, and what the masks of the module mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from .arrays import Array
from .fused import LAYOUTS
from .masks import Mask, masks_as_arrays
from .positions import Rotary
from .taken import Taken

__all__ = ["Reading", "read"]

SAME, SAME_HALF = 1e-4, 5e-2  # weights and outputs that differ by at most this are equal; in 16 bits, those of two masks differ by more


@dataclass(frozen=True)
class Reading:
    """What a module does besides projections, scores and softmax.

    Attributes:
        arrays: arguments of check: ``causal``, masks and rotary positions.
        fits: whether attention with these gives the module's weights, or its output if there are no weights.
    """

    arrays: dict[str, Any]
    fits: bool


def read(taken: Taken) -> Reading:
    """The first reading that gives the module's numbers; the likeliest one, without ``causal``, if none does."""
    shown: dict[str, Any] = {}
    for weights in _weights_of(taken):
        scores = _Scores.of({**taken.arrays, **weights}, taken.sizes.heads)
        if scores is not None and scores.weigh_values(taken):
            shown = {"attention": taken.softmax}
        for masks, rotary, causal in _readings(taken):
            if scores is not None and scores.fits(taken, masks, rotary, causal):
                found = _reading(taken, masks, rotary, causal)
                return replace(found, arrays={"causal": False, **weights, **shown, **found.arrays})
    likely = _reading(taken, list(taken.masks), taken.rotary, False)
    is_open = taken.rotary is not None and taken.rotary.is_open
    return replace(likely, arrays={**shown, **likely.arrays, **({"rope": True} if is_open else {})}, fits=False)


def _weights_of(taken: Taken) -> list[dict[str, Any]]:
    """Weights for each way to cut a fused projection; they take the place of the fused ones, which are None."""
    if taken.fused is None:
        return [{}]
    layouts = LAYOUTS if taken.fused.heads == taken.fused.keys else LAYOUTS[:2]
    return [{**dict.fromkeys(taken.fused.arrays), **taken.fused.cut(layout)} for layout in layouts]


def _readings(taken: Taken) -> Iterator[tuple[list[Mask], Rotary | None, bool]]:
    masks = [[mask, mask.turned()] if mask.is_open else [mask] for mask in taken.masks]
    rotary = [taken.rotary]
    if taken.rotary and taken.rotary.is_open:
        rotary.append(replace(taken.rotary, style="interleaved"))
    for causal, turns, *chosen in product((False, True), rotary, *masks):
        yield chosen, turns, causal


def _reading(taken: Taken, masks: list[Mask], rotary: Rotary | None, causal: bool) -> Reading:
    arrays = masks_as_arrays(masks, taken.sizes)
    if causal:
        arrays["causal"] = True
    if rotary:
        arrays.update(rotary.arrays())
    return Reading(arrays, True)


def _bias(taken: Taken, masks: list[Mask], causal: bool) -> Array:
    """What masks add to the scores."""
    queries, keys = taken.sizes.queries, taken.sizes.keys
    bias: Array = np.zeros((1, 1, queries, keys))
    for mask in masks:
        bias = bias + mask.bias
    return np.where(np.tri(queries, keys, keys - queries, dtype=bool), bias, -np.inf) if causal else bias


@dataclass(frozen=True)
class _Scores:
    """Queries, keys and values, split into heads."""

    q: Array
    k: Array
    v: Array

    @staticmethod
    def of(arrays: Mapping[str, Any], heads: int) -> _Scores | None:
        """None if weights are missing, or do not fit the number of heads."""
        if any(name not in arrays for name in ("x", "wQ", "wK", "wV")):
            return None
        x = arrays["x"].astype(np.float64)
        key = arrays.get("key", x)
        given = {"Q": x, "K": key, "V": arrays.get("value", key)}
        merged = {name: each @ arrays[f"w{name}"] + arrays.get(f"b{name}", 0) for name, each in given.items()}
        width = merged["Q"].shape[2] // heads
        if not width or merged["Q"].shape[2] % heads or merged["K"].shape[2] % width:
            return None
        groups = merged["K"].shape[2] // width
        if heads % groups or merged["V"].shape[2] % groups:
            return None
        split = {name: _split(each, heads if name == "Q" else groups) for name, each in merged.items()}
        k, v = (split[name].repeat(heads // groups, axis=1) for name in "KV")
        return _Scores(split["Q"], k, v)

    def weigh_values(self, taken: Taken) -> bool:
        """Whether the results of the module's softmax are the weights of its values."""
        context = taken.arrays.get("context")
        if taken.softmax is None or context is None or taken.softmax.shape[-1] != self.v.shape[2]:
            return False
        made = _merged(taken.softmax @ self.v)
        return made.shape == context.shape and _same(made, context, SAME_HALF if taken.half else SAME)

    def fits(self, taken: Taken, masks: list[Mask], rotary: Rotary | None, causal: bool) -> bool:
        q, k = (rotary.turn(each) if rotary else each for each in (self.q, self.k))
        weights = _softmax(q @ k.swapaxes(2, 3) / np.sqrt(q.shape[-1]) + _bias(taken, masks, causal))
        shown, most = taken.attention, SAME_HALF if taken.half else SAME
        if shown is not None:
            return _same(weights, shown, most)
        arrays, made = taken.arrays, _merged(weights @ self.v)
        name = "context" if "context" in arrays else "output"
        if name == "output" and "wO" in arrays:
            made = made @ arrays["wO"] + arrays.get("bO", 0)
        found = arrays.get(name)
        return found is not None and bool(found.shape == made.shape) and _same(made, found, most)


def _same(a: Array, b: Array, most: float) -> bool:
    return bool(np.allclose(a, b, rtol=0, atol=most, equal_nan=True))  # NaN: a query whose keys are all blocked


def _split(merged: Array, heads: int) -> Array:
    batch, tokens, _ = merged.shape
    return merged.reshape(batch, tokens, heads, -1).swapaxes(1, 2)


def _merged(context: Array) -> Array:
    batch, heads, tokens, width = context.shape
    return context.swapaxes(1, 2).reshape(batch, tokens, heads * width)


def _softmax(scores: Array) -> Array:
    """NaN for a query whose keys are all blocked, as in torch."""
    with np.errstate(invalid="ignore"):
        weights: Array = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return weights
