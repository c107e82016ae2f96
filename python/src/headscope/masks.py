"""Reads the masks that a module takes, whose meaning implementations do not agree on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import Array, array_of, shown_shape

__all__ = ["MASK_SENSES", "Mask", "Sizes", "mask_of", "masks_as_arrays"]

BLOCKED = -1e4  # a bias of at most this blocks a key, as in the checker
MASK_SENSES = ("blocked", "allowed")  # what a true of a boolean mask can mean
KEEPS = ("attention_mask", "mask")  # masks with these names are 1 where a key is seen; others block where they are true


@dataclass(frozen=True)
class Sizes:
    """Sizes of an attention: batch, heads, queries and keys."""

    batch: int
    heads: int
    queries: int
    keys: int

    @property
    def scores(self) -> tuple[int, int, int, int]:
        """Shape of the scores."""
        return self.batch, self.heads, self.queries, self.keys


@dataclass(frozen=True)
class Mask:
    """One mask as (B or 1, H or 1, T_q or 1, T_k): true where a key is blocked, or numbers that are added to the scores.

    Attributes:
        is_open: whether 0 and 1 may also mean the opposite.
    """

    name: str
    held: Array
    is_open: bool

    @property
    def blocks(self) -> bool:
        return self.held.dtype == bool

    def turned(self) -> Mask:
        """The same mask, if 1 has the opposite meaning."""
        return Mask(self.name, ~self.held, self.is_open)

    @property
    def bias(self) -> Array:
        """What the mask adds to the scores."""
        return np.where(self.held, -np.inf, 0.0) if self.blocks else self.held.astype(np.float64)


def mask_of(name: str, tensor: Any, sizes: Sizes, *, blocks: bool | None = None) -> Mask | None:
    """Reads a mask. A mask with one number everywhere has no effect: None.

    Args:
        blocks: whether true is known to block a key, as for ``nn.MultiheadAttention``, or to show it; None where that is open.

    Raises:
        ValueError: for a mask whose shape does not fit the scores.
    """
    held = array_of(tensor, name)
    is_binary = "bool" in str(tensor.dtype) or bool(np.isin(held, (0, 1)).all())
    if held.size == 0 or (held == held.flat[0]).all():
        return None
    held = _as_four(name, held, sizes)
    if not is_binary:
        blocked = held <= BLOCKED
        only_blocks = bool((blocked | (held == 0)).all()) and not blocked.all(-1).any()
        return Mask(name, blocked if only_blocks else held, False)
    ones = held != 0
    if blocks is None:
        return Mask(name, ones if _blocks_where_true(name, ones) else ~ones, True)
    return Mask(name, ones if blocks else ~ones, False)


def _as_four(name: str, held: Array, sizes: Sizes) -> Array:
    batch, heads, queries, keys = sizes.scores
    given = held.shape
    if held.shape[-1] > keys:  # a mask as long as a cache
        held = held[..., :keys]
    strips = {(keys,): (1, 1, 1, keys), (batch, keys): (batch, 1, 1, keys)}
    squares = {
        (queries, keys): (1, 1, queries, keys),
        (batch, queries, keys): (batch, 1, queries, keys),
        (batch * heads, queries, keys): (batch, heads, queries, keys),
        (batch, 1, keys): (batch, 1, 1, keys),
    }
    is_strip = "pad" in name or name == "attention_mask"
    shapes = {**squares, **strips} if is_strip else {**strips, **squares}
    if held.shape in shapes:
        return held.reshape(shapes[held.shape])
    if held.ndim == 4 and all(size in (1, full) for size, full in zip(held.shape, sizes.scores)):
        return held
    raise ValueError(
        f"{name} has shape {shown_shape(given)}; expected {shown_shape((batch, keys))}, {shown_shape((queries, keys))}, or a shape that "
        f"broadcasts to the scores' {shown_shape(sizes.scores)}"
    )


def _blocks_where_true(name: str, ones: Array) -> bool:
    """Whether a mask of 0 and 1 blocks where it is 1: by the first and the last key of the first query, or else by its name."""
    if name == "attention_mask":  # of transformers
        return False
    first, last = ones[..., 0, 0], ones[..., 0, -1]
    if not first.any() and last.any():  # the first key is seen, and the last is not
        return True
    if first.all() and not last.all():
        return False
    return name not in KEEPS


def masks_as_arrays(masks: list[Mask], sizes: Sizes) -> dict[str, Any]:
    """Masks as arguments of check: ``causal``, ``key_padding_mask`` (B, T_k), and the rest as one ``attn_mask``.

    ``attn_mask_true`` is the meaning of its booleans, if that is known.
    """
    found: dict[str, Any] = {}
    rest: list[Mask] = []
    for mask in masks:
        _, heads, queries, keys = mask.held.shape
        if mask.blocks and (heads, queries) == (1, 1) and "key_padding_mask" not in found:
            found["key_padding_mask"] = np.broadcast_to(mask.held[:, 0, 0], (sizes.batch, keys)).copy()
        elif mask.blocks and queries == keys and (mask.held == np.triu(np.ones((keys, keys), bool), 1)).all():
            found["causal"] = True
        else:
            rest.append(mask)
    if rest:
        if all(mask.blocks for mask in rest):
            held: Array = np.logical_or.reduce(np.broadcast_arrays(*(mask.held for mask in rest)))
            if not any(mask.is_open for mask in rest):
                found["attn_mask_true"] = "blocked"
        else:
            held = np.sum(np.broadcast_arrays(*(mask.bias for mask in rest)), axis=0, dtype=np.float32)
        batch, heads = held.shape[:2]
        held = np.broadcast_to(held, (batch, heads, sizes.queries, sizes.keys))
        found["attn_mask"] = np.ascontiguousarray(held[0, 0] if (batch, heads) == (1, 1) else held[:, 0] if heads == 1 else held)
    return found
