"""Still pictures for pages that show no frames: of attention the map of every head, darker where the weight is larger; else an SVG."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np

from .arrays import Array

__all__ = ["image_of_attention", "image_of_svg", "png"]

PIXELS = 2304  # most pixels of all maps together, before they are enlarged
PAPER, LIGHT, DARK = (251, 250, 247), (232, 238, 252), (28, 60, 150)
SHADES = 15  # colours from light to dark; index 0 is the background
WIDTH = 480  # px on the page, approximate
MOST = 75_000  # characters of an SVG, which becomes 100 KB of text


def image_of_attention(attention: Array, alt: str) -> str:
    """An ``<img>`` with the picture as a data URL.

    Args:
        attention: (L, H, T_q, T_k).
        alt: text of the picture, escaped for HTML.

    >>> image_of_attention(np.full((1, 2, 3, 3), 1 / 3), "Two heads")[:47]
    '<img alt="Two heads" width="476" src="data:imag'
    """
    pixels = _grid(attention)
    times = max(1, WIDTH // pixels.shape[1])
    data = base64.b64encode(png(pixels, max(1, times // 2))).decode()  # half the pixels are sharp enough, and a third shorter
    return f'<img alt="{alt}" width="{times * pixels.shape[1]}" src="data:image/png;base64,{data}">'


def image_of_svg(svg: str, alt: str) -> str:
    """An ``<img>`` with an SVG as a data URL; "" if the SVG is too large.

    Args:
        alt: text of the picture, escaped for HTML.

    >>> image_of_svg("<svg/>", "A walk")
    '<img alt="A walk" src="data:image/svg+xml;base64,PHN2Zy8+">'
    """
    if len(svg) > MOST:
        return ""
    return f'<img alt="{alt}" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">'


def _grid(attention: Array) -> Array:
    """Colours: 0 for the paper, 1 to 15 for weights. Maps are in a row per layer and a column per head, a pixel apart."""
    layers, heads = attention.shape[:2]
    side = max(1, int((PIXELS / (layers * heads)) ** 0.5))
    maps = _pooled(_pooled(np.nan_to_num(attention.astype(np.float64), posinf=0, neginf=0), side, 2), side, 3)
    shades = np.rint(1 + (SHADES - 1) * np.clip(maps / (maps.max() or 1), 0, 1)).astype(np.uint8)
    apart = np.pad(shades, ((0, 0), (0, 0), (0, 1), (0, 1)))
    rows, columns = apart.shape[2:]
    return apart.transpose(0, 2, 1, 3).reshape(layers * rows, heads * columns)[:-1, :-1]


def _pooled(maps: Array, most: int, axis: int) -> Array:
    """Shortens an axis to at most ``most``; each number left is the largest of its neighbours."""
    size = maps.shape[axis]
    begins = np.arange(min(size, most)) * size // min(size, most)
    pooled: Array = np.maximum.reduceat(maps, begins, axis=axis)
    return pooled


def png(pixels: Array, times: int = 1) -> bytes:
    """A PNG of colours, at four bits per pixel. Each becomes ``times`` by ``times`` pixels: browsers blur pictures that they enlarge.

    >>> png(np.zeros((2, 3), np.uint8))[:4]
    b'\\x89PNG'
    """
    height, width = (times * size for size in pixels.shape)
    wide = np.pad(pixels.repeat(times, 1), ((0, 0), (0, width % 2)))
    rows = np.pad(wide[:, ::2] << 4 | wide[:, 1::2], ((0, 0), (1, 0)))  # each begins with a 0, for no filter
    same = np.zeros_like(rows[0])
    same[0] = 2  # the row above, plus 0
    data = b"".join(row.tobytes() + same.tobytes() * (times - 1) for row in rows)
    palette = np.vstack([PAPER, np.linspace(LIGHT, DARK, SHADES).round()]).astype(np.uint8)
    header = struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"PLTE", palette.tobytes()), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
