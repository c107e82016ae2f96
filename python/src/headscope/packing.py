"""Writes bytes and numbers as text for any page: base64 of gzip, whose checksum detects changed text."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np

from .arrays import Array

__all__ = ["pack", "pack_numbers"]

GZIP = 31  # the header and checksum of gzip, around a window of 32 KB


def pack(data: bytes, strategy: int = zlib.Z_DEFAULT_STRATEGY) -> str:
    """Compressed data as ASCII without quotes, ampersands or brackets.

    >>> zlib.decompress(base64.b64decode(pack(b"attention")), GZIP)
    b'attention'
    """
    squeezer = zlib.compressobj(9, zlib.DEFLATED, GZIP, 9, strategy)
    return base64.b64encode(squeezer.compress(data) + squeezer.flush()).decode()


def pack_numbers(array: Array) -> dict[str, Any]:
    """Packs an array as float32, which holds float16 and bfloat16 exactly and rounds float64; the bytes of an image stay bytes.

    The text holds the lowest bytes of all numbers, then their second bytes, and so on: the bytes with the exponents compress well, by run lengths.

    >>> pack_numbers(np.zeros((2, 3)))["shape"]
    [2, 3]
    """
    if array.dtype == np.uint8:
        return {"text": pack(np.ascontiguousarray(array).tobytes()), "shape": list(array.shape), "bytes": True}
    planes = np.ascontiguousarray(array, "<f4").view(np.uint8).reshape(-1, 4).T
    return {"text": pack(planes.tobytes(), zlib.Z_RLE), "shape": list(array.shape)}
