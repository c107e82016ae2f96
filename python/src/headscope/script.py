"""Decides which figures hold the script that draws figures: the first of a notebook, or each where outputs are isolated.

A figure without the script gets it from the figure that holds it, inside the reader's browser, so the script (0.8 MB) is in a notebook once.
The cell that holds the script may be run again, changed or deleted; this module follows which cell it is. Figures of studies have a script of
their own (0.4 MB), which the first of them holds.
"""

from __future__ import annotations

import hashlib
import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from .built import built
from .packing import pack
from .values import choice

__all__ = ["Name", "bare", "hold_script", "key", "packed_script", "place", "script"]

#: Name of a script: that of all elements, or that of ``<mha-study>``.
Name = Literal["headscope", "study"]

MODES = ("auto", "once", "each")
_mode = "auto"
_holders: dict[Name, Cell] = {}

#: Hosts whose outputs cannot reach each other, by a module that only they load.
ISOLATED = ("google.colab", "dbruntime", "pyodide_kernel")


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook.

    Attributes:
        id: the cell's id, or its text if the host gives no id.
        request: id of the message that runs the cell.
    """

    id: str
    request: str


def hold_script(mode: str) -> None:
    """Sets which figures hold the script.

    Args:
        mode: "once" for one figure per notebook, "each" for every figure, or "auto": "once" in a kernel of Jupyter, "each" elsewhere and on
            hosts whose outputs are isolated.

    >>> hold_script("never")
    Traceback (most recent call last):
    ValueError: mode='never' is none of 'auto', 'once', 'each'
    """
    global _mode
    _mode = choice("mode", mode, MODES)
    _holders.clear()


def place(name: Name) -> bool:
    """Whether the figure that is shown now must hold its script. Call it once per figure."""
    cell, deleted = _cell()
    if _mode == "each" or cell is None or (_mode == "auto" and any(host in sys.modules for host in ISOLATED)):
        return True
    for each in [each for each, holder in _holders.items() if holder.id in deleted]:
        del _holders[each]
    holder = _holders.get(name)
    if holder is not None and (holder == cell or holder.id != cell.id):
        return False
    _holders[name] = cell
    return True


def _cell() -> tuple[Cell | None, list[str]]:
    """The running cell, None outside a notebook; and the ids of cells deleted since the last request."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    kernel = getattr(shell, "kernel", None)
    if kernel is None:
        return None, []
    parent = kernel.get_parent() if hasattr(kernel, "get_parent") else kernel._parent_header
    if parent.get("header", {}).get("msg_type") != "execute_request":
        return None, []  # a widget's callback, whose output replaces an earlier one
    metadata = parent.get("metadata", {})
    cell_id = metadata.get("cellId") or parent.get("content", {}).get("code", "")
    return Cell(str(cell_id), str(parent["header"]["msg_id"])), list(metadata.get("deletedCells", []))


@lru_cache(maxsize=None)
def script(name: Name) -> bytes:
    """The script: ``dist/headscope.iife.js`` or ``dist/study.iife.js`` with elements, and ``frame.js``, which shows a figure with them."""
    return b"\n".join([built(f"{name}.iife.js").read_bytes(), _own("frame.js").encode()])


def _own(name: str) -> str:
    return (Path(__file__).resolve().parent / name).read_text("utf-8")


def bare(name: str) -> str:
    """A program of this folder without comments and indents, since every figure holds it."""
    return re.sub(r"^ *(/\*.*?\*/|//[^\n]*)\s*|^ +", "", _own(name), flags=re.M | re.S)


@lru_cache(maxsize=None)
def packed_script(name: Name) -> str:
    """The packed script."""
    return pack(script(name))


@lru_cache(maxsize=None)
def key(name: Name) -> str:
    """A key of this script, so that figures take neither another script nor that of another version."""
    return hashlib.sha256(script(name)).hexdigest()[:16]
