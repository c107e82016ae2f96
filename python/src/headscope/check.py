"""Compares a reader's own arrays with the core's."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .arrays import Array, array_of
from .built import built
from .node import run_node
from .parameters import NAMES

__all__ = ["Checked", "check"]

RESULTS = ("q", "k", "v", "scores", "attention", "context", "output")
COMPARED = {name.lower() for name in ("numheads", "x", *NAMES, "causal", "keypaddingmask", *RESULTS)}
NOTHING = np.zeros(0)  # in place of an array that is not compared, so that the report lists its name


@dataclass(frozen=True)
class Checked:
    """The result of :func:`check`. It prints the report, and is true if all arrays agree.

    Attributes:
        parts: name of the first array that differs from the core's, as "scores"; None if all agree.
        path: id of the known bug that gives these arrays, as "no_scale"; None if none does.
        steps: shape, agreement and largest difference of each array, by name.
        found: the output of ``headscope check --json``.
        report: the output of ``headscope check``.
    """

    parts: str | None
    path: str | None
    steps: Mapping[str, Mapping[str, Any]]
    found: Mapping[str, Any]
    report: str

    def __bool__(self) -> bool:
        return self.parts is None

    def __repr__(self) -> str:
        return self.report.rstrip("\n")


def check(*, not_comparable: str | None = None, **arrays: Any) -> Checked:
    """Compares the arrays of your multi-head attention with the core's for the same input and weights.

    Args:
        not_comparable: why the arrays cannot be compared, as :func:`headscope.capture` found; raised as an error.
        arrays: inputs: ``num_heads``; ``x`` (T, d_model); the weights ``wQ wK wV wO``, as in ``x @ wQ`` or as ``nn.Linear`` stores them;
            the biases ``bQ bK bV bO``, if any; ``causal``, and ``key_padding_mask`` (B, T), true where a key is padding. Results of your
            code: any of ``q k v scores attention context output``. Tensors and arrays of float32, float64, integers or booleans, with
            heads merged or split. The report lists other names as not compared.

    Returns:
        A :class:`Checked`.

    Raises:
        ValueError: if the arrays cannot be compared; the message says why.
        RuntimeError: if Node is missing.

    A layer that does not divide by √d_k:

    >>> import numpy as np, headscope
    >>> rng = np.random.default_rng(0)
    >>> x, wQ, wK, wV, wO = (rng.normal(size=size) for size in [(4, 8), *4 * [(8, 8)]])
    >>> heads = lambda a: a.reshape(4, 2, 4).transpose(1, 0, 2)
    >>> scores = heads(x @ wQ) @ heads(x @ wK).transpose(0, 2, 1)
    >>> weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    >>> found = headscope.check(num_heads=2, x=x, wQ=wQ, wK=wK, wV=wV, wO=wO, attention=weights)
    >>> bool(found), found.parts, found.path
    (False, 'attention', 'no_scale')
    """
    if not arrays:
        raise ValueError("no arrays; expected num_heads, x, wQ, wK, wV, wO, and results of your code, as attention=")
    if not_comparable:
        raise ValueError(f"the arrays cannot be compared: {not_comparable}")
    saved = {name: _saved(value, name) if _is_compared(name) else NOTHING for name, value in arrays.items() if value is not None}
    with tempfile.TemporaryDirectory(prefix="headscope-") as folder:
        file = Path(folder, "arrays.npz")
        np.savez(file, **saved)
        found = json.loads(_command(file))
    path = found["path"]
    return Checked(
        parts=found["parts"],
        path=path and path["id"],
        steps={step["name"]: step for step in found["steps"]},
        found=found,
        report=found["report"],
    )


def _is_compared(name: str) -> bool:
    return name.lower().replace("_", "") in COMPARED


def _saved(value: Any, name: str) -> Array:
    if isinstance(value, (bool, int)):
        return np.asarray(value)
    found = np.asarray(value) if isinstance(value, np.ndarray) and value.dtype.kind in "iub" else array_of(value, name)
    if found.dtype == np.float16 or "bfloat16" in str(getattr(value, "dtype", "")):
        raise ValueError(f"{name} is {getattr(value, 'dtype', found.dtype)}, too coarse to tell a slip from rounding: run your code in float32")
    return found


def _command(file: Path) -> str:
    done = run_node(built("node/headscope.js"), "check", file, "--json", what="headscope.check")
    if done.returncode not in (0, 1) or not done.stdout:
        said = done.stderr.decode("utf-8", "replace").strip().removeprefix("headscope: ")
        raise ValueError(said.replace(f"{file}: ", "").replace(str(file), "the arrays") or "the arrays could not be compared")
    return done.stdout.decode("utf-8")
