import assert from "node:assert/strict";
import test from "node:test";
import { NOTEBOOKS, PYTHON, findPython, howToGet } from "../../tools/lib/needs.mjs";

test("a Python without the required modules is not used", async () => {
  assert.equal(await findPython("no_such_module_anywhere"), null);
});

test("if packages cannot be installed, a message names them", () => {
  assert.equal(
    howToGet(PYTHON, "linux"),
    "Missing: NumPy for Python 3, PyTorch for Python 3; install them with your system's package manager " +
      "(on Debian they are called python3-numpy, python3-torch).",
  );
});

test("needs of the Python package's tests are Debian packages; on macOS a message names those of brew and pip", () => {
  const [numpy] = NOTEBOOKS;
  const rsvg = NOTEBOOKS.find(({ name }) => name === "rsvg-convert");
  assert.ok(rsvg);
  assert.match(howToGet(NOTEBOOKS, "linux"), /python3-pytest.* jupyter-notebook, librsvg2-bin\)\.$/);
  assert.equal(
    howToGet([numpy, rsvg], "darwin"),
    "Missing: NumPy for Python 3, rsvg-convert; run `brew install librsvg`, and install NumPy for Python 3 by pip.",
  );
});
