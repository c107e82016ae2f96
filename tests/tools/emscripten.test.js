import assert from "node:assert/strict";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { RECIPE, setUpFromDebian } from "../../tools/lib/emscripten-debian.mjs";
import { isAtLeast, parseVersion } from "../../tools/lib/emscripten.mjs";
import { run, which } from "../../tools/lib/run.mjs";

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

/** The loader of this machine's programs; null if it is not where Debian has it. */
const loader = process.platform === "linux" && which("patchelf") ? await loaderHere() : null;

async function loaderHere() {
  const file = (await run("patchelf", ["--print-interpreter", process.execPath])).trim();
  return /ld-linux.*\.so\.\d+$/.test(file) ? file : null;
}

test(
  "a copied installation only gets new paths, and its programs run",
  { skip: loader === null && "patchelf, or Linux's loader, is missing" },
  async () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "headscope-emscripten-")));
    try {
      const [bin, libraries, emscripten] = ["lib/llvm-19/bin", "lib/some-linux-gnu", "share/emscripten"].map(
        (name) => path.join(folder, "usr", name),
      );
      for (const each of [bin, libraries, emscripten, path.join(folder, "usr/bin")])
        mkdirSync(each, { recursive: true });
      const program = path.join(bin, "clang");
      copyFileSync(realpathSync(which("true") ?? ""), program);
      for (const name of [
        "lld",
        "llvm-ar",
        "llvm-nm",
        "llvm-objcopy",
        "llvm-ranlib",
        "llvm-dwarfdump",
        "llvm-strip",
      ])
        symlinkSync("clang", path.join(bin, name));
      const own = path.join(libraries, path.basename(loader ?? ""));
      copyFileSync(realpathSync(loader ?? ""), own);
      writeFileSync(path.join(emscripten, "em++"), `#!/bin/sh\n${program} && echo tried > try.mjs\n`, {
        mode: 0o755,
      });
      writeFileSync(path.join(folder, "complete"), `${RECIPE} /elsewhere/emscripten\n`);
      const { root } = await setUpFromDebian(folder);
      assert.equal(root, emscripten);
      assert.equal(readFileSync(path.join(folder, "complete"), "utf8"), `${RECIPE} ${folder}\n`);
      assert.equal(readFileSync(path.join(folder, "try.mjs"), "utf8"), "tried\n");
      assert.equal((await run("patchelf", ["--print-interpreter", program])).trim(), own);
      const rpath = (await run("patchelf", ["--print-rpath", program])).trim();
      assert.equal(rpath, "$ORIGIN/../../some-linux-gnu:$ORIGIN/../lib");
      assert.match(
        readFileSync(path.join(folder, "config.py"), "utf8"),
        new RegExp(`LLVM_ROOT = '${folder}/usr/bin'`),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
