import assert from "node:assert/strict";
import test from "node:test";
import { PYTHON, findPython, howToGet } from "../../tools/lib/needs.mjs";

test("a Python without the modules asked for is none", async () => {
  assert.equal(await findPython("no_such_module_anywhere"), null);
});

test("where the packages cannot be installed, a sentence names them", () => {
  assert.equal(
    howToGet(PYTHON, "linux"),
    "Missing: NumPy for Python 3, PyTorch for Python 3; install them with your system's package manager " +
      "(on Debian they are called python3-numpy, python3-torch).",
  );
});
