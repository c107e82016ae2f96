"""Paths of the built JavaScript in the package, which has the same files and folders as the npm package."""

from __future__ import annotations

from pathlib import Path

__all__ = ["built", "package_root", "version"]

_HERE = Path(__file__).resolve().parent


def package_root() -> Path:
    """The folder of ``package.json`` and ``dist``: inside the installed package, or the root of the checkout."""
    carried = _HERE / "npm"
    return carried if carried.is_dir() else _HERE.parents[2]


def built(name: str) -> Path:
    """The path of a file in ``dist``.

    Raises:
        FileNotFoundError: if the checkout is not built.
    """
    path = package_root() / "dist" / name
    if not path.is_file():
        raise FileNotFoundError(f"{path} is not there: run `npm run build` in the checkout, or install the wheel")
    return path


def version() -> str:
    """The version in ``package.json``."""
    import json

    text = (package_root() / "package.json").read_text("utf-8")
    return str(json.loads(text)["version"])
