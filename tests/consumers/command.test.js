// The package's command and headscope/svg, installed from the packed file in an empty folder.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt, run } from "../../tools/lib/run.mjs";
import { packed } from "./support/installed.js";

/** @type {string} */
let folder;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "headscope-empty-"));
  const quietly = ["--prefer-offline", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...quietly, await packed()], { cwd: folder });
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs the installed command, which npx takes twice as long to do. @param {string[]} given */
const headscope = (...given) =>
  attempt(path.join(folder, "node_modules/.bin/headscope"), given, { cwd: folder });

test("headscope render writes the picture of headscope/svg, in both themes and on a wrong path", async () => {
  const cases = /** @type {[name: string, given: string[], options: object][]} */ ([
    ["light", ["--step", "weights"], { step: "weights" }],
    ["dark", ["--view", "heads", "--theme", "dark"], { view: "heads", theme: "dark" }],
    ["wrong", ["--wrong", "mask_repeat_order"], { wrong: "mask_repeat_order" }],
  ]);
  const all = cases.map(([name, , options]) => [`${name}-2.svg`, { tokens: "The cat sat", ...options }]);
  const program = `import { renderSVG } from "headscope/svg";
    import { writeFileSync } from "node:fs";
    for (const [file, options] of ${JSON.stringify(all)}) writeFileSync(file, await renderSVG(options));`;
  await writeFile(path.join(folder, "program.mjs"), program);
  await run(process.execPath, ["program.mjs"], { cwd: folder });
  for (const [name, given] of cases) {
    const out = ["--out", `${name}.svg`];
    const { code, stdout } = await headscope("render", "--tokens", "The cat sat", ...given, ...out);
    assert.deepEqual([code, stdout], [0, ""]);
    const [written, rendered] = await Promise.all(
      [`${name}.svg`, `${name}-2.svg`].map((file) => readFile(path.join(folder, file), "utf8")),
    );
    assert.match(written, /^<svg [^]*<\/svg>\n$/);
    assert.equal(written, rendered);
  }
});

test("by npx, bad input gives a message and exit code 2", async () => {
  const given = ["render", "--tokens", "a b", "--heads", "3"];
  const { code, output } = await attempt("npx", ["--no-install", "headscope", ...given], { cwd: folder });
  assert.equal(code, 2);
  assert.match(output, /headscope: d_model 64 is not divisible by heads 3/);
});

test("headscope check reads NumPy files, and reports where and why results differ", async () => {
  const saved = (/** @type {string} */ name) => inRoot("tests/fixtures/saved", `${name}.npz`);
  const right = await headscope("check", saved("float64"));
  assert.equal(right.code, 0);
  assert.match(right.stdout, /All 7 arrays that were saved agree/);
  const wrong = await headscope("check", saved("view_without_transpose"));
  assert.equal(wrong.code, 1);
  assert.match(wrong.stdout, /first differs from the core at q\.\nKnown wrong path: \.view\(2, 2, 5, 4\)\./);
  const unread = await headscope("check", "package.json");
  assert.equal(unread.code, 2);
  assert.match(unread.output, /headscope: package\.json: the file is no \.npz/);
  const notices = await readFile(
    path.join(folder, "node_modules/headscope/dist/THIRD-PARTY-NOTICES.txt"),
    "utf8",
  );
  assert.match(notices, /fflate[^]*Arjun Barrett/);
});

test("headscope/svg shares the core of headscope/core, and loads no elements", async () => {
  const program = `import { HeadscopeError } from "headscope/core";
    const svg = await import("headscope/svg");
    const error = await svg.renderSVG({ tokens: "a b", heads: 3 }).catch((error) => error);
    console.log(error instanceof HeadscopeError, Object.keys(globalThis).some((name) => /^lit/.test(name)));`;
  const output = await run(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder });
  assert.equal(output.trim(), "true false");
});
