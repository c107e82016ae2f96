"""Bytes and numbers as text that stands in any page: deflated, then five letters for every four bytes.

No letter of the alphabet means anything to HTML, JSON, Markdown or a template (no quote, bracket, brace, dollar, backslash or backtick),
so that nothing between a kernel and a browser changes it or makes it longer.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from .arrays import Array

__all__ = ["ALPHABET", "pack", "pack_numbers", "unpack", "unpack_numbers"]

ALPHABET = "".join(chr(code) for code in range(33, 127) if chr(code) not in "\"&'<\\`{}$")
assert len(ALPHABET) == 85

_LETTERS = np.frombuffer(ALPHABET.encode(), np.uint8)
_POWERS = np.array([85**4, 85**3, 85**2, 85, 1], np.uint64)


def pack(data: bytes) -> dict[str, Any]:
    """The bytes as ``{"text": str, "bytes": int}``: the text, and how many deflated bytes it holds.

    >>> unpack(pack(b"attention"))
    b'attention'
    """
    deflated = min((_deflated(data, strategy) for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_RLE)), key=len)
    padded = deflated + bytes(-len(deflated) % 4)
    words = np.frombuffer(padded, ">u4").astype(np.uint64)
    digits = words[:, None] // _POWERS % np.uint64(85)
    return {"text": _LETTERS[digits.astype(np.intp)].tobytes().decode(), "bytes": len(deflated)}


def _deflated(data: bytes, strategy: int) -> bytes:
    """Texts repeat themselves; of numbers' bytes mostly zeros do, and looking for more costs bits."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, strategy)
    return squeezer.compress(data) + squeezer.flush()


def unpack(packed: Mapping[str, Any]) -> bytes:
    """The bytes that :func:`pack` was given."""
    digit = np.zeros(128, np.uint64)
    digit[_LETTERS] = np.arange(85)
    text = np.frombuffer(packed["text"].encode(), np.uint8)
    words = (digit[text].reshape(-1, 5) * _POWERS).sum(1)
    return zlib.decompress(words.astype(">u4").tobytes()[: packed["bytes"]], -15)


def pack_numbers(array: Array) -> dict[str, Any]:
    """An array as the page reads it: float32, which holds float16 and bfloat16 to the bit and float64 to the nearest.

    The bits are turned left by one, so that the sign, which is mostly 0, is at the end and the exponent is one byte; then the bytes stand
    in four planes, of which that of the exponents deflates well.

    >>> pack_numbers(np.zeros((2, 3)))["shape"]
    [2, 3]
    >>> unpack_numbers(pack_numbers(np.array([0.1, -0.0, np.inf], np.float32)))
    array([ 0.1, -0. ,  inf], dtype=float32)
    """
    bits = np.ascontiguousarray(array, "<f4").view("<u4").ravel()
    turned = (bits << np.uint32(1)) | (bits >> np.uint32(31))
    planes = np.ascontiguousarray(turned.astype("<u4").view(np.uint8).reshape(-1, 4).T)
    return {**pack(planes.tobytes()), "shape": list(array.shape)}


def unpack_numbers(packed: Mapping[str, Any]) -> Array:
    """The float32 array that the page reads."""
    planes = np.frombuffer(unpack(packed), np.uint8).reshape(4, -1)
    turned = np.ascontiguousarray(planes.T).view("<u4").ravel()
    bits = (turned >> np.uint32(1)) | (turned << np.uint32(31))
    numbers: Array = bits.view(np.float32)
    return numbers.reshape(packed["shape"])
