"""Checks of single values: whole numbers, positive numbers, and choices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np

__all__ = ["choice", "positive", "real", "whole", "within"]


def choice(name: str, value: Any, choices: Sequence[str]) -> str:
    """Returns the value if it is one of the choices; else raises ValueError.

    >>> choice("view", "tree", ["walk", "heads"])
    Traceback (most recent call last):
    ValueError: view='tree' is none of 'walk', 'heads'
    """
    if value not in choices:
        raise ValueError(f"{name}={value!r} is none of {', '.join(map(repr, choices))}")
    return str(value)


def whole(name: str, value: Any, least: int = 0) -> int:
    """Returns a whole number as an int; raises ValueError for other values and for numbers below ``least``.

    >>> whole("head", "a")
    Traceback (most recent call last):
    ValueError: head='a' is no whole number from 0 on
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise ValueError(f"{name}={value!r} is no whole number from {least} on")
    return int(value)


def within(name: str, at: Any, count: int, of: str) -> int:
    """Returns an index below ``count`` as an int; else raises ValueError.

    Args:
        of: what has ``count`` places, as the error message names it.

    >>> within("head", 9, 4, "attention of 4 heads")
    Traceback (most recent call last):
    ValueError: head=9 for attention of 4 heads; expected 0 to 3
    """
    if whole(name, at) >= count:
        raise ValueError(f"{name}={at} for {of}; expected 0 to {count - 1}")
    return int(at)


def real(value: Any) -> bool:
    """Whether the value is a finite number.

    >>> real(0.5), real(float("nan")), real("0.5"), real(True)
    (True, False, False, False)
    """
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)


def positive(name: str, value: Any, expected: str) -> float:
    """Returns a finite number above 0; else raises ValueError.

    >>> positive("width", float("nan"), "a number of px above 0")
    Traceback (most recent call last):
    ValueError: width=nan; expected a number of px above 0
    """
    if not real(value) or value <= 0:
        raise ValueError(f"{name}={value!r}; expected {expected}")
    return float(value)
