"""The HTML of a figure: the document in its frame, and the frame."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from .script import Name, bare, key, packed_script

__all__ = ["document", "fragment"]

#: Content Security Policy of the frame: forbids every request.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; "
    "form-action 'none'; base-uri 'none'"
)

STYLES = (
    "html{color-scheme:light dark;background:light-dark(#fbfaf7,#14151a);color:light-dark(#1d1b16,#ece9e2)}"
    "body{display:flow-root;margin:0;padding:0 12px}h2{margin:14px 0 0;font:600 15px system-ui,sans-serif}"
    "#said{font:14px system-ui,sans-serif}"
)

#: Hides the text and the picture that stand for the frame. A page that strips frames strips this too.
HIDDEN = "<style>iframe[data-headscope]+.headscope-still{display:none}</style>"

STILL = (
    "This page shows no frames. To use the figure, trust the notebook (in Jupyter: File, Trust Notebook; in JupyterLab: Trust Notebook in the "
    "command palette), or open the notebook as HTML."
)

#: Sets the height of a frame that may not touch its page, and sends the height as a message.
LISTENER = (
    "<script>window.headscopeListens??=!addEventListener('message',({data,source})=>{"
    "if(data?.headscopeHeight>0)for(const frame of document.querySelectorAll('iframe[data-headscope]'))"
    "if(frame.contentWindow===source)frame.style.height=Math.min(data.headscopeHeight,50000)+'px'})</script>"
)

LOST = (
    "This figure gets the script that draws it from another figure of this notebook, and none here holds it. "
    "Run the cell with the notebook's first figure again (for a study: the first figure of a study), or all cells; "
    'headscope.hold_script("each") gives every figure its own.'
)


NEEDS = "It needs Chrome 123, Firefox 125 or Safari 17.5, or later."


def document(shown: dict[str, Any], *, title: str, script: Name, holds: bool) -> str:
    """A page that shows a figure.

    Args:
        script: name of the script that draws the figure.
        holds: whether the page contains the script; without, it takes the script from another figure.
    """
    data = _in_script({**shown, "key": key(script), "lost": LOST, "needs": NEEDS})
    held = f'<script type="text/plain" id="script">{packed_script(script)}</script>\n' if holds else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{html.escape(title)}</title>\n<style>{STYLES}</style>\n</head>\n<body>\n"
        f'<script type="application/json" id="figure">{data}</script>\n{held}<script>\n{bare("loader.js")}</script>\n</body>\n</html>\n'
    )


def fragment(shown: dict[str, Any], *, title: str, script: Name, holds: bool, height: int, still: str = "") -> str:
    """The figure in a frame, followed by a sentence and a picture for hosts that strip frames.

    Args:
        height: px until the page is loaded; then the frame follows its content.
        still: markup of the picture, or "".
    """
    inner = document(shown, title=title, script=script, holds=holds).replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
    name = html.escape(title)
    return (
        f'{HIDDEN}<iframe data-headscope title="{name}" width="100%" height="{height}" '
        f"style=\"display:block;width:100%;border:0;color-scheme:inherit\" srcdoc='{inner}'></iframe>"
        f'<div class="headscope-still"><p>{name}. {STILL}</p>{still}</div>{LISTENER}'
    )


def _in_script(value: Any) -> str:
    """JSON for use in a <script>: escapes "<", and lone surrogates, which UTF-8 cannot encode."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text)
