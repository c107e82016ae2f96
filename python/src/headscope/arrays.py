"""Reads tensors of torch, JAX and TensorFlow, and arrays and lists, as NumPy arrays with the same bits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

__all__ = ["Array", "array_of", "numpy_of", "shown_shape"]

Array = np.ndarray[Any, np.dtype[Any]]


def array_of(value: Any, name: str) -> Array:
    """Reads real numbers as an array of float16, float32 or float64.

    bfloat16 and 8-bit floats, which NumPy lacks, become float32, which holds them exactly. Integers become float32, or float64 if float32
    cannot hold them exactly.

    Args:
        value: a tensor, an array or nested lists.
        name: the argument's name in error messages.

    >>> array_of([[1, 2], [3, 4]], "x").dtype
    dtype('float32')

    Raises:
        ValueError: if the value holds no real numbers.
    """
    found = numpy_of(value, name)
    if found.dtype.kind == "f" and found.dtype.itemsize <= 8:
        return found
    if found.dtype.kind in "iub":
        exact = np.array_equal(found.astype(np.float32).astype(np.float64), found.astype(np.float64))
        return found.astype(np.float32 if exact else np.float64)
    if found.dtype.name.startswith(("bfloat16", "float8")):
        return found.astype(np.float32)
    if found.dtype.kind == "f":
        raise ValueError(f"{name} is {found.dtype.name}, which a figure cannot show: pass {name}.astype(np.float64)")
    mend = f": pass list({name})" if isinstance(value, Iterator) else ""
    raise ValueError(
        f"{name} {_said_of(value, found)}; expected real numbers, as a tensor, an array or nested lists of one shape{mend}"
    )


def _said_of(value: Any, found: Array) -> str:
    """What a value without real numbers is or holds, as error messages say it."""
    if found.dtype.kind != "O":
        return f"holds {'text' if found.dtype.kind in 'US' else found.dtype.name}"
    given = f"is a {type(value).__name__}"
    if not found.ndim:
        return given
    other = next((each for each in found.flat if not isinstance(each, (int, float, complex))), 0)
    return f"{given} that holds a {type(other).__name__}"


def numpy_of(value: Any, name: str) -> Array:
    """Reads a tensor, an array or nested lists; bfloat16 of torch becomes float32. Raises ValueError for what NumPy cannot read."""
    try:
        if callable(getattr(value, "detach", None)):
            return _from_torch(value)
        if callable(getattr(value, "numpy", None)):  # TensorFlow
            return np.asarray(value.numpy())
        return np.asarray(value)
    except (TypeError, ValueError, RuntimeError, NotImplementedError) as error:
        given = f"{type(value).__module__}.{type(value).__name__}"
        raise ValueError(
            f"{name} is a {given} that cannot be read as an array ({_first_line(error)}); "
            "expected real numbers, as a tensor, an array or nested lists of one shape"
        ) from error


def _from_torch(tensor: Any) -> Array:
    """Copies a tensor from any device. NumPy takes no tensor that requires a gradient, and has no bfloat16."""
    held = tensor.detach().cpu()
    if getattr(held, "is_sparse", False):
        held = held.to_dense()
    try:
        return np.asarray(held.numpy())
    except TypeError:  # bfloat16
        return np.asarray(held.float().numpy())


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:120]


def shown_shape(shape: tuple[int, ...]) -> str:
    """A shape, as error messages write it.

    >>> shown_shape((12, 8, 8)), shown_shape((3,))
    ('(12, 8, 8)', '(3,)')
    """
    return str(tuple(int(size) for size in shape))
