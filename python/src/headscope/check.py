"""A reader's own arrays beside the core's: where they part, and by which known bug."""

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

__all__ = ["Checked", "check"]


@dataclass(frozen=True)
class Checked:
    """What the comparison found. It prints as the command's report, and is true where all agree.

    Attributes:
        parts: the first array that is another than the core's, as "scores"; None where all agree.
        path: the known bug that gives these arrays, as "no_scale"; None where none does.
        steps: by name, each array's shape, whether it agrees, and the largest difference.
        found: all that the command says with ``--json``.
        report: its text.
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


def check(**arrays: Any) -> Checked:
    """Compares what your multi-head attention was given and made with what the core makes of the same input and weights.

    Args:
        arrays: ``num_heads``, ``x`` (T, d_model), the weights ``wQ wK wV wO`` as in ``x @ wQ`` or as ``nn.Linear`` has them, biases ``bQ``
            to ``bO`` where there are any, and of what your code made any of ``q k v scores attention context output``; also ``num_kv_heads``,
            ``causal`` and ``key_padding_mask``. Tensors and arrays of float32 or float64, merged or cut into heads.

    Returns:
        A :class:`Checked`.

    Raises:
        ValueError: for what cannot be compared, with the reason.
        RuntimeError: where there is no Node.

    A layer that forgot to divide by √d_k:

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
        raise ValueError("nothing is given; expected num_heads, x, wQ, wK, wV, wO, and what your code made of them, as attention=")
    saved = {name: _saved(value, name) for name, value in arrays.items() if value is not None}
    with tempfile.TemporaryDirectory(prefix="headscope-") as folder:
        file = Path(folder, "arrays.npz")
        np.savez(file, **saved)
        found = json.loads(_command(file, "--json"))
        report = _command(file)
    path = found["path"]
    return Checked(
        parts=found["parts"],
        path=path and path["id"],
        steps={step["name"]: step for step in found["steps"]},
        found=found,
        report=report,
    )


def _saved(value: Any, name: str) -> Array:
    if isinstance(value, (bool, int)):
        return np.asarray(value)
    found = np.asarray(value) if isinstance(value, np.ndarray) and value.dtype.kind in "iub" else array_of(value, name)
    if found.dtype == np.float16 or "bfloat16" in str(getattr(value, "dtype", "")):
        raise ValueError(f"{name} is {getattr(value, 'dtype', found.dtype)}, too coarse to tell a slip from rounding: run your code in float32")
    return found


def _command(file: Path, *options: str) -> str:
    done = run_node(built("node/headscope.js"), "check", file, *options, what="headscope.check")
    if done.returncode not in (0, 1) or not done.stdout:
        said = done.stderr.decode("utf-8", "replace").strip().removeprefix("headscope: ")
        raise ValueError(said.replace(f"{file}: ", "").replace(str(file), "the arrays") or "the arrays could not be compared")
    return done.stdout.decode("utf-8")
