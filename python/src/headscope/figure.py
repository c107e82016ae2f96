"""A figure, which shows itself in a notebook and saves itself to files."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import page, picture, script, table
from .arrays import Array
from .packing import pack, pack_numbers
from .patches import Patches
from .still import image_of_attention, image_of_svg

__all__ = ["Figure", "Part", "word_properties"]

STILL_WIDTH = 720  # px


@dataclass(frozen=True)
class Part:
    """One element of a figure.

    Attributes:
        tag: name of the element.
        attributes: HTML attributes.
        properties: JavaScript properties with plain values.
        numbers: properties with arrays of the figure: ``{"attention": {"of": "attention", "layer": 3}}``.
        title: heading above the element.
    """

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    properties: Mapping[str, Any] = field(default_factory=dict)
    numbers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    title: str = ""


class Figure:
    """A figure, as :func:`headscope.head_view` and the other views return. As the last value of a cell, it shows itself.

    Attributes:
        numbers: the arrays of the figure by name, in their own float type. The page computes in float32, which holds float16, bfloat16 and
            float32 exactly, and rounds float64; ``numbers`` and CSV keep float64.

    >>> import numpy as np, headscope
    >>> figure = headscope.head_view(np.full((2, 3, 3), 1 / 3), "The cat sat")
    >>> figure
    <headscope figure: Attention of 1 layer, 2 heads, 3 tokens>
    >>> figure.html().count("<iframe")
    1
    """

    def __init__(
        self,
        parts: Sequence[Part],
        numbers: Mapping[str, Array],
        *,
        title: str,
        height: int,
        parameters: Sequence[str] = (),
        words: tuple[list[str], list[str]] = ([], []),
        patches: Patches | None = None,
        pictured: Mapping[str, Any] | None = None,
        files: Mapping[str, bytes] | None = None,
        script_name: script.Name = "headscope",
        theme: str | None = None,
    ) -> None:
        self.numbers = dict(numbers)
        self._parts = list(parts)
        self._title = title
        self._height = height
        self._parameters = list(parameters)
        self._words = words
        self._patches = patches
        self._pictured = pictured  # options of renderSVG; None if the figure has no picture outside a page
        self._files = files or {}  # properties of the element that take the bytes of a file
        self._script = script_name
        self._theme = theme

    def __repr__(self) -> str:
        return f"<headscope figure: {self._title}>"

    def _shown(self) -> dict[str, Any]:
        return {
            "parts": [{name: value for name, value in vars(part).items() if value or name == "tag"} for part in self._parts],
            "words": word_properties(self._words, self._patches),
            "numbers": {name: pack_numbers(array) for name, array in self.numbers.items()},
            "files": {name: pack(data) for name, data in self._files.items()},
            "parameters": self._parameters,
            "theme": self._theme,
        }

    def html(self) -> str:
        """HTML for any page, with the script in it."""
        return self._fragment(holds=True)

    def _fragment(self, *, holds: bool) -> str:
        return page.fragment(
            self._shown(), title=self._title, script=self._script, holds=holds, height=self._height, still=self._still()
        )

    def _still(self) -> str:
        """A picture for hosts that strip frames; "" for figures without one, and if Node cannot draw it."""
        alt = html.escape(self._title)
        if "attention" in self.numbers:
            return image_of_attention(self.numbers["attention"], alt)
        if self._pictured is None:
            return ""
        try:
            return image_of_svg(self._svg(width=STILL_WIDTH), alt)
        except (OSError, RuntimeError, ValueError):
            return ""

    def _repr_html_(self) -> str:
        return self._fragment(holds=script.place(self._script))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": repr(self)}

    def save(self, path: str | Path, **how: Any) -> Path:
        """Writes the figure to a file. The ending of the name sets the format.

        Args:
            path: ``.html`` for a page with everything in it, ``.svg`` or ``.png`` for a picture, which Node draws, or ``.csv`` for the
                numbers: for attention a row per weight, with enough digits to give the same bits again.
            how: for pictures: ``width`` in px, ``theme`` ("light" or "dark"), ``look`` (as ``{"accent": "#c0392b"}``), ``alt``; for PNG also
                ``scale``, the pixels per px, which defaults to 2.

        Returns:
            The path.

        Raises:
            ValueError: for other endings, and for formats that the figure does not have.
            RuntimeError: if a program that the format needs is missing; the message names it.

        >>> import numpy as np, headscope, pathlib, tempfile
        >>> figure = headscope.head_view(np.array([[[1, 0], [0.25, 0.75]]]), ["a", "b"])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     print(figure.save(pathlib.Path(folder, "f.csv")).read_text())
        layer,head,query,key,query_token,key_token,weight
        0,0,0,0,a,a,1.0
        0,0,0,1,a,b,0.0
        0,0,1,0,b,a,0.25
        0,0,1,1,b,b,0.75
        <BLANKLINE>
        """
        path = Path(path)
        ending = path.suffix.lower()
        if ending == ".html":
            _nothing_of(how, "an HTML file")
            path.write_text(page.document(self._shown(), title=self._title, script=self._script, holds=True), "utf-8")
        elif ending == ".csv":
            _nothing_of(how, "a CSV file")
            path.write_text(self._csv(), "utf-8", "replace", newline="")
        elif ending == ".svg":
            path.write_text(self._svg(**how), "utf-8")
        elif ending == ".png":
            scale = how.pop("scale", 2)
            path.write_bytes(picture.png(self._svg(**how), scale))
        else:
            raise ValueError(f"{path.name} ends in {ending or 'nothing'}; a figure is saved as .html, .svg, .png or .csv")
        return path

    def _csv(self) -> str:
        if "attention" in self.numbers:
            return table.weights(self.numbers["attention"], *self._words, patches=self._patches)
        return picture.csv(self._picture_options(), self.numbers, self._parameters)

    def _svg(self, **how: Any) -> str:
        theme = {} if self._theme is None else {"theme": self._theme}
        return picture.svg(self._picture_options(), self.numbers, self._parameters, title=self._title, **{**theme, **how})

    def _picture_options(self) -> Mapping[str, Any]:
        if self._pictured is None:
            raise ValueError(f"{self!r} has no picture or table outside a page: save it as .html, and use the Save menu there")
        return self._pictured


def word_properties(words: tuple[list[str], list[str]], patches: Patches | None = None) -> dict[str, list[str]]:
    """Tokens of queries and keys as properties of an element, which names patches itself."""
    if patches:
        words = (words[0], list(patches.given)) if words[1] else (list(patches.given), [])
    return {name: each for name, each in zip(("tokens", "keyTokens"), words) if each}


def _nothing_of(how: Mapping[str, Any], what: str) -> None:
    if how:
        raise ValueError(f"{', '.join(how)}: {what} takes no options; pictures do (.svg, .png)")
