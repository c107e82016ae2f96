import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { pickSource } from "../../tools/lib/debian13.mjs";
import { BUILD_TOOLS, howToGet, NOTEBOOKS, PYTHON, findPython } from "../../tools/lib/needs.mjs";
import { isFresh } from "../../tools/lib/packages.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt } from "../../tools/lib/run.mjs";

/**
 * Runs a tool with only node on PATH.
 * @param {string} tool
 */
async function runWithNothing(tool) {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-path-"));
  symlinkSync(process.execPath, path.join(folder, "node"));
  const env = { PATH: folder, CXX: undefined };
  try {
    return await attempt(process.execPath, [inRoot("tools", tool)], { env });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("if tools are missing and cannot be installed, one sentence names them, without a stack trace", async () => {
  const { code, output } = await runWithNothing("setup.mjs");
  assert.equal(code, 1);
  assert.match(output, /^Missing: CMake, Ninja.*cmake, ninja-build.*repeat\.\n$/);
});

test("the advice fits the system", () => {
  assert.match(howToGet(BUILD_TOOLS, "darwin"), /`brew install cmake ninja eigen`/);
  assert.match(howToGet(BUILD_TOOLS, "linux"), /on Debian they are called cmake, ninja-build, libeigen3-dev/);
});

test("Debian 13 is downloaded from this machine's archive, if it is one of Debian's", () => {
  const debian = [
    "Packages|main|bookworm-security|http://security.example/debian-security/",
    "Translations|main|bookworm|http://near.example/debian/",
    "Packages|contrib|bookworm|http://near.example/debian/",
    "Packages|main|bookworm-updates|http://near.example/debian/",
    "Packages|main|bookworm|http://near.example/debian/",
  ];
  assert.equal(pickSource(debian.join("\n")), "http://near.example/debian/");
  assert.equal(pickSource("Packages|main|noble|http://archive.ubuntu.example/ubuntu/"), null);
  assert.equal(pickSource(""), null);
});

test("packages are up to date if all required ones have the versions of the lock file", () => {
  /** @param {object} packages */
  const lock = (packages) => JSON.stringify({ packages });
  const wanted = lock({
    "": { version: "1.0.0" },
    "node_modules/lit": { version: "3.3.3" },
    "node_modules/other-system": { version: "1.0.0", optional: true },
  });
  assert.equal(isFresh(wanted, lock({ "node_modules/lit": { version: "3.3.3" } })), true);
  assert.equal(isFresh(wanted, lock({ "node_modules/lit": { version: "3.3.2" } })), false);
  assert.equal(isFresh(wanted, lock({})), false);
  const extra = { "node_modules/lit": { version: "3.3.3" }, "node_modules/gone": { version: "1.0.0" } };
  assert.equal(isFresh(wanted, lock(extra)), false);
  const withTool = lock({
    "node_modules/lit": { version: "3.3.3" },
    "node_modules/tool": { version: "1.0.0", dev: true },
  });
  assert.equal(isFresh(withTool, lock({ "node_modules/lit": { version: "3.3.3" } })), false);
  assert.equal(isFresh(withTool, lock({ "node_modules/lit": { version: "3.3.3" } }), true), true);
  assert.equal(isFresh(withTool, withTool, true), true);
});

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
