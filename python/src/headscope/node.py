"""Runs the package's JavaScript with Node."""

from __future__ import annotations

import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

__all__ = ["run_node"]

OLDEST = 20
MINUTES = 5


def run_node(*args: str | Path, stdin: bytes | None = None, what: str, minutes: float | None = MINUTES) -> subprocess.CompletedProcess[bytes]:
    """Runs a script with Node, and returns its exit code and output.

    Args:
        what: the feature that needs Node, as the error message names it: "headscope.check".
        minutes: after which Node is stopped; None for never.

    Raises:
        RuntimeError: if Node is missing or too old, or takes longer than ``minutes``.
    """
    timeout = None if minutes is None else 60 * minutes
    try:
        return subprocess.run([_node(what), *map(str, args)], input=stdin, capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"{what} took Node longer than {minutes:g} minutes and was stopped") from None


def _node(what: str) -> str:
    path = shutil.which("node")
    if path is None:
        raise RuntimeError(
            f"{what} runs the package's own JavaScript with Node, and there is no program `node` on PATH; "
            f"install Node {OLDEST} or later (nodejs.org; on Debian `apt install nodejs`)"
        )
    found = _version(path)
    if found < OLDEST:
        raise RuntimeError(f"{what} needs Node {OLDEST} or later, and {path} is Node {found}; install a later one (nodejs.org)")
    return path


@lru_cache(maxsize=None)
def _version(path: str) -> int:
    text = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False).stdout
    digits = text.strip().removeprefix("v").split(".")[0]
    return int(digits) if digits.isdigit() else 0
