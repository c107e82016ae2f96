// The page's C++ program compiles against the library; `npm test -- --python` also runs it.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { compute } from "../../web/kit/state/picture.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { loadLanguage } from "../../web/kit/text/code/index.js";
import { program } from "../../web/kit/text/code/program.js";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt } from "../../tools/lib/run.mjs";

test("the C++ program of the page compiles against the public headers, for all settings", async (t) => {
  const core = await loadCore();
  const folder = await mkdtemp(path.join(tmpdir(), "headscope-program-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const tokens = ["one", "two", "three"];
  const everything = {
    keyTokens: ["four"],
    kvHeads: 2,
    causal: true,
    weights: /** @type {const} */ ("random"),
  };
  for (const change of [{}, everything]) {
    const picture = compute(core, { ...DEFAULTS, tokens, ...change });
    const file = path.join(folder, "program.cpp");
    await writeFile(file, program(await loadLanguage("cpp"), picture));
    const { code, output } = await attempt("c++", [
      "-std=c++20",
      "-fsyntax-only",
      "-Wall",
      "-Wextra",
      "-I",
      inRoot("build/wasm/headers"),
      file,
    ]);
    assert.equal(code, 0, output);
    assert.equal(output, "");
  }
});
