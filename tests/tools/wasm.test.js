// When the core is compiled, and when it is not. CMake and Emscripten are stand-ins that note their calls.
import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt } from "../../tools/lib/run.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "headscope-wasm-"));
test.after(() => rmSync(folder, { recursive: true }));

/** Programs that stand in for the toolchain, alone on PATH. */
const programs = path.join(folder, "programs");
/** Creates a file and its folders. @param {string} text @param {...string} parts */
const put = (text, ...parts) => {
  const file = path.join(...parts);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
};
put("#!/bin/sh\necho 'emcc (Emscripten) 4.0.1 (0)'\n", programs, "emcc");
put("", programs, "cmake/Modules/Platform/Emscripten.cmake");
put("#!/bin/sh\n", programs, "bin/ninja");
put(
  `#!/bin/sh
case "$*" in
  *--build*) echo built >> calls; echo glue > build/wasm/headscope.mjs; echo wasm > build/wasm/headscope.wasm ;;
  *) : > build/wasm/build.ninja ;;
esac
`,
  programs,
  "bin/cmake",
);
put("", programs, "lib/cmake/eigen3/Eigen3Config.cmake");
put("set(PACKAGE_VERSION 3.4.0)\n", programs, "lib/cmake/eigen3/Eigen3ConfigVersion.cmake");

/** A checkout with tools and a source. @param {string} name */
function checkout(name) {
  const root = path.join(folder, name);
  cpSync(inRoot("tools"), path.join(root, "tools"), { recursive: true });
  put("{}", root, "package.json");
  put("int one;\n", root, "src/core.cpp");
  mkdirSync(path.join(root, "build/wasm"), { recursive: true });
  return root;
}

/** Runs buildWasm(). @param {string} root @param {Record<string, string | undefined>} [env] */
const build = (root, env = {}) =>
  attempt(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import { runMain } from "${root}/tools/lib/user-error.mjs";
      import { buildWasm } from "${root}/tools/lib/wasm.mjs";
      await runMain(buildWasm);`,
    ],
    {
      cwd: root,
      env: {
        PATH: [programs, path.join(programs, "bin")].join(path.delimiter),
        CMAKE_PREFIX_PATH: programs,
        HEADSCOPE_WASM: undefined,
        ...env,
      },
    },
  );

/** Number of times that the stand-in compiled. @param {string} root */
const calls = (root) =>
  existsSync(path.join(root, "calls"))
    ? readFileSync(path.join(root, "calls"), "utf8").split("\n").length - 1
    : 0;

test("the core is compiled when its sources change, not when a checkout is copied or JavaScript changes", async () => {
  const root = checkout("one");
  const first = await build(root);
  assert.deepEqual([first.code, calls(root)], [0, 1], first.output);
  await build(root);
  put("export {};\n", root, "web/page.js");
  await build(root);
  assert.equal(calls(root), 1);
  const copy = path.join(folder, "copied");
  cpSync(root, copy, { recursive: true });
  const again = await build(copy, { PATH: programs }); // without CMake
  assert.deepEqual([again.code, calls(copy)], [0, 1], again.output);
  put("int two;\n", copy, "src/core.cpp");
  await build(copy);
  assert.deepEqual([calls(copy), calls(root)], [2, 1]);
});

test("HEADSCOPE_WASM gives a compiled core without a toolchain; the next build without it compiles", async () => {
  const root = checkout("two");
  const compiled = path.join(folder, "compiled");
  put("glue of another", compiled, "headscope.mjs");
  put("wasm of another", compiled, "headscope.wasm");
  const { code, output } = await build(root, { HEADSCOPE_WASM: compiled, PATH: "" });
  assert.equal(code, 0, output);
  assert.match(output, /Using the compiled core in .*compiled; changes in src\/ have no effect/);
  const wasm = path.join(root, "build/wasm/headscope.wasm");
  assert.equal(readFileSync(wasm, "utf8"), "wasm of another");
  assert.ok(existsSync(path.join(root, "build/wasm/inline.js")));
  assert.ok(
    statSync(wasm).mtimeMs < statSync(path.join(root, "src/core.cpp")).mtimeMs,
    "Ninja sees that it is not its own",
  );
  await build(root);
  assert.deepEqual([readFileSync(wasm, "utf8"), calls(root)], ["wasm\n", 1]);
});

test("HEADSCOPE_WASM names a folder that has both files, or the error says which one is missing", async () => {
  const root = checkout("three");
  const old = path.join(folder, "package/dist");
  put("wasm", old, "headscope.wasm");
  const { code, output } = await build(root, { HEADSCOPE_WASM: old, PATH: "" });
  assert.equal(code, 1);
  assert.match(
    output,
    /HEADSCOPE_WASM is .*dist, which has no headscope\.mjs\..*build\/wasm of a built checkout/,
  );
  assert.doesNotMatch(output, /at .*\.mjs:\d+/, "no stack trace");
});
