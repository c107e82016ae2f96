import assert from "node:assert/strict";
import test from "node:test";
import { isAtLeast, parseVersion } from "../../tools/lib/emscripten.mjs";

test("emcc's version is parsed from the output of distributions and of emsdk", () => {
  const emsdk =
    "emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) 4.0.23 (48d0dac9e2d7a0bf02a7e2dcb5ad9b4c7e7b5b6a)";
  const debian =
    "emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) 3.1.69 ()\nCopyright (C) 2014";
  const git = "emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) 5.0.1-git (abc)";
  assert.equal(parseVersion(emsdk), "4.0.23");
  assert.equal(parseVersion(debian), "3.1.69");
  assert.equal(parseVersion(git), "5.0.1");
  assert.equal(parseVersion("command not found"), null);
});

test("versions compare by number", () => {
  assert.equal(isAtLeast("3.1.58", "3.1.58"), true);
  assert.equal(isAtLeast("3.1.6", "3.1.58"), false);
  assert.equal(isAtLeast("3.1.100", "3.1.58"), true);
  assert.equal(isAtLeast("4.0.0", "3.1.58"), true);
  assert.equal(isAtLeast("2.9.99", "3.1.58"), false);
});
