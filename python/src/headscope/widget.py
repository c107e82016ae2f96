"""A widget of anywidget with a trait for every setting."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from .arrays import Array
from .attention_views import attention_over
from .built import built
from .settings import attributes_of, rows
from .sizes import check_sizes
from .tokens import listed
from .values import choice
from .views import VIEWS, layer_of

__all__ = ["widget"]

#: Traits besides settings; see web/notebook/traits.js.
OTHERS = ("state", "input", "attention", "image", "grid", "extra", "view", "controls", "theme", "alt", "accent", "ink", "paper", "font", "width", "readonly", "caption")


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
    image: Any = None,
    grid: tuple[int, int] | None = None,
    extra: int = 0,
    **traits: Any,
) -> Any:
    """A widget of `anywidget <https://anywidget.dev>`_: the figure follows its traits, and the traits follow the reader.

    Args:
        attention, tokens, key_tokens, tokenizer, item: as for :func:`headscope.head_view`; or ``tokens`` alone, as for
            :func:`headscope.walk`.
        image, grid, extra: the image whose patches are the tokens of ``attention``, as for :func:`headscope.head_view`.
        parameters, input, heads: as for :func:`headscope.layer`.
        traits: settings by name, and ``view``, ``controls``, ``theme``, ``caption``.

    Returns:
        An ``anywidget.AnyWidget`` with a trait for every setting (``widget.head``, ``widget.step``) and ``widget.state``, the whole state.

    Raises:
        ImportError: if anywidget is not installed.
        ValueError: as raised by those functions.
    """
    given: dict[str, Any] = {name: value for name, value in traits.items() if name in OTHERS}
    settings = {name: value for name, value in traits.items() if name not in OTHERS}
    attributes_of(settings)
    if attention is None and (image is not None or grid is not None or extra):
        raise ValueError("image=, grid= and extra= belong to attention over the patches of an image: pass attention= too")
    if attention is not None:
        numbers, (queries, keys), patches = attention_over(attention, tokens, key_tokens, tokenizer, item, image, grid, extra)
        given |= {"attention": _tensor(numbers), "tokens": queries, "key_tokens": keys or None}
        if patches:
            given |= {**patches.properties(), "image": None if patches.image is None else _pixels(patches.image)}
        given.setdefault("view", "heads")
    elif parameters is not None:
        matrices, values, words, implied = layer_of(parameters, input, heads, tokens)
        given |= {"weights": {name: _tensor(matrix) for name, matrix in matrices.items()}, "input": _tensor(values)}
        given |= {"tokens": words, **implied}
    else:
        sentence = {"tokens": listed(tokens), "key_tokens": listed(key_tokens), "heads": heads}
        attributes_of(sentence)
        check_sizes({**settings, **sentence})
        given |= sentence
    if "view" in given:
        choice("view", given["view"], VIEWS)
    return _widget_class()(**{name: value for name, value in {**given, **settings}.items() if value is not None})


def _tensor(array: Array) -> dict[str, Any]:
    """A tensor for the front end: bytes of float32, and a shape."""
    return {"data": np.ascontiguousarray(array, "<f4").tobytes(), "shape": list(array.shape)}


def _pixels(image: Array) -> dict[str, Any]:
    """Pixels for the front end: their bytes, and a shape (H, W, 3)."""
    return {"data": np.ascontiguousarray(image, np.uint8).tobytes(), "shape": list(image.shape), "dtype": "uint8"}


@lru_cache(maxsize=None)
def _widget_class() -> type:
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ImportError("headscope.widget needs anywidget: pip install anywidget; head_view and the other figures do not") from error
    names = [*rows(), *OTHERS]
    traits = {name: traitlets.Any(None, allow_none=True).tag(sync=True) for name in names}
    return type("HeadscopeWidget", (anywidget.AnyWidget,), {"_esm": built("anywidget.js").read_text("utf-8"), **traits})
