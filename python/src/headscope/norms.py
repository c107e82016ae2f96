"""Reads the norms of queries and keys from what they compute."""

from __future__ import annotations

import copy
import re
from typing import Any, NamedTuple

import numpy as np

from .arrays import Array, array_of

__all__ = ["norms_of"]

SAME = 1e-4  # relative difference between rows that are the same
SMALL = 1e-3  # size of a row that epsilon changes

_SIDES = {"q": "q|query|queries", "k": "k|key|keys"}
#: Names of norms, without capitals and underscores: q_norm, norm_q, k_layernorm, …
_NAMED = {side: re.compile(f"({each})(layer|rms)?(norm|ln)|(layer|rms)?(norm|ln)({each})") for side, each in _SIDES.items()}

_INSTEAD = "pass queries and keys after their norms to headscope.check(q=q, k=k, v=v, num_heads=heads, output=context)"


class _RMS(NamedTuple):
    """x / √(mean(x²) + epsilon) · gain."""

    epsilon: float
    gain: Array


def norms_of(module: Any, width: int) -> tuple[dict[str, Any], dict[str, str]]:
    """Arguments of check for RMS norms of queries and keys; and those that cannot be read, with causes.

    Args:
        width: features of a head.
    """
    read: dict[str, _RMS] = {}
    unread: dict[str, str] = {}
    for name, part in module.named_children():
        side = next((side for side, names in _NAMED.items() if names.fullmatch(name.lower().replace("_", ""))), None)
        if side is None:
            continue
        rows = np.random.default_rng(0).normal(size=(1, 1, 3, width)) * [[1], [1], [SMALL]]
        made = _made_of(part, rows)
        if made is not None and np.array_equal(made, rows):  # nn.Identity
            continue
        norm = None if made is None else _rms_of(part, rows, made)
        if norm is None:
            unread["qk_norm"] = f"{name} is no RMS norm of each head's features, and check computes no other: {_INSTEAD}"
        else:
            read[side] = norm
    if unread or not read:
        return {}, unread
    if len(read) == 1 or len({norm.epsilon for norm in read.values()}) > 1:
        return {}, {"qk_norm": f"queries and keys have different norms, and check norms both alike: {_INSTEAD}"}
    return {"qk_norm": read["q"].epsilon, "q_norm": read["q"].gain, "k_norm": read["k"].gain}, {}


def _made_of(norm: Any, rows: Array) -> Array | None:
    """The rows as a module norms them, in float64; None if the module takes no such rows."""
    import torch

    try:
        with torch.no_grad():
            made = array_of(copy.deepcopy(norm).cpu().double()(torch.from_numpy(rows)), "a norm")
    except Exception:  # a foreign module raises what it likes
        return None
    return made if made.shape == rows.shape else None


def _rms_of(norm: Any, rows: Array, made: Array) -> _RMS | None:
    """The RMS norm that gives these rows; None if none does."""
    squares = (rows**2).mean(-1, keepdims=True)
    weight = getattr(norm, "weight", None)
    held = np.ones(rows.shape[-1]) if weight is None else array_of(weight, "the weight of a norm")
    if held.shape != rows.shape[-1:]:
        return None
    for gain in (held, 1 + held):  # Gemma multiplies by 1 + weight
        with np.errstate(all="ignore"):
            ratios = rows * gain / made
        epsilon = float(np.median(ratios[0, 0, -1]) ** 2 - squares[0, 0, -1, 0])
        if epsilon > -(SMALL**3) and np.allclose(made, rows / np.sqrt(squares + max(epsilon, 0)) * gain, rtol=SAME, atol=SAME):
            return _RMS(max(float(f"{epsilon:.3g}"), 1e-12), gain.astype(held.dtype))
    return None
