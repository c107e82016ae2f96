"""Pictures without a browser: Node draws the SVG with the same code as the page, and a converter makes a PNG from the SVG."""

from __future__ import annotations

import base64
import html
import importlib
import json
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .arrays import Array
from .built import built
from .node import run_node
from .values import positive

__all__ = ["csv", "png", "svg"]

_RENDER = Path(__file__).resolve().parent / "render.mjs"
HOW = ("width", "theme", "look", "alt")
INK = {"light": "#1d1b16", "dark": "#ece9e2"}
HEADING = 26  # px above each layer


def svg(shown: Mapping[str, Any], numbers: Mapping[str, Array], parameters: Sequence[str], *, title: str, **how: Any) -> str:
    """The SVG of a figure. Maps of several layers are one below the other.

    Args:
        shown: options of ``renderSVG``, and ``layers``, the number of layers, for maps of all layers.
        title: the title of a picture of several layers; ``alt`` overrides the title of every picture.

    Raises:
        ValueError: if Node refuses the options; the message is the core's.
        RuntimeError: if Node is missing.
    """
    unknown = [name for name in how if name not in HOW]
    if unknown:
        raise ValueError(f"{unknown[0]} is none of {', '.join(HOW)}, which a picture takes")
    if how.get("width") is not None:
        how["width"] = positive("width", how["width"], "a number of px above 0, as 720")
    if not isinstance(how.get("alt", ""), (str, type(None))):
        raise ValueError(f"alt={how['alt']!r}; expected text that says what the picture shows")
    layers = shown.get("layers")
    if layers is None:
        return _drawn("renderSVG", [{**shown, **how}], numbers, parameters)[0]
    one = {name: value for name, value in shown.items() if name != "layers"}
    each = [{**one, **how, "layer": at, "alt": f"layer {at}"} for at in range(layers)]
    pictures = _drawn("renderSVG", each, numbers, parameters)
    ink = (how.get("look") or {}).get("ink") or INK[how.get("theme", "light")]
    return _stacked(pictures, how.get("alt") or title, ink)


def csv(shown: Mapping[str, Any], numbers: Mapping[str, Array], parameters: Sequence[str]) -> str:
    """The numbers of a figure, equal to the CSV of the page's Save menu."""
    return _drawn("renderCSV", [shown], numbers, parameters)[0]


def _drawn(
    function: str, each: Sequence[Mapping[str, Any]], numbers: Mapping[str, Array], parameters: Sequence[str]
) -> list[str]:
    """Calls a function of ``headscope/svg`` in one process of Node, once per set of options."""
    arrays = {name: _sent(array) for name, array in numbers.items()}
    asked = {"function": function, "each": [dict(options) for options in each], "numbers": arrays, "parameters": list(parameters)}
    done = run_node(_RENDER, built("node/svg.js").as_uri(), stdin=json.dumps(asked).encode(), what="a picture")
    if done.returncode:
        raise ValueError(done.stderr.decode("utf-8", "replace").strip() or "the picture could not be drawn")
    texts: list[str] = json.loads(done.stdout)
    return texts


def _sent(array: Array) -> dict[str, Any]:
    """An array for render.mjs: an image as bytes, other numbers as float32."""
    kind = "u1" if array.dtype == np.uint8 else "<f4"
    return {"shape": list(array.shape), "kind": kind, "data": base64.b64encode(np.ascontiguousarray(array, kind).tobytes()).decode()}


def _stacked(pictures: Sequence[str], title: str, ink: str) -> str:
    """Several SVG documents as one, each below the name of its layer."""
    sizes = [tuple(float(size) for size in re.findall(r'\b(?:width|height)="([\d.]+)"', text[: text.index(">")])) for text in pictures]
    width, height = max(size[0] for size in sizes), sum(size[1] + HEADING for size in sizes)
    paper = re.search(r'<rect[^>]*\bfill="([^"]+)"', pictures[0])
    placed, top = [f'<rect width="100%" height="100%" fill="{paper[1] if paper else "none"}"/>'], 0.0
    for at, (text, size) in enumerate(zip(pictures, sizes)):
        name = f'font-family="system-ui, sans-serif" font-size="15" font-weight="600" fill="{ink}">layer {at}</text>'
        placed.append(f'<text x="12" y="{top + 20:g}" {name}')
        placed.append(text[text.index("<svg") :].replace("<svg ", f'<svg y="{top + HEADING:g}" ', 1))
        top += size[1] + HEADING
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" role="img">\n'
        f"<title>{html.escape(title)}</title>\n" + "\n".join(placed) + "\n</svg>\n"
    )


def png(text: str, scale: float) -> bytes:
    """A PNG of an SVG, by rsvg-convert or cairosvg.

    Args:
        text: the SVG.
        scale: pixels per px of the SVG.

    Raises:
        RuntimeError: if both converters are missing.
    """
    scale = positive("scale", scale, "a number of pixels per px above 0, as 2")
    program = shutil.which("rsvg-convert")
    if program:
        done = subprocess.run([program, f"--zoom={scale}"], input=text.encode(), capture_output=True, timeout=300, check=False)
        if done.returncode:
            raise RuntimeError(f"rsvg-convert could not convert the picture: {done.stderr.decode('utf-8', 'replace').strip()}")
        return done.stdout
    try:
        cairosvg = importlib.import_module("cairosvg")
    except ImportError:
        raise RuntimeError(
            "a PNG is made by rsvg-convert or by cairosvg, and neither is there: `apt install librsvg2-bin`, "
            "`brew install librsvg` or `pip install cairosvg`; or save .svg, or .html, whose Save menu gives PNG"
        ) from None
    made: bytes = cairosvg.svg2png(bytestring=text.encode(), scale=scale)
    return made
