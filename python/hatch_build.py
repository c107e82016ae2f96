"""Copies output of `npm run build` into the wheel, in the folders of the npm package."""

import re
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
TO = "headscope/npm"

#: Scripts of dist/. Their imports are copied too.
SCRIPTS = ("headscope.iife.js", "study.iife.js", "anywidget.js", "node/svg.js", "node/headscope.js")
FILES = ("settings.json", "THIRD-PARTY-NOTICES.txt")

IMPORTED = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["'`](\.[^"'`]+\.js)["'`]""")


def with_imports(file, found):
    """Adds a file and its imports to ``found``."""
    if file in found:
        return
    found.add(file)
    for name in IMPORTED.findall(file.read_text("utf-8")):
        with_imports((file.parent / name).resolve(), found)


class Built(BuildHookInterface):
    def initialize(self, version, build_data):
        dist = ROOT / "dist"
        found = set()
        for name in SCRIPTS:
            if not (dist / name).is_file():
                raise SystemExit(f"{dist / name} is not there: run `npm run build` first, which builds the wheel too.")
            with_imports(dist / name, found)
        files = sorted(found) + [dist / name for name in FILES]
        targets = {str(file): f"{TO}/{file.relative_to(ROOT)}" for file in files}
        targets[str(ROOT / "package.json")] = f"{TO}/package.json"
        targets[str(ROOT / "LICENSE")] = f"{TO}/LICENSE"
        build_data["force_include"].update(targets)
