"""Finds attention weights by their names: in an ActivationCache of TransformerLens, in a cache of nnsight's traces, or in a dict with such names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

__all__ = ["has_layers", "patterns_of"]

LAYER = re.compile(r"((?:[^.]+\.)*?)(\d+)\.(.+)")  # the first part that is a number
PATTERN = "hook_pattern"


class Found(NamedTuple):
    """Weights of one layer, and the code after ``cache[name]`` that reads them."""

    weights: Any
    code: str


#: Names before and after the number of the layer.
Kind = tuple[str, str]


def has_layers(given: Any) -> bool:
    """Whether a value is a mapping with names of layers, such as ``blocks.0.attn.hook_pattern`` or ``model.transformer.h.0.attn``.

    >>> has_layers({"transformer.h.0.attn": "x"}), has_layers({"attentions": "x"})
    (True, False)
    """
    return callable(getattr(given, "keys", None)) and any(LAYER.fullmatch(str(name)) for name in given.keys())


def patterns_of(cache: Any) -> tuple[tuple[Any, ...], str]:
    """The patterns of all layers, in their order, and the code that reads them from ``attention``.

    Args:
        cache: a mapping from names, such as ``blocks.0.attn.hook_pattern``, to (H, T_q, T_k) or (B, H, T_q, T_k). Without such names, the
            outputs of modules are read, as ``tracer.cache()`` of nnsight holds them: ``model.transformer.h.0.attn`` with the tuple of its
            result and its weights (B, H, T_q, T_k). Other names are ignored.

    >>> patterns_of({"blocks.1.attn.hook_pattern": "later", "blocks.0.attn.hook_pattern": "first", "hook_embed": "x"})[0]
    ('first', 'later')

    Raises:
        ValueError: for no pattern, for several kinds of attention, and if layers are missing: a figure numbers layers from 0.
    """
    kinds = _hooked(cache) or _returned(cache)
    if not kinds:
        raise ValueError(
            f"attention is a {type(cache).__name__} without names such as blocks.0.attn.hook_pattern; expected a cache of TransformerLens that "
            "has them, as run_with_cache(text) returns it; a names_filter has to keep them; or a cache of nnsight, as tracer.cache() returns "
            "it, with modules whose output holds weights"
        )
    if len(kinds) > 1:
        named = ", ".join(f"{before}*.{after}" for before, after in kinds)
        raise ValueError(f"attention has {named}: pass one of them, as attention={_code(*list(kinds.items())[-1])}")
    [(kind, found)] = kinds.items()
    layers = sorted(found)
    if layers != list(range(len(layers))):
        shown = ", ".join(map(str, layers))
        raise ValueError(
            f"attention has patterns of layers {shown}; a figure numbers layers from 0: cache all layers, or pass "
            f"attention={_code(kind, found)}, and the figure calls them 0 to {len(layers) - 1}"
        )
    return tuple(found[layer].weights for layer in layers), _code(kind, found, "attention")


def _layers_in(cache: Any) -> Iterator[tuple[Kind, int, str]]:
    for name in cache.keys():
        parts = LAYER.fullmatch(str(name))
        if parts:
            before, layer, after = parts.groups()
            yield (before, after), int(layer), name


def _hooked(cache: Any) -> dict[Kind, dict[int, Found]]:
    """Patterns of TransformerLens."""
    kinds: dict[Kind, dict[int, Found]] = {}
    for kind, layer, name in _layers_in(cache):
        if kind[1].split(".")[-1] == PATTERN:
            kinds.setdefault(kind, {})[layer] = Found(cache[name], "")
    return kinds


def _returned(cache: Any) -> dict[Kind, dict[int, Found]]:
    """Weights in the tuples that modules return. A module that hands on the tuple of a module in it is left out."""
    kinds: dict[Kind, dict[int, Found]] = {}
    without = []
    for kind, layer, name in _layers_in(cache):
        entry = cache[name]
        output, code = (entry.output, ".output") if hasattr(entry, "output") else (entry, "")
        if isinstance(output, list):
            raise ValueError(f"attention has {len(output)} runs of {name}, as generate() makes them; trace one run of the whole text")
        if not isinstance(output, tuple):
            continue
        weights = [at for at, each in enumerate(output) if len(getattr(each, "shape", ())) == 4]
        if len(weights) == 1:
            kinds.setdefault(kind, {})[layer] = Found(output[weights[0]], f"{code}[{weights[0]}]")
        elif len(output) > 1 and output[1] is None and "att" in kind[1].lower():
            without.append(name)
    if without and not kinds:
        raise ValueError(f'{without[0]} returned no attention weights: load the model with attn_implementation="eager"')
    return {kind: found for kind, found in kinds.items() if not any(_is_inside(other, kind) for other in kinds)}


def _is_inside(other: Kind, kind: Kind) -> bool:
    return other[0] == kind[0] and other[1].startswith(f"{kind[1]}.")


def _code(kind: Kind, found: dict[int, Found], cache: str = "cache") -> str:
    before, after = kind
    layers = sorted(found)
    at = f"range({len(layers)})" if layers == list(range(len(layers))) else f"({', '.join(map(str, layers))},)"
    return f'tuple({cache}[f"{before}{{layer}}.{after}"]{found[layers[0]].code} for layer in {at})'
