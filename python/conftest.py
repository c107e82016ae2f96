"""Settings of pytest for examples and tests."""

from importlib.util import find_spec

# Without torch, its examples are skipped; `npm test` installs it.
collect_ignore = ["hatch_build.py"] + ([] if find_spec("torch") else ["src/headscope/capture.py"])
