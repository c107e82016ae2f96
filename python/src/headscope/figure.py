"""A figure: what a notebook shows, and what is saved."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import page, picture, script, table
from .arrays import Array
from .packing import pack_numbers
from .still import image

__all__ = ["Figure", "Part", "word_properties"]


@dataclass(frozen=True)
class Part:
    """One element of a figure.

    Attributes:
        tag: the element's name.
        attributes: as HTML has them.
        properties: of plain values.
        numbers: which of the figure's arrays is which property: ``{"attention": {"of": "attention", "layer": 3}}``.
        title: a heading above it.
    """

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    properties: Mapping[str, Any] = field(default_factory=dict)
    numbers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    title: str = ""


class Figure:
    """What :func:`headscope.head_view` and its like return. As the last value of a cell it shows itself.

    Attributes:
        numbers: the arrays that it was given, by name, in the float type that they came in. The page computes in float32, which holds
            float16, bfloat16 and float32 to the bit; of float64 it shows the nearest float32, and ``numbers`` and CSV keep float64.

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
        still: Mapping[str, Any] | None = None,
        theme: str | None = None,
    ) -> None:
        self.numbers = dict(numbers)
        self._parts = list(parts)
        self._title = title
        self._height = height
        self._parameters = list(parameters)
        self._words = words
        self._still = still
        self._theme = theme

    def __repr__(self) -> str:
        return f"<headscope figure: {self._title}>"

    def _shown(self) -> dict[str, Any]:
        return {
            "parts": [{name: value for name, value in vars(part).items() if value or name == "tag"} for part in self._parts],
            "words": word_properties(self._words),
            "numbers": {name: pack_numbers(array) for name, array in self.numbers.items()},
            "parameters": self._parameters,
            "theme": self._theme,
        }

    def html(self) -> str:
        """One piece of HTML for any page, with the script in it: nothing is fetched."""
        return self._fragment(holds=True)

    def _fragment(self, *, holds: bool) -> str:
        still = image(self.numbers["attention"], html.escape(self._title)) if "attention" in self.numbers else ""
        return page.fragment(self._shown(), title=self._title, holds=holds, height=self._height, still=still)

    def _repr_html_(self) -> str:
        return self._fragment(holds=script.place())

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": repr(self)}

    def save(self, path: str | Path, **how: Any) -> Path:
        """Writes the figure to a file; the name's ending says as what.

        Args:
            path: ``.html`` (a page of its own, with everything in it), ``.svg`` and ``.png`` (a picture, which Node draws), or ``.csv``
                (the numbers: of attention a row a weight, in the digits that give the same bits again).
            how: of a picture ``width`` in px, ``theme`` ("light" or "dark"), ``look`` (as ``{"accent": "#c0392b"}``), of PNG also
                ``scale`` in pixels a px, 2 unless told.

        Returns:
            The path.

        Raises:
            ValueError: for another ending, and for what a figure of this kind has not.
            RuntimeError: where a program that a picture needs is not there; the sentence names it.

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
            path.write_text(page.document(self._shown(), title=self._title, holds=True), "utf-8")
        elif ending == ".csv":
            _nothing_of(how, "a CSV file")
            path.write_text(self._csv(), "utf-8", newline="")
        elif ending == ".svg":
            path.write_text(picture.svg(self._pictured(), self.numbers, self._parameters, **how), "utf-8")
        elif ending == ".png":
            scale = how.pop("scale", 2)
            path.write_bytes(picture.png(picture.svg(self._pictured(), self.numbers, self._parameters, **how), scale))
        else:
            raise ValueError(f"{path.name} ends in {ending or 'nothing'}; a figure is saved as .html, .svg, .png or .csv")
        return path

    def _csv(self) -> str:
        if "attention" in self.numbers:
            return table.weights(self.numbers["attention"], *self._words)
        return picture.csv(self._pictured(), self.numbers, self._parameters)

    def _pictured(self) -> Mapping[str, Any]:
        if self._still is None:
            raise ValueError(
                f"{self!r} computes as it is turned, and has no picture or table outside a page: save it as .html, "
                "and use the Save menu that it has there"
            )
        return self._still


def word_properties(words: tuple[list[str], list[str]]) -> dict[str, list[str]]:
    """The words of queries and keys as an element has them."""
    return {name: each for name, each in zip(("tokens", "keyTokens"), words) if each}


def _nothing_of(how: Mapping[str, Any], what: str) -> None:
    if how:
        raise ValueError(f"{', '.join(how)}: {what} takes nothing but its name; these are a picture's (.svg, .png)")
