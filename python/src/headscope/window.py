"""A window of a long text: the tokens around a word, because a figure shows at most 512."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from .arrays import Array, shown_shape
from .settings import limit
from .tokens import words_for
from .values import whole, within

__all__ = ["Window", "places_of"]

SPAN = 128  # tokens; 512 of 144 heads would be a page of 150 MB
MOST_PLACES = 8  # in a title


class Window:
    """The tokens around a place of a text. Its place is known after :meth:`cut` has seen the attention.

    Args:
        find: a word or a phrase of the text, or a token's index.
        span: number of tokens to show; defaults to 128.
        tokens: all tokens of the text; None if they are numbered.

    Attributes:
        at: index of the token that was found, in the window.
        size: number of tokens of the window.
    """

    def __init__(self, find: str | int, span: int | None, tokens: list[str] | None) -> None:
        self._find = find
        most = limit("tokens")
        self._span = SPAN if span is None else whole("span", span, 1)
        if self._span > most:
            raise ValueError(f"span={span}; a figure shows at most {most} tokens")
        self._tokens = tokens
        self._places = None if tokens is None or not isinstance(find, str) else places_of(tokens, find)
        self._count = 0
        self._part = slice(0, 0)
        self.at = self.size = 0

    def cut(self, attention: Array) -> Array:
        """The part of attention (…, T, T) from and to the tokens of the window."""
        queries, keys = attention.shape[-2:]
        if queries != keys:
            raise ValueError(f"find= cuts one text, and attention of shape {shown_shape(attention.shape)} has {queries} queries and {keys} keys")
        words_for(attention.shape, self._tokens, None)
        found = self._found_in(keys)
        first = max(0, min(found - self._span // 2, keys - self._span))
        self._count, self._part = keys, slice(first, min(keys, first + self._span))
        self.at, self.size = found - first, self._part.stop - first
        part: Array = attention[..., self._part, self._part]
        return part

    def _found_in(self, count: int) -> int:
        if not isinstance(self._find, str):
            return within("find", self._find, count, f"a text of {count} tokens")
        if self._places is None:
            raise ValueError(f"find={self._find!r} needs tokens=; without them, pass a token's index from 0 to {count - 1}")
        if not self._places:
            begins = " ".join((self._tokens or [])[:8])
            raise ValueError(
                f"find={self._find!r} is not in the text of {count} tokens, which begins with {begins!r}; "
                f"pass a word or a phrase of it, or a token's index from 0 to {count - 1}"
            )
        return self._places[0]

    def part_of(self, values: list[Any]) -> list[Any]:
        """The values of the tokens of the window."""
        return values[self._part]

    def names(self) -> list[str]:
        """The tokens of the window; numbers if the text has none."""
        return self.part_of(self._tokens if self._tokens is not None else [str(at) for at in range(self._count)])

    def note(self) -> str:
        """What the window shows, for a title."""
        note = f"{self._part.start} to {self._part.stop - 1} of {self._count} around {self._find!r}"
        if self._places and len(self._places) > 1:
            more = "" if len(self._places) <= MOST_PLACES else ", …"
            note += f" (at {', '.join(map(str, self._places[:MOST_PLACES]))}{more})"
        return note if self.size == self._count else f"{note}, rows need not sum to 1"


def places_of(tokens: list[str], find: str) -> list[int]:
    """Indices of the tokens at which a word or a phrase begins. Marks of tokenizers are read as spaces, and ## as none.

    >>> places_of(["The", "Ġc", "at", "Ġsat", "Ġcat"], "cat")
    [1, 4]
    >>> places_of(["un", "##do", "it"], "undo it")
    [0]
    """
    is_marked = any(token.startswith(("Ġ", "▁", " ")) for token in tokens)
    pieces = []
    for token in tokens:
        if token.startswith("##") and len(token) > 2:
            pieces.append(token[2:])
        else:
            pieces.append(token.replace("Ġ", " ").replace("▁", " ") if is_marked else f" {token}")
    begins = [0]
    for piece in pieces:
        begins.append(begins[-1] + len(piece))
    text = "".join(pieces)
    places = []
    at = text.find(find) if find else -1
    while at >= 0:
        places.append(bisect_right(begins, at) - 1)
        at = text.find(find, at + len(find))
    return places
