"""Bytes and numbers as text for any page that is UTF-8: deflated, then six bytes of text for every five.

A group of six bytes holds characters of one byte, of which there are 87, and characters of two bytes, of which there are 1887. There are
1.14e12 such groups, and 2**40 = 1.10e12 of them are used: group number n spells the bytes of n. Base64 takes 6.7 bytes for five, base85 6.25.
No character means anything to HTML, JSON, Markdown or a template (no quote, ampersand, bracket, opening brace, backslash or backtick),
so that nothing between a kernel and a browser changes the text or makes it longer.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .arrays import Array

__all__ = ["LETTERS", "pack", "pack_numbers", "unpack", "unpack_numbers"]

#: The characters of one byte, and those of two: all from FIRST to LAST.
LETTERS = "".join(chr(code) for code in range(33, 127) if chr(code) not in "\"'&<\\`{")
FIRST, LAST = 0xA1, 0x7FF
assert len(LETTERS) == 87

#: How many texts there are of 0 to 6 bytes.
COUNTS = [1, len(LETTERS)]
for _ in range(5):
    COUNTS.append(len(LETTERS) * COUNTS[-1] + (LAST - FIRST + 1) * COUNTS[-2])
assert COUNTS[6] >= 2**40

_BYTES = np.frombuffer(LETTERS.encode(), np.uint8)


def pack(*parts: bytes) -> dict[str, Any]:
    """The bytes as ``{"text": str, "bytes": int}``: the text, and how many deflated bytes it holds. Each part is deflated by itself.

    >>> unpack(pack(b"atten", b"tion"))
    b'attention'
    """
    deflated = min((_deflated(parts, strategy) for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_RLE)), key=len)
    return {"text": _spelled(deflated), "bytes": len(deflated)}


def _deflated(parts: Sequence[bytes], strategy: int) -> bytes:
    """Texts repeat themselves; of numbers' bytes mostly zeros do, and looking for more costs bits."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, strategy)
    return b"".join(squeezer.compress(part) + squeezer.flush(zlib.Z_FULL_FLUSH) for part in parts) + squeezer.flush()


def _spelled(data: bytes) -> str:
    padded = np.frombuffer(data + bytes(-len(data) % 5), np.uint8).reshape(-1, 5).astype(np.int64)
    rest = padded @ (256 ** np.arange(4, -1, -1, dtype=np.int64))  # of each group's number
    text = np.zeros((len(rest), 6), np.uint8)
    begins = np.zeros(len(rest), np.int64)  # where the next character of each group stands
    for at in range(6):
        here = np.flatnonzero(begins == at)
        beyond = COUNTS[5 - at]  # texts of what follows a character of one byte
        number = rest[here]
        is_one = number < len(LETTERS) * beyond
        one, two = here[is_one], here[~is_one]
        text[one, at] = _BYTES[number[is_one] // beyond]
        rest[one] %= beyond
        begins[one] += 1
        if len(two):
            number = number[~is_one] - len(LETTERS) * beyond
            code = FIRST + number // COUNTS[4 - at]
            text[two, at], text[two, at + 1] = 0xC0 | code >> 6, 0x80 | code & 63
            rest[two] = number % COUNTS[4 - at]
            begins[two] += 2
    return text.tobytes().decode()


def unpack(packed: Mapping[str, Any]) -> bytes:
    """The bytes that :func:`pack` was given, of all parts."""
    digits = {letter: at for at, letter in enumerate(LETTERS)}
    found, number, left = bytearray(), 0, 6
    for letter in packed["text"]:
        if letter in digits:
            number += digits[letter] * COUNTS[left - 1]
            left -= 1
        else:
            number += len(LETTERS) * COUNTS[left - 1] + (ord(letter) - FIRST) * COUNTS[left - 2]
            left -= 2
        if left == 0:
            found += number.to_bytes(5, "big")
            number, left = 0, 6
    return zlib.decompress(bytes(found[: packed["bytes"]]), -15)


def pack_numbers(array: Array) -> dict[str, Any]:
    """An array as the page reads it: float32, which holds float16 and bfloat16 to the bit and float64 to the nearest.

    The bits are turned left by one, so that the sign, which is mostly 0, is at the end and the exponent is one byte. Then the bytes stand in
    four planes, of which that of the exponents deflates well.

    Where the rows (the last axis) sum to 1, as those of attention do, a row's largest number follows from the others but for its last bits:
    it is left out, and its place and those bits are kept (``"rows": True``). Of the two forms the shorter is taken.

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
    """Whether most rows do, so that the shorter form is worth trying."""
    with np.errstate(all="ignore"):
        return bool(numbers.size and np.isclose(numbers.sum(-1, dtype=np.float64), 1, atol=1e-2).mean() > 0.5)


def _turned(bits: Array) -> Array:
    return (bits << np.uint32(1)) | (bits >> np.uint32(31))


def _planes(words: Array) -> list[bytes]:
    """The lowest bytes of all words, then the second bytes, and so on."""
    return [plane.tobytes() for plane in words.astype("<u4").view(np.uint8).reshape(-1, 4).T]


def _rows(rows: Array) -> list[bytes]:
    """Planes of all numbers but each row's largest; of the largest's places; and of how their bits differ from what the others leave of 1."""
    places = rows.argmax(-1).astype("<u4")
    is_kept = np.arange(rows.shape[1]) != places[:, None]
    differ = rows[~is_kept].view("<u4") - _left_of_one(rows, is_kept)
    return [*_planes(_turned(rows[is_kept].view("<u4"))), *_planes(places), *_planes(_signs_last(differ))]


def _left_of_one(rows: Array, is_kept: Array) -> Array:
    """The bits of 1 less the sum of what is kept of each row, summed from left to right in float64 as the page does; 0 of no finite sum."""
    total = np.zeros(len(rows))
    with np.errstate(all="ignore"):
        for column, kept in zip(rows.T, is_kept.T):
            total += np.where(kept, column, 0).astype(np.float64)
        bits: Array = np.where(np.isfinite(total), 1 - total, 0).astype("<f4").view("<u4")
    return bits


def _signs_last(differences: Array) -> Array:
    """0, -1, 1, -2, … as 0, 1, 2, 3, …"""
    signed = differences.view("<i4")
    return ((signed << 1) ^ (signed >> 31)).view("<u4")


def unpack_numbers(packed: Mapping[str, Any]) -> Array:
    """The float32 array that the page reads."""
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
