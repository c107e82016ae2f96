"""Finds attention weights by their names in an ActivationCache of TransformerLens, or in a dict with its names."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["patterns_of"]

PATTERN = re.compile(r"(.*?)(\d+)\.((?:\w+\.)*hook_pattern)")


def patterns_of(cache: Any) -> tuple[tuple[Any, ...], str]:
    """The patterns of all layers, in their order, and the code that reads them from ``attention``.

    Args:
        cache: a mapping from names, such as ``blocks.0.attn.hook_pattern``, to (H, T_q, T_k) or (B, H, T_q, T_k). Other names are ignored.

    >>> patterns_of({"blocks.1.attn.hook_pattern": "later", "blocks.0.attn.hook_pattern": "first", "hook_embed": "x"})[0]
    ('first', 'later')

    Raises:
        ValueError: for no pattern, for several kinds of attention, and if layers are missing: a figure numbers layers from 0.
    """
    kinds: dict[tuple[str, str], dict[int, str]] = {}
    for name in cache.keys():
        found = PATTERN.fullmatch(str(name))
        if found:
            before, layer, after = found.groups()
            kinds.setdefault((before, after), {})[int(layer)] = name
    if not kinds:
        raise ValueError(
            f"attention is a {type(cache).__name__} without names such as blocks.0.attn.hook_pattern; expected a cache of TransformerLens that "
            "has them, as run_with_cache(text) returns it; a names_filter has to keep them"
        )
    if len(kinds) > 1:
        named = ", ".join(f"{before}*.{after}" for before, after in kinds)
        raise ValueError(f"attention has {named}: pass one of them, as attention={_code(*list(kinds.items())[-1])}")
    [(kind, names)] = kinds.items()
    layers = sorted(names)
    if layers != list(range(len(layers))):
        shown = ", ".join(map(str, layers))
        raise ValueError(
            f"attention has patterns of layers {shown}; a figure numbers layers from 0: cache all layers, or pass "
            f"attention={_code(kind, names)}, and the figure calls them 0 to {len(layers) - 1}"
        )
    return tuple(cache[names[layer]] for layer in layers), _code(kind, names, "attention")


def _code(kind: tuple[str, str], names: dict[int, str], cache: str = "cache") -> str:
    before, after = kind
    layers = sorted(names)
    at = f"range({len(layers)})" if layers == list(range(len(layers))) else f"({', '.join(map(str, layers))},)"
    return f'tuple({cache}[f"{before}{{layer}}.{after}"] for layer in {at})'
