"""Images whose patches are the tokens of attention: reads the image, and names the tokens by row and column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

import numpy as np

from .arrays import Array, numpy_of, shown_shape
from .values import whole

__all__ = ["MOST_PATCHES", "Patches", "patches_of"]

MOST_PATCHES = 1600  # tokens of attention over an image, as web/kit/state/settings.js has it
SIDE = 512  # px of the longer side; larger images are averaged
USUAL_EXTRA = (0, 1, 2, 5)  # tokens before the patches: none, [CLS], a distillation token too, or four registers
EXPECTED = "expected a PIL image, or pixels (height, width, 3), as numbers from 0 to 255 or from 0 to 1"


@dataclass(frozen=True)
class Patches:
    """A grid of patches among the keys of attention, and among its queries if there are as many.

    Attributes:
        image: (height, width, 3) of uint8, or None.
        rows, columns: of the grid.
        extra: number of tokens before the patches.
        given: the caller's names of tokens that are no patches, or of all.
    """

    image: Array | None
    rows: int
    columns: int
    extra: int
    given: tuple[str, ...] = ()

    def properties(self) -> dict[str, Any]:
        """Properties of an element, except the image."""
        return {"grid": [self.rows, self.columns], "extra": self.extra}

    def place(self, token: int) -> tuple[int, int] | None:
        """Row and column of a token's patch, from 1.

        >>> Patches(None, 2, 3, 1).place(6), Patches(None, 2, 3, 1).place(0)
        ((2, 3), None)
        """
        patch = token - self.extra
        return (patch // self.columns + 1, patch % self.columns + 1) if 0 <= patch < self.rows * self.columns else None

    def names(self, count: int) -> list[str]:
        """The names of this number of tokens.

        >>> Patches(None, 1, 2, 1).names(3)
        ['[CLS]', 'row 1, column 1', 'row 1, column 2']
        """
        found = []
        for token in range(count):
            place = self.place(token)
            other = token if token < self.extra else token - self.rows * self.columns
            at = token if len(self.given) == count else other
            if place:
                found.append(f"row {place[0]}, column {place[1]}")
            elif at < len(self.given):
                found.append(self.given[at])
            else:
                found.append("[CLS]" if other == 0 else f"extra {other}")
        return found


def patches_of(image: Any, grid: Any, extra: Any, keys: int, tokens: Sequence[str] | None) -> Patches:
    """The patches of a figure.

    Args:
        image: a PIL image; an array or tensor (H, W, 3), (3, H, W) or (H, W); or None for patches alone.
        grid: (rows, columns).
        extra: number of tokens before the patches, such as [CLS].
        keys: number of keys.
        tokens: names of the tokens that are no patches, or of all; words after the patches are named.

    >>> patches_of(None, (14, 14), 0, 197, None)
    Traceback (most recent call last):
    ValueError: grid=(14, 14) with extra=0 makes 196 tokens, and the attention has 197 keys: pass extra=1

    Raises:
        ValueError: if the grid does not fit; the message gives what would.
    """
    extra = whole("extra", extra)
    if grid is None:
        raise ValueError(f"image= needs grid=, the rows and columns of its patches{_suggested(keys)}")
    rows, columns = _grid_of(grid)
    others, named = keys - rows * columns, len(tokens or ())
    if others < extra or (others > extra and not named):
        raise ValueError(
            f"grid=({rows}, {columns}) with extra={extra} makes {rows * columns + extra} tokens, and the attention has {keys} keys: "
            + _fitting(keys, extra, others)
        )
    if named not in (0, others, keys):
        raise ValueError(
            f"{named} tokens for {keys} keys, of which {rows * columns} are patches: pass the {others} that are none, or all {keys}"
        )
    return Patches(None if image is None else pixels_of(image), rows, columns, extra, tuple(tokens or ()))


def _grid_of(grid: Any) -> tuple[int, int]:
    sizes = list(grid) if isinstance(grid, (tuple, list, np.ndarray)) else []
    if len(sizes) != 2:
        raise ValueError(f"grid={grid!r}; expected the rows and columns of the patches, as (14, 14)")
    return whole("grid", sizes[0], 1), whole("grid", sizes[1], 1)


def _suggested(keys: int) -> str:
    found = next((extra for extra in USUAL_EXTRA if keys > extra and isqrt(keys - extra) ** 2 == keys - extra), None)
    if found is None:
        return ", as (14, 14)"
    side = isqrt(keys - found)
    return f": grid=({side}, {side}), extra={found} if the image is cut into a square"


def _fitting(keys: int, extra: int, others: int) -> str:
    side = isqrt(max(0, keys - extra))
    fits = [f"grid=({side}, {side})"] if side and side * side == keys - extra else []
    if others >= 0:
        fits.append(f"extra={others}")
    if others > extra:
        fits.append(f"tokens= with the {others} that are no patches, if words follow them")
    return f"pass {', or '.join(fits)}" if fits else "rows times columns plus extra is the number of keys"


def pixels_of(image: Any) -> Array:
    """An image as (height, width, 3) of uint8; transparent pixels lie on white.

    >>> pixels_of(np.zeros((3, 4, 5), np.uint8)).shape  # (3, height, width), as torch has it
    (4, 5, 3)
    >>> pixels_of(np.full((2, 2), 0.5))[0, 0].tolist()
    [128, 128, 128]

    Raises:
        ValueError: for other shapes, and for pixels that a processor has normalised.
    """
    if isinstance(image, (str, bytes)) or hasattr(image, "__fspath__"):
        raise ValueError(f"image={image!r:.60} is a path; {EXPECTED}: pass PIL.Image.open(path)")
    if callable(getattr(image, "convert", None)):  # PIL
        image = image.convert("RGBA")
    array = numpy_of(image, "image")
    if array.ndim == 4 and array.shape[0] == 1:
        array = array[0]
    if array.ndim == 2:
        array = array[..., None]
    if array.ndim == 3 and array.shape[-1] not in (1, 3, 4) and array.shape[0] in (1, 3):
        array = array.transpose(1, 2, 0)
    if array.ndim != 3 or array.shape[-1] not in (1, 3, 4) or 0 in array.shape or array.dtype.kind not in "fiub":
        raise ValueError(f"image has shape {shown_shape(array.shape)} of {array.dtype.name}; {EXPECTED}")
    numbers: Array = array.astype(np.float64)
    least, most = numbers.min(), numbers.max()
    if not (least >= 0 and most <= 255):
        raise ValueError(
            f"image has numbers from {least:.3g} to {most:.3g}; {EXPECTED}: pass the image itself, or undo the processor's "
            "normalisation, as pixels * std + mean"
        )
    if array.dtype.kind in "fb" and most <= 1:
        numbers = numbers * 255
    if numbers.shape[-1] == 4:  # before the averages, which would give colours to transparent pixels
        alpha = numbers[..., 3:] / 255
        numbers = 255 - alpha * (255 - numbers[..., :3])
    numbers = _shrunk(numbers)
    pixels: Array = np.rint(np.broadcast_to(numbers, (*numbers.shape[:2], 3))).astype(np.uint8)
    return pixels


def _shrunk(numbers: Array) -> Array:
    """Averages squares of pixels until the longer side has at most SIDE."""
    by = -(-max(numbers.shape[:2]) // SIDE)
    if by == 1:
        return numbers
    height, width = (max(1, size // by) for size in numbers.shape[:2])
    cut = numbers[: height * by, : width * by]
    squares = cut.reshape(height, cut.shape[0] // height, width, cut.shape[1] // width, -1)
    return np.asarray(squares.mean((1, 3)))
