"""Whether captured weights are those of plain attention; if not, why, and what check can compare."""

from __future__ import annotations

import numpy as np

from .arrays import Array
from .parameters import MATRICES
from .taken import Taken

__all__ = ["causal_where_plain", "limit_of"]

SAME = 1e-4  # a module is plain attention if its weights differ by at most this from those of the core


def causal_where_plain(taken: Taken) -> bool | None:
    """Whether attention without positions gives these weights with a causal mask (True) or without (False), and with the module's padding
    mask; None if neither does."""
    if not taken.is_self or any(name not in taken.parameters for name in MATRICES):
        return None
    scores = _scores(taken)
    if scores is None:
        return None
    tokens = scores.shape[-1]
    seen = np.ones((tokens, tokens), bool) if taken.padding is None else np.tile(~taken.padding, (tokens, 1))
    for causal in (False, True):
        if np.abs(_softmax(scores, np.tril(seen) if causal else seen) - taken.attention).max() < SAME:
            return causal
    return None


def _scores(taken: Taken) -> Array | None:
    """Scores (H, T, T) after the scale; None for matrices that do not give every head queries and keys of one width."""
    given, heads = taken.query.astype(np.float64), taken.attention.shape[0]
    projected = [given @ taken.parameters[f"w{name}"] + taken.parameters.get(f"b{name}", 0) for name in "QK"]
    if any(each.shape[1] % heads for each in projected) or projected[0].shape != projected[1].shape:
        return None
    q, k = (each.reshape(len(given), heads, -1).transpose(1, 0, 2) for each in projected)
    scores: Array = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    return scores


def _softmax(scores: Array, seen: Array) -> Array:
    """Weights over the keys that a query sees; NaN for a query that sees none, as in torch."""
    masked = np.where(seen, scores, -np.inf)
    with np.errstate(invalid="ignore"):
        weights: Array = np.exp(masked - masked.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


def limit_of(taken: Taken, is_plain: bool) -> tuple[str, str] | None:
    """Why check cannot compare a captured attention with the core, and what to do; None if check can."""
    if not np.isfinite(taken.query).all():
        return "the input holds NaN or infinity", "pass a finite input"
    if taken.half:
        return f"the module computes in {taken.half}, too coarse to tell a slip from rounding", "capture module.float(), with x.float()"
    if taken.drops:
        return "the module is in training mode, where dropout changes the weights", "call module.eval() first"
    if not taken.is_self:
        return "keys or values come from another input than the queries, and check reads one x", "capture the module with one input"
    if "wO" not in taken.parameters:
        return "the output projection is not found", "capture the module that contains the attention and the projection"
    if not np.isfinite(taken.attention).all():
        return "the weights hold NaN or infinity, as where masks block all keys of a query", "leave a key of each query unmasked"
    if taken.mask and not is_plain:
        return f"{taken.mask} changes the weights, and check reads only causal and key_padding_mask", f"capture the module without {taken.mask}"
    return None
