"""Sizes of a walk that cannot be drawn, refused when the figure is made. Other settings are left to the page, which knows every default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .values import within

__all__ = ["check_sizes"]

D_MODEL, HEADS = 64, 8  # of the core, where no model is given


def check_sizes(settings: Mapping[str, Any], *, model: bool = False) -> None:
    """Raises ValueError for sizes that do not fit each other.

    Args:
        settings: those of a walk.
        model: whether a model sets the sizes that are not given.

    >>> check_sizes({"heads": 3})
    Traceback (most recent call last):
    ValueError: d_model 64 is not divisible by heads 3; expected d_model=63, other heads, or d_k= with the width of a head
    """
    given = {name: value for name, value in settings.items() if value is not None}
    heads, width, shared = given.get("heads"), given.get("d_model"), given.get("kv_heads")
    if not model:
        heads, width = heads or HEADS, width or D_MODEL
    if heads and width and "d_k" not in given and width % heads:
        near = max(width // heads, 1) * heads
        raise ValueError(
            f"d_model {width} is not divisible by heads {heads}; expected d_model={near}, other heads, or d_k= with the width of a head"
        )
    if heads and shared and heads % shared:
        raise ValueError(f"heads {heads} is not divisible by kv_heads {shared}; expected kv_heads that divide heads, as kv_heads=1")
    if heads and "head" in given and given.get("weights") not in ("trained", "translation"):  # a trained model has its own number of heads
        within("head", given["head"], heads, f"a layer of {heads} heads")
