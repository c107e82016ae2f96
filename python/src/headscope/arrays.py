"""Numbers as people have them, from torch, JAX, TensorFlow or NumPy, as NumPy arrays of the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["Array", "array_of", "shown_shape"]

Array = np.ndarray[Any, np.dtype[Any]]


def array_of(value: Any, name: str) -> Array:
    """An array of float16, float32 or float64 with the same numbers.

    bfloat16 and the 8-bit floats, which NumPy does not have, come as float32, which holds each of them exactly; whole numbers as float32
    where that holds them, else as float64.

    >>> array_of([[1, 2], [3, 4]], "x").dtype
    dtype('float32')

    Raises:
        ValueError: where it holds no real numbers.
    """
    found = _as_numpy(value, name)
    if found.dtype.kind == "f" and found.dtype.itemsize <= 8:
        return found
    if found.dtype.kind in "iub":
        exact = np.array_equal(found.astype(np.float32).astype(np.float64), found.astype(np.float64))
        return found.astype(np.float32 if exact else np.float64)
    if found.dtype.name.startswith(("bfloat16", "float8")):
        return found.astype(np.float32)
    if found.dtype.kind == "f":
        raise ValueError(f"{name} is {found.dtype.name}, which no page can show: pass {name}.astype(np.float64)")
    raise ValueError(
        f"{name} holds {found.dtype.name}; expected real numbers, as a tensor, an array or nested lists of one shape"
    )


def _as_numpy(value: Any, name: str) -> Array:
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
    """A tensor of any device; NumPy knows neither its gradient nor all of its types."""
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
    """A shape as messages write it.

    >>> shown_shape((12, 8, 8)), shown_shape((3,))
    ('(12, 8, 8)', '(3,)')
    """
    return str(tuple(int(size) for size in shape))
