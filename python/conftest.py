"""What examples and tests share."""

from importlib.util import find_spec

# Examples with torch are left out where it is not installed; `npm test` installs it.
collect_ignore = ["hatch_build.py"] + ([] if find_spec("torch") else ["src/headscope/capture.py"])
