"""Where the script that draws all figures is held: in the first figure of a notebook, or in each where outputs are isolated.

A figure without the script gets it from the figure that holds it, inside the reader's browser. So a notebook is 460 KB larger with its
first figure, and by its numbers alone with every other. In a saved notebook the cell that holds the script may be run again, changed or
deleted; this module follows which cell that is.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from .built import built
from .packing import COUNTS, FIRST, LETTERS, pack
from .settings import choice

__all__ = ["bare", "hold_script", "key", "packed_script", "place", "script", "unpacking"]

MODES = ("auto", "once", "each")
_mode = "auto"
_holder: Cell | None = None

#: Hosts in which an output cannot reach another output, by a module that only they load.
ISOLATED = ("google.colab", "dbruntime", "pyodide_kernel")


@dataclass(frozen=True)
class Cell:
    """A cell as the kernel knows it: its id, or its text where the host gives no id, and the request that runs it."""

    id: str
    request: str


def hold_script(mode: str) -> None:
    """Says which figures hold the script: ``"once"`` a notebook, ``"each"`` figure, or ``"auto"``, which is once in a notebook's kernel
    unless its outputs are known to be isolated.

    >>> hold_script("never")
    Traceback (most recent call last):
    ValueError: mode='never' is none of 'auto', 'once', 'each'
    """
    global _mode, _holder
    _mode = choice("mode", mode, MODES)
    _holder = None


def place() -> bool:
    """Whether the figure that is being shown now has to hold the script."""
    global _holder
    cell, deleted = _cell()
    if _mode == "each" or cell is None or (_mode == "auto" and any(name in sys.modules for name in ISOLATED)):
        return True
    if _holder is not None and _holder.id not in deleted:
        if _holder == cell or _holder.id != cell.id:
            return False
    _holder = cell
    return True


def _cell() -> tuple[Cell | None, list[str]]:
    """The cell that runs now, None outside a notebook; and the ids of cells that were deleted since the last request."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    kernel = getattr(shell, "kernel", None)
    if kernel is None:
        return None, []
    parent = kernel.get_parent() if hasattr(kernel, "get_parent") else kernel._parent_header
    if parent.get("header", {}).get("msg_type") != "execute_request":
        return None, []  # a widget's callback, whose output replaces another
    metadata = parent.get("metadata", {})
    cell_id = metadata.get("cellId") or parent.get("content", {}).get("code", "")
    return Cell(str(cell_id), str(parent["header"]["msg_id"])), list(metadata.get("deletedCells", []))


@lru_cache(maxsize=None)
def script() -> bytes:
    """``dist/headscope.iife.js`` with the elements; the unpacking; and ``frame.js``, which shows a figure with both."""
    return b"\n".join([built("headscope.iife.js").read_bytes(), unpacking().encode(), _own("frame.js").encode()])


def _own(name: str) -> str:
    return (Path(__file__).resolve().parent / name).read_text("utf-8")


def bare(name: str) -> str:
    """One of the package's own programs, without its comments and indents: figures hold it."""
    return re.sub(r"^ *(/\*.*?\*/|//[^\n]*)\s*|^ +", "", _own(name), flags=re.M | re.S)


def unpacking() -> str:
    """The program that reads packed text, with the spelling that it reads."""
    return f"var [letters, first, counts] = {json.dumps([LETTERS, FIRST, COUNTS])};\n{bare('unpack.js')}"


@lru_cache(maxsize=None)
def packed_script() -> dict[str, Any]:
    """The script, packed."""
    return pack(script())


@lru_cache(maxsize=None)
def key() -> str:
    """What names this script, so that figures of another version do not take it."""
    return hashlib.sha256(script()).hexdigest()[:16]
