"""Settings of figures: the table of the elements, which the build writes as JSON."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from .built import built
from .values import choice, real, whole

__all__ = ["attributes_of", "labs", "limit", "options_of", "presets", "rows", "theme_attribute"]


THEMES = ("light", "dark")
NUMBER = r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?"
NOT_CONTAINED = {"language": "language model", "vision": "model of pictures"}


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


def theme_attribute(theme: str | None) -> dict[str, str]:
    """The attribute of a theme; none for None, which leaves the theme to the notebook.

    >>> theme_attribute("dark"), theme_attribute(None)
    ({'theme': 'dark'}, {})
    """
    return {} if theme is None else {"theme": choice("theme", theme, THEMES)}


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
        found.append((table[name], _by_head(value) if table[name]["kind"] == "scales" else value))
    return found


def _check(name: str, row: dict[str, Any], value: Any) -> None:
    kind = row["kind"]
    if kind in ("choice", "step"):
        choice(name, value, row["choices"])
        if name == "weights" and value in NOT_CONTAINED:
            raise ValueError(
                f'weights="{value}": the Python package does not contain the {NOT_CONTAINED[value]}; show your own model with '
                "headscope.head_view or headscope.model_view, or use the JavaScript package"
            )
    elif kind in ("count", "seed", "index"):
        whole(name, value, row.get("least", 0))
        if "most" in row and value > row["most"]:
            raise ValueError(f"{name}={value} is more than a figure shows (at most {row['most']})")
    elif kind == "flag" and not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name}={value!r} is neither True nor False")
    elif kind == "fraction" and not real(value) and not _matches(NUMBER, value):
        raise ValueError(f"{name}={value!r} is no number")
    elif kind == "heads" and not _is_heads(value):
        raise ValueError(f"{name}={value!r}; expected heads, as [2, 5]")
    elif kind == "scales" and not _is_scales(value):
        raise ValueError(f"{name}={value!r}; expected a factor of each head, as {{2: 0.5}} or [1, 1, 0.5]")
    elif kind == "tokens":
        _check_tokens(name, value, row["most"])


def _check_tokens(name: str, value: Any, most: int) -> None:
    if not _is_text(value):
        raise ValueError(f"{name}={value!r} is neither a sentence nor a list of strings")
    is_json = isinstance(value, str) and value.lstrip().startswith("[")
    count = 0 if is_json else len(value.split() if isinstance(value, str) else value)  # the page may split a sentence further
    if count > most:
        raise ValueError(f"{name} are {count}; a figure shows at most {most}: pass fewer")


def _matches(pattern: str, value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value.strip()) is not None


def _is_head(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and value >= 0


def _is_heads(value: Any) -> bool:
    """Whether the value is a head, some heads, or their text, as "2,5"."""
    if isinstance(value, str):
        return _matches(r"[\d\s,]*", value)
    return _is_head(value) or (isinstance(value, Iterable) and all(map(_is_head, value)))


def _is_scales(value: Any) -> bool:
    """Whether the value has factors by head, a list of them, or their text, as "2:0.5"."""
    by_head = _by_head(value)
    if isinstance(by_head, Mapping):
        return all(map(_is_head, by_head)) and all(map(real, by_head.values()))
    return _matches(r"(\d+:[\d.]+[\s,]*)*", value)


def _by_head(value: Any) -> Any:
    """A list of factors as factors by head; other values are returned as they are."""
    return dict(enumerate(value)) if isinstance(value, (list, tuple, np.ndarray)) else value


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
    if isinstance(value, (list, tuple, np.ndarray)):
        return [_plain(each) for each in value]
    return value.item() if isinstance(value, np.generic) else value
