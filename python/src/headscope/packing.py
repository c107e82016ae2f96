"""Writes bytes and numbers as text for any page in UTF-8: deflated, then 19 bytes of text for every 16.

A group of 19 bytes holds characters of one, two and three bytes. There are more such groups than 2**128: group n spells the 16 bytes of n.
Base64 takes 21.3 bytes for 16, base85 20. No character has a meaning in HTML, JSON, Markdown or templates (no quote, ampersand, bracket,
opening brace, backslash or backtick), so nothing between a kernel and a browser changes the text or makes it longer.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .arrays import Array

__all__ = ["ALPHABETS", "pack", "pack_numbers", "unpack", "unpack_numbers"]

#: Characters by their number of bytes in UTF-8, 1 to 3.
ALPHABETS = (
    "".join(chr(code) for code in range(33, 127) if chr(code) not in "\"'&<\\`{"),
    "".join(map(chr, range(0xA1, 0x800))),
    "".join(map(chr, range(0x3400, 0xD7A4))),  # Chinese and Korean, without controls and marks
)
DATA, TEXT = 16, 19  # bytes of a group


def _counts() -> list[int]:
    """How many texts have 0, 1, … TEXT bytes."""
    counts = [1]
    for size in range(1, TEXT + 1):
        counts.append(sum(len(letters) * counts[size - width] for width, letters in enumerate(ALPHABETS, 1) if width <= size))
    return counts


COUNTS = _counts()
assert COUNTS[TEXT] >= 256**DATA


def pack(*parts: bytes) -> dict[str, Any]:
    """Deflates each part by itself. Returns ``{"text": str, "bytes": int}``: the text, and the number of deflated bytes in it.

    >>> unpack(pack(b"atten", b"tion"))
    b'attention'
    """
    deflated = min((_deflated(parts, strategy) for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_RLE)), key=len)
    return {"text": _spelled(deflated), "bytes": len(deflated)}


def _deflated(parts: Sequence[bytes], strategy: int) -> bytes:
    """One stream of deflate. Text compresses best with the default strategy, bytes of numbers with run lengths."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, strategy)
    return b"".join(squeezer.compress(part) + squeezer.flush(zlib.Z_FULL_FLUSH) for part in parts) + squeezer.flush()


def _spelled(data: bytes) -> str:
    """Text of the data, padded with zeros to whole groups."""
    text = []
    for begin in range(0, len(data), DATA):
        number, left = int.from_bytes(data[begin : begin + DATA].ljust(DATA, b"\0"), "big"), TEXT
        while left:
            for width, letters in enumerate(ALPHABETS, 1):
                follow = COUNTS[left - width]  # texts that can follow a character of this width
                if number < len(letters) * follow:
                    break
                number -= len(letters) * follow
            at, number = divmod(number, follow)
            text.append(letters[at])
            left -= width
    return "".join(text)


def unpack(packed: Mapping[str, Any]) -> bytes:
    """The bytes of all parts given to :func:`pack`."""
    places = {letter: (width, at) for width, letters in enumerate(ALPHABETS, 1) for at, letter in enumerate(letters)}
    found, number, left = bytearray(), 0, TEXT
    for letter in packed["text"]:
        width, at = places[letter]
        number += sum(len(ALPHABETS[less - 1]) * COUNTS[left - less] for less in range(1, width)) + at * COUNTS[left - width]
        left -= width
        if left == 0:
            found += number.to_bytes(DATA, "big")
            number, left = 0, TEXT
    return zlib.decompress(bytes(found[: packed["bytes"]]), -15)


def pack_numbers(array: Array) -> dict[str, Any]:
    """Packs an array as float32, which holds float16 and bfloat16 exactly and rounds float64.

    The bits of each number are rotated left by one, so that the exponent is one byte and the sign, which is mostly 0, is the last bit. The
    bytes are stored in four planes; the plane of exponents compresses well.

    If rows (the last axis) sum to 1, as in attention, the largest number of a row is replaced by its place and by the difference of its bits
    from 1 less the other numbers (``"rows": True``). The shorter of the two forms is returned.

    >>> pack_numbers(np.zeros((2, 3)))["shape"]
    [2, 3]
    >>> unpack_numbers(pack_numbers(np.array([0.1, -0.0, np.inf], np.float32)))
    array([ 0.1, -0. ,  inf], dtype=float32)
    """
    numbers = np.ascontiguousarray(array, "<f4")
    forms = [{**pack(*_planes(_turned(numbers.view("<u4").ravel()))), "rows": False}]
    if _sums_to_one(numbers):
        forms.append({**pack(*_rows(numbers.reshape(-1, numbers.shape[-1]))), "rows": True})
    return {**min(forms, key=lambda form: len(form["text"])), "shape": list(array.shape)}


def _sums_to_one(numbers: Array) -> bool:
    """Whether most rows sum to 1."""
    with np.errstate(all="ignore"):
        return bool(numbers.size and np.isclose(numbers.sum(-1, dtype=np.float64), 1, atol=1e-2).mean() > 0.5)


def _turned(bits: Array) -> Array:
    return (bits << np.uint32(1)) | (bits >> np.uint32(31))


def _planes(words: Array) -> list[bytes]:
    """The lowest bytes of all words, then their second bytes, and so on."""
    return [plane.tobytes() for plane in words.astype("<u4").view(np.uint8).reshape(-1, 4).T]


def _rows(rows: Array) -> list[bytes]:
    """Planes of all numbers but the largest of each row; planes of the places of the largest; planes of the differences of their bits."""
    places = rows.argmax(-1).astype("<u4")
    is_kept = np.arange(rows.shape[1]) != places[:, None]
    differ = rows[~is_kept].view("<u4") - _left_of_one(rows, is_kept)
    return [*_planes(_turned(rows[is_kept].view("<u4"))), *_planes(places), *_planes(_signs_last(differ))]


def _left_of_one(rows: Array, is_kept: Array) -> Array:
    """Bits of 1 less the sum of the kept numbers of each row; 0 if the sum is not finite. Sums from left to right in float64, as the page."""
    total = np.zeros(len(rows))
    with np.errstate(all="ignore"):
        for column, kept in zip(rows.T, is_kept.T):
            total += np.where(kept, column, 0).astype(np.float64)
        bits: Array = np.where(np.isfinite(total), 1 - total, 0).astype("<f4").view("<u4")
    return bits


def _signs_last(differences: Array) -> Array:
    """Maps 0, -1, 1, -2, … to 0, 1, 2, 3, …"""
    signed = differences.view("<i4")
    return ((signed << 1) ^ (signed >> 31)).view("<u4")


def unpack_numbers(packed: Mapping[str, Any]) -> Array:
    """The float32 array of :func:`pack_numbers`."""
    data, shape = np.frombuffer(unpack(packed), np.uint8), packed["shape"]
    count, size = int(np.prod(shape)), shape[-1]
    rows = count // size if packed["rows"] else 0
    ends = np.cumsum([4 * (count - rows), 4 * rows])
    kept, places, differ = (_words(planes) for planes in np.split(data, ends))
    bits = (kept >> np.uint32(1)) | (kept << np.uint32(31))
    if not rows:
        return bits.view(np.float32).reshape(shape)
    is_kept = np.arange(size) != places[:, None]
    found = np.zeros((rows, size), np.float32)
    found[is_kept] = bits.view(np.float32)
    differences = (differ >> np.uint32(1)) ^ (np.uint32(0) - (differ & np.uint32(1)))
    found[~is_kept] = (_left_of_one(found, is_kept) + differences).view(np.float32)
    return found.reshape(shape)


def _words(planes: Array) -> Array:
    words: Array = np.ascontiguousarray(planes.reshape(4, -1).T).view("<u4").ravel()
    return words
