"""Settings of figures: the table of the elements, which the build writes as JSON."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from .built import built

__all__ = ["attributes_of", "choice", "labs", "limit", "options_of", "presets", "rows"]


@lru_cache(maxsize=None)
def _table() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(built("settings.json").read_text("utf-8"))
    return found


def rows(of: str = "rows") -> dict[str, dict[str, Any]]:
    """Rows by Python name: the attribute's name with ``_`` for ``-``. ``of="train"`` gives the rows of ``<mha-train>``.

    >>> rows()["d_model"]["kind"], rows()["colormap"]["choices"]
    ('count', ['blue', 'viridis', 'cividis'])
    """
    return {str(row["attribute"]).replace("-", "_"): row for row in _table()[of]}


def labs() -> list[str]:
    """Names of the labs.

    >>> "mask" in labs()
    True
    """
    return list(_table()["labs"])


def presets() -> list[str]:
    """Names of the models whose attention a walk can take.

    >>> "llama-3" in presets()
    True
    """
    return list(_table()["presets"])


def limit(name: str) -> int:
    """The largest value of a setting.

    >>> limit("tokens")
    512
    """
    return int(rows()[name]["most"])


def choice(name: str, value: Any, choices: Sequence[str]) -> str:
    """Returns the value if it is one of the choices; else raises ValueError.

    >>> choice("view", "tree", ["walk", "heads"])
    Traceback (most recent call last):
    ValueError: view='tree' is none of 'walk', 'heads'
    """
    if value not in choices:
        raise ValueError(f"{name}={value!r} is none of {', '.join(map(repr, choices))}")
    return str(value)


def attributes_of(settings: Mapping[str, Any], of: str = "rows") -> dict[str, str]:
    """Settings as attributes of an element.

    >>> attributes_of({"d_model": 32, "causal": True, "wrong": "no_scale", "compared": [2, 5]})
    {'d-model': '32', 'causal': '', 'wrong': 'no_scale', 'compared': '2,5'}

    Raises:
        ValueError: for unknown settings and for values that a setting cannot have.
    """
    checked = _checked(settings, of)
    written = {str(row["attribute"]): _written(row["kind"], value) for row, value in checked}
    return {name: text for name, text in written.items() if text is not None}


def options_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings as options of ``renderSVG`` of ``headscope/svg``.

    >>> options_of({"d_model": 32, "head_scale": {2: 0.5}})
    {'dModel': 32, 'headScale': {'2': 0.5}}
    """
    return {str(row["name"]): _plain(value) for row, value in _checked(settings)}


def _checked(settings: Mapping[str, Any], of: str = "rows") -> list[tuple[dict[str, Any], Any]]:
    table = rows(of)
    found = []
    for name, value in settings.items():
        if name not in table:
            near = difflib.get_close_matches(name, table, 1)
            raise ValueError(
                f"there is no setting {name}{f' (nearest: {near[0]})' if near else ''}; there are {', '.join(sorted(table))}"
            )
        if value is None:
            continue
        _check(name, table[name], value)
        found.append((table[name], value))
    return found


def _check(name: str, row: dict[str, Any], value: Any) -> None:
    kind = row["kind"]
    if kind == "choice":
        choice(name, value, row["choices"])
    elif kind in ("count", "seed", "index"):
        least = row.get("least", 0)
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
            raise ValueError(f"{name}={value!r} is no whole number from {least} on")
        if "most" in row and value > row["most"]:
            raise ValueError(f"{name}={value} is more than a figure shows (at most {row['most']})")
    elif kind == "flag" and not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name}={value!r} is neither True nor False")
    elif kind == "tokens" and not _is_text(value):
        raise ValueError(f"{name}={value!r} is neither a sentence nor a list of strings")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value))


def _written(kind: str, value: Any) -> str | None:
    if kind == "flag":
        return "" if value else None
    if kind == "tokens":
        return value if isinstance(value, str) else json.dumps(list(value), ensure_ascii=False)
    if kind in ("heads", "window") and not isinstance(value, (str, int)):
        return ",".join(str(int(head)) for head in value)
    if kind == "scales" and not isinstance(value, str):
        return ",".join(f"{int(head)}:{float(scale):g}" for head, scale in value.items())
    return str(value)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value.item() if isinstance(value, np.generic) else value
