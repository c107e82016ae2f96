"""A figure whose traits go both ways, where anywidget is installed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from .arrays import Array
from .built import built
from .settings import attributes_of, choice, rows
from .views import VIEWS, attention_and_words, layer_of

__all__ = ["widget"]

#: Traits that are no setting's; see web/notebook/traits.js.
OTHERS = ("state", "input", "attention", "view", "controls", "theme", "alt", "accent", "ink", "paper", "font", "width", "readonly", "caption")


def widget(
    attention: Any = None,
    tokens: Any = None,
    *,
    key_tokens: Any = None,
    tokenizer: Any = None,
    item: int = 0,
    parameters: Any = None,
    input: Any = None,
    heads: int | None = None,
    **traits: Any,
) -> Any:
    """A widget of `anywidget <https://anywidget.dev>`_: what you set in the kernel is shown, what the reader does comes back.

    Args:
        attention, tokens, key_tokens, tokenizer, item: as :func:`headscope.head_view` takes them; or tokens alone, as
            :func:`headscope.walk` does.
        parameters, input, heads: as :func:`headscope.layer` takes them.
        traits: settings by name, and ``view``, ``controls``, ``theme``, ``caption``.

    Returns:
        An ``anywidget.AnyWidget`` with a trait for every setting (``figure.head``, ``figure.step``) and ``figure.state``, which is all of it.

    Raises:
        ImportError: where anywidget is not installed.
        ValueError: as those functions raise it.
    """
    given: dict[str, Any] = {name: value for name, value in traits.items() if name in OTHERS}
    settings = {name: value for name, value in traits.items() if name not in OTHERS}
    attributes_of(settings)
    if attention is not None:
        numbers, (queries, keys) = attention_and_words(attention, tokens, key_tokens, tokenizer, item)
        given |= {"attention": _tensor(numbers), "tokens": queries, "key_tokens": keys or None}
        given.setdefault("view", "heads")
    elif parameters is not None:
        matrices, values, words, implied = layer_of(parameters, input, heads, tokens)
        given |= {"weights": {name: _tensor(matrix) for name, matrix in matrices.items()}, "input": _tensor(values)}
        given |= {"tokens": words, **implied}
    else:
        given |= {"tokens": tokens, "key_tokens": key_tokens, "heads": heads}
    if "view" in given:
        choice("view", given["view"], VIEWS)
    return _widget_class()(**{name: value for name, value in {**given, **settings}.items() if value is not None})


def _tensor(array: Array) -> dict[str, Any]:
    """As the front end reads it: bytes of float32 and a shape."""
    return {"data": np.ascontiguousarray(array, "<f4").tobytes(), "shape": list(array.shape)}


@lru_cache(maxsize=None)
def _widget_class() -> type:
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ImportError("headscope.widget needs anywidget: pip install anywidget; head_view and its like need nothing") from error
    names = [*rows(), *OTHERS]
    traits = {name: traitlets.Any(None, allow_none=True).tag(sync=True) for name in names}
    return type("HeadscopeWidget", (anywidget.AnyWidget,), {"_esm": built("anywidget.js").read_text("utf-8"), **traits})
