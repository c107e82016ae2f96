"""Compares a reader's own arrays with the core's."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .arrays import Array, numpy_of
from .built import built
from .node import run_node

__all__ = ["Checked", "check"]

@dataclass(frozen=True)
class Checked:
    """The result of :func:`check`. It prints the report, and is true if all arrays agree.

    Attributes:
        parts: name of the first array that differs from the core's, as "scores"; None if all agree.
        path: id of the known bug that gives these arrays, as "no_scale"; None if none does.
        also: ids of other bugs that give the same arrays on this input.
        steps: shape, agreement and largest difference of each array, by name.
        found: the output of ``headscope check --json``.
        report: the output of ``headscope check``.
    """

    parts: str | None
    path: str | None
    also: tuple[str, ...]
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
        arrays: tensors, arrays and numbers, by names whose capitals and underscores do not count. ``None`` stands for an array that is left
            out, and the report lists other names as not compared.

            Inputs: ``num_heads``, ``num_kv_heads``; ``x`` (B, T, d_model) or (T, d_model); ``key`` and ``value`` of cross-attention;
            ``past_key`` and ``past_value``. Without ``x`` and weights, ``q``, ``k`` and ``v`` are the inputs of a kernel.

            Weights: ``wQ wK wV wO``, as in ``x @ wQ`` or as ``nn.Linear`` stores them, with ``bQ bK bV bO``; or ``wQKV``,
            ``in_proj_weight`` or ``c_attn`` for all three, with ``bQKV``, ``in_proj_bias`` or ``c_attn_bias``.

            Masks: ``causal``; ``key_padding_mask`` (B, T_k), true where a key is padding; ``attn_mask``, of booleans or added to the scores,
            with ``attn_mask_true="blocked"`` or ``"allowed"`` as the meaning of a true; ``window``.

            Scores: ``scale``, ``softcap``, ``sinks``, ``alibi``; ``rope`` ("half" or "interleaved") with ``rope_base``, ``rope_fraction`` and
            ``rope_scaling``; ``q_norm`` and ``k_norm``, with their epsilon as ``qk_norm``.

            Results of your code: any of ``q k v scores attention context output``, with heads merged or split.

            ``dtype="bfloat16"`` says that arrays of float32 hold numbers of bfloat16; tensors of bfloat16 need no such word.

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
    saved = dict(_saved(name, value, arrays.get("dtype")) for name, value in arrays.items() if value is not None)
    with tempfile.TemporaryDirectory(prefix="headscope-") as folder:
        file = Path(folder, "arrays.npz")
        np.savez(file, **saved)
        found = json.loads(_command(file))
    path = found["path"]
    return Checked(
        parts=found["parts"],
        path=path and path["id"],
        also=tuple(each["id"] for each in path["also"]) if path else (),
        steps={step["name"]: step for step in found["steps"]},
        found=found,
        report=found["report"],
    )


def _saved(name: str, value: Any, dtype: str | None) -> tuple[str, Array]:
    """The name and the array that are written. bfloat16, which NumPy lacks, is written as its bits."""
    try:
        found = numpy_of(value, name)
    except ValueError:
        found = np.zeros((), object)  # the command says whether it needs the array
    own = str(getattr(value, "dtype", found.dtype))
    if own.endswith("bfloat16") or (dtype == "bfloat16" and found.dtype == np.float32 and found.ndim):
        return f"{name}_bf16", _bfloat16_of(found.astype(np.float32))
    return name, np.zeros((), object) if found.dtype == object else found


def _bfloat16_of(array: Array) -> Array:
    """The bits of the nearest bfloat16 of each number of float32; of two that are as near, the even one."""
    bits = array.view(np.uint32)
    nearest = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    found: Array = np.where(np.isnan(array), bits >> 16 | 0x40, nearest).astype(np.uint16)  # a NaN must not lose all its bits
    return found


def _command(file: Path) -> str:
    done = run_node(built("node/headscope.js"), "check", file, "--json", what="headscope.check")
    if done.returncode not in (0, 1) or not done.stdout:
        said = done.stderr.decode("utf-8", "replace").strip().removeprefix("headscope: ")
        raise ValueError(said.replace(f"{file}: ", "").replace(str(file), "the arrays") or "the arrays could not be compared")
    return done.stdout.decode("utf-8")
