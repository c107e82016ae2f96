"""Finds the projections of an attention in a torch module, by the names of their attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Projections", "check_names", "linear_parts", "projections_of"]

#: What ``names=`` may name: projections, and the number of heads.
ROLES = ("q", "k", "v", "qkv", "out", "num_heads")

_AFFIX = "(?:w|to|fc|lin|linear|proj|projection|layer|dense|net|attn|attention|heads?|s)*"


def _pattern(*cores: str) -> re.Pattern[str]:
    return re.compile(f"{_AFFIX}(?:{'|'.join(cores)}){_AFFIX}")


#: Names that implementations give to projections, without capitals and underscores: q_proj, W_q, to_q, linear_query, …
_USUAL = {
    "q": _pattern("q", "query", "queries"),
    "k": _pattern("k", "key", "keys"),
    "v": _pattern("v", "val", "value", "values"),
    "qkv": _pattern("qkv", "inproj", "cattn", "querykeyvalue"),
    "out": _pattern("o", "out", "output"),
}
#: Names that are only used where no attribute is named like an output.
_PLAIN_OUTPUTS = _pattern("c?proj", "dense", "fc", "unify", "combine", "concat", "final", "merge")


@dataclass(frozen=True)
class Projections:
    """Linear layers of an attention.

    Attributes:
        into: for query, key and value; or one for all three.
        fused: attribute of the one for all three; None if there are three.
        out: the output projection, if it is found.
        num_heads: as ``names=`` gives it.
    """

    into: tuple[Any, ...]
    fused: str | None
    out: Any
    num_heads: int | None = None


def check_names(names: Mapping[str, Any] | None) -> None:
    """Raises ValueError unless ``names`` has what :func:`projections_of` needs."""
    if names is None:
        return
    unknown = [name for name in names if name not in ROLES]
    into = [name for name in ("q", "k", "v", "qkv") if name in names]
    if unknown or into not in ([], ["q", "k", "v"], ["qkv"]):
        found = f"names has {', '.join(map(repr, unknown or into))}"
        raise ValueError(
            f"{found}; expected 'q', 'k' and 'v', or 'qkv' for one layer that makes all three, and any of 'out' and 'num_heads', "
            "as names={'q': 'ask', 'k': 'offer', 'v': 'say', 'out': 'mix', 'num_heads': 8}"
        )


def projections_of(each: Any, parent: Any, names: Mapping[str, Any] | None) -> Projections | None:
    """The projections of a module under usual names, or under those in ``names``; None if the module has none."""
    names = names or {}
    parts = linear_parts(each)
    found = {role: _named(each, names[role]) if role in names else _usual(parts, role) for role in ("q", "k", "v", "qkv", "out")}
    if any(role in names and part is None for role, part in found.items()):
        return None
    out = found["out"]
    into = () if "qkv" in names else tuple(found[role] for role in ("q", "k", "v"))
    fused = None
    if not into or None in into:
        if found["qkv"] is None:
            return None
        into, fused = (found["qkv"],), next((name for name, part in parts.items() if part is found["qkv"]), "qkv")
    if out is None:
        out = next((part for name, part in parts.items() if part not in into and _PLAIN_OUTPUTS.fullmatch(_plain(name))), None)
    if out is None:
        out = _linear(getattr(getattr(parent, "output", None), "dense", None))  # BERT's
    return Projections(into, fused, out, _heads(each, names.get("num_heads")))


def linear_parts(each: Any) -> dict[str, Any]:
    """The linear layers among a module's attributes, by name."""
    return {name: linear for name, part in each.named_children() if (linear := _linear(part)) is not None}


def _usual(parts: Mapping[str, Any], role: str) -> Any:
    """The one part with a usual name of a role; None if there is none, or several."""
    found = [part for name, part in parts.items() if _USUAL[role].fullmatch(_plain(name))]
    return found[0] if len(found) == 1 else None


def _plain(name: str) -> str:
    return name.lower().replace("_", "")


def _named(each: Any, path: Any) -> Any:
    """The linear layer at a path of attributes, as "linears.0"; None if there is none."""
    part = each
    for name in str(path).split("."):
        part = getattr(part, name, None)
    return _linear(part)


def _linear(part: Any) -> Any:
    """A linear layer, or the one in a sequence with dropout; None for other modules."""
    if type(part).__name__ == "Sequential":
        kept = [each for each in part if type(each).__name__ not in ("Dropout", "Identity")]
        part = kept[0] if len(kept) == 1 else None
    is_linear = hasattr(part, "register_forward_hook") and getattr(getattr(part, "weight", None), "ndim", 0) == 2
    return part if is_linear and not hasattr(part, "num_embeddings") else None


def _heads(each: Any, given: Any) -> int | None:
    if given is None:
        return None
    found = getattr(each, given, None) if isinstance(given, str) else given
    if isinstance(found, bool) or not isinstance(found, int) or found < 1:
        raise ValueError(
            f"names['num_heads'] is {given!r}, which gives {found!r}; expected a whole number from 1 on, or an attribute that holds one"
        )
    return found
