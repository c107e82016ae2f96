"""The HTML of a figure: the document of its frame, and the frame in a page."""

from __future__ import annotations

import html
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from .packing import ALPHABET
from .script import key, packed_script

__all__ = ["document", "fragment"]

#: The frame itself forbids every request: what it shows leaves no page, and nothing is fetched.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; "
    "form-action 'none'; base-uri 'none'"
)

STYLES = (
    "html{color-scheme:light dark;background:light-dark(#fbfaf7,#14151a);color:light-dark(#1d1b16,#ece9e2)}"
    "body{display:flow-root;margin:0;padding:0 12px}h2{margin:14px 0 0;font:600 15px system-ui,sans-serif}"
    "#said{font:14px system-ui,sans-serif}"
)

#: A frame that may not touch its page tells its height, and somebody has to listen.
LISTENER = (
    "<script>window.headscopeListens??=!addEventListener('message',({data,source})=>{"
    "if(data?.headscopeHeight>0)for(const frame of document.querySelectorAll('iframe[data-headscope]'))"
    "if(frame.contentWindow===source)frame.style.height=Math.min(data.headscopeHeight,50000)+'px'})</script>"
)

LOST = (
    "This figure gets the script that draws it from another figure of this notebook, and none here holds it. "
    "Run the cell with the notebook's first figure again, or all cells; "
    'headscope.hold_script("each") gives every figure its own.'
)


NEEDS = "It needs Chrome 123, Firefox 125 or Safari 17.5, or later."


@lru_cache(maxsize=None)
def _loader() -> str:
    return (Path(__file__).resolve().parent / "loader.js").read_text("utf-8")


def document(shown: dict[str, Any], *, title: str, holds: bool) -> str:
    """A whole page that shows a figure, with the script in it or without."""
    data = _in_script(json.dumps({**shown, "key": key(), "alphabet": ALPHABET, "lost": LOST, "needs": NEEDS}))
    script = packed_script()
    held = f'<script type="text/plain" id="script" data-bytes="{script["bytes"]}">{script["text"]}</script>\n' if holds else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{html.escape(title)}</title>\n<style>{STYLES}</style>\n</head>\n<body>\n"
        f'<script type="application/json" id="figure">{data}</script>\n{held}<script>\n{_loader()}</script>\n</body>\n</html>\n'
    )


def fragment(shown: dict[str, Any], *, title: str, holds: bool, height: int) -> str:
    """The figure in a frame, for a page that others write. What stands inside the frame's tags is read where a host takes frames away."""
    inner = document(shown, title=title, holds=holds).replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    fallback = html.escape(f"{title}. This page shows no frames: trust the notebook, or open it in a browser, to see the figure.")
    return (
        f'<iframe data-headscope title="{html.escape(title)}" width="100%" height="{height}" '
        f'style="display:block;width:100%;border:0;color-scheme:inherit" srcdoc="{inner}">{fallback}</iframe>{LISTENER}'
    )


def _in_script(text: str) -> str:
    """JSON that ends no script and begins no comment."""
    return text.replace("<", "\\u003c")
