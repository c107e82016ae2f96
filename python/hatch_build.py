"""Copies output of `npm run build` into the wheel and the sdist, in the folders of the npm package; and reads the version from package.json."""

import json
import re
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
#: Folder of package.json and dist/: in the sdist a folder beside this file, in a checkout the folder above.
ROOT = HERE / "npm" if (HERE / "npm").is_dir() else HERE.parent
#: Where the files go, by target.
TO = {"wheel": "headscope/npm", "sdist": "npm"}

#: Scripts of dist/. Their imports are copied too.
SCRIPTS = ("headscope.iife.js", "study.iife.js", "anywidget.js", "node/svg.js", "node/headscope.js")
FILES = ("settings.json", "THIRD-PARTY-NOTICES.txt")

IMPORTED = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["'`](\.[^"'`]+\.js)["'`]""")


def version():
    """The version in package.json, which pyproject.toml asks for."""
    return json.loads((ROOT / "package.json").read_text("utf-8"))["version"]


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
        to = TO[self.target_name]
        targets = {str(file): f"{to}/{file.relative_to(ROOT)}" for file in files}
        for name in ("package.json", "LICENSE"):
            targets[str(ROOT / name)] = f"{to}/{name}"
        build_data["force_include"].update(targets)
