"""A small picture of attention, for readers whose page shows no frames: every head's map, darker where the weight is larger."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np

from .arrays import Array

__all__ = ["image", "png"]

PIXELS = 2304  # of all maps, at most, before they are enlarged
PAPER, LIGHT, DARK = (251, 250, 247), (232, 238, 252), (28, 60, 150)
SHADES = 15  # between light and dark; in front of them the paper
WIDTH = 480  # px on the page, about


def image(attention: Array, alt: str) -> str:
    """``<img>`` with the picture in it.

    Args:
        attention: (L, H, T_q, T_k).
        alt: markup's text, escaped.

    >>> image(np.full((1, 2, 3, 3), 1 / 3), "Two heads")[:47]
    '<img alt="Two heads" width="476" src="data:imag'
    """
    pixels = _grid(attention)
    times = max(1, WIDTH // pixels.shape[1])
    data = base64.b64encode(png(pixels, max(1, times // 2))).decode()  # sharp enough, and a third shorter
    return f'<img alt="{alt}" width="{times * pixels.shape[1]}" src="data:image/png;base64,{data}">'


def _grid(attention: Array) -> Array:
    """Colours, 0 of the paper and 1 to 15 of weights: a row of maps for each layer, a column for each head, and a pixel between maps."""
    layers, heads = attention.shape[:2]
    side = max(1, int((PIXELS / (layers * heads)) ** 0.5))
    maps = _pooled(_pooled(np.nan_to_num(attention.astype(np.float64), posinf=0, neginf=0), side, 2), side, 3)
    shades = np.rint(1 + (SHADES - 1) * np.clip(maps / (maps.max() or 1), 0, 1)).astype(np.uint8)
    apart = np.pad(shades, ((0, 0), (0, 0), (0, 1), (0, 1)))
    rows, columns = apart.shape[2:]
    return apart.transpose(0, 2, 1, 3).reshape(layers * rows, heads * columns)[:-1, :-1]


def _pooled(maps: Array, most: int, axis: int) -> Array:
    """The largest of neighbours along an axis, so that at most so many are left."""
    size = maps.shape[axis]
    begins = np.arange(min(size, most)) * size // min(size, most)
    pooled: Array = np.maximum.reduceat(maps, begins, axis=axis)
    return pooled


def png(pixels: Array, times: int = 1) -> bytes:
    """A PNG of these colours, four bits a pixel. Each is drawn ``times`` by ``times``, since pages smooth what they enlarge themselves.

    >>> png(np.zeros((2, 3), np.uint8))[:4]
    b'\\x89PNG'
    """
    height, width = (times * size for size in pixels.shape)
    wide = np.pad(pixels.repeat(times, 1), ((0, 0), (0, width % 2)))
    rows = np.pad(wide[:, ::2] << 4 | wide[:, 1::2], ((0, 0), (1, 0)))  # each begins with 0: no filter
    same = np.zeros_like(rows[0])
    same[0] = 2  # a row that differs from the one above by 0
    data = b"".join(row.tobytes() + same.tobytes() * (times - 1) for row in rows)
    palette = np.vstack([PAPER, np.linspace(LIGHT, DARK, SHADES).round()]).astype(np.uint8)
    header = struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"PLTE", palette.tobytes()), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
