// dist/ as users of the package get it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { inRoot } from "../../tools/lib/paths.mjs";
import {
  CUSTOM_PROPERTIES,
  ELEMENTS,
  LESSON_ELEMENTS,
  OTHER_REGIONS,
  REGIONS,
} from "../../tools/lib/reference.mjs";
import { attempt } from "../../tools/lib/run.mjs";
import { SETTINGS } from "../../web/kit/state/settings.js";
import { TRAIN_ROWS } from "../../web/train/state/shown.js";
import { SAYS } from "../../web/command/setting-words.js";
import { MODELS_SAYS } from "../../web/models/words-attributes.js";
import { OPENING_SAYS } from "../../web/opening/words.js";
import { TRAIN_SAYS } from "../../web/train/words.js";
import { sample } from "../browser/support/nightly.js";
import { packed } from "./support/installed.js";
import { TSC, typeErrors } from "./support/types.js";

/**
 * Size limits, gzipped; 1 KB is 1,000 bytes. tests/browser/first-load.test.js measures pages in a browser.
 */
const LARGEST_KB = 620;
/** The page for iframes in a single file has the words of all languages, but only the elements of a layer. */
const LARGEST_FRAME_KB = 600;
const BUNDLES = ["headscope.js", "anywidget.js", "core.js"];
const WEIGHTS = /new URL\(.\.\/(reference|translation)(-\d+)?\.safetensors.,import\.meta\.url\)/g;
const WORKER = /new URL\(.\.\/models-worker\.js.,import\.meta\.url\)/;
const SMALL_MODELS = /new URL\(.\.\.\/headscope-(small|vision)\/[\w.]+.,import\.meta\.url\)/g;
const modules = readdirSync(inRoot("dist/modules"));

/** The package's import names, in variables so that the type check needs no built dist/. */
const [HEADSCOPE, CORE] = ["headscope", "headscope/core"];

/** @param {string} name of a file in dist/ */
const read = (name) => readFileSync(inRoot("dist", name), "utf8");

test("each single file is small enough to copy", (t) => {
  for (const name of [...BUNDLES, "headscope.iife.js"]) {
    const kb = gzipSync(read(name), { level: 9 }).length / 1000;
    t.diagnostic(`dist/${name}: ${kb.toFixed(1)} KB gzipped, of ${LARGEST_KB}`);
    assert.ok(kb <= LARGEST_KB, `dist/${name} has ${kb.toFixed(1)} KB gzipped, more than ${LARGEST_KB}`);
  }
});

test("the page for iframes in a single file is small enough to copy, and links to no other file", (t) => {
  const page = read("frame-standalone.html");
  const kb = gzipSync(page, { level: 9 }).length / 1000;
  t.diagnostic(`dist/frame-standalone.html: ${kb.toFixed(1)} KB gzipped, of ${LARGEST_FRAME_KB}`);
  assert.ok(kb <= LARGEST_FRAME_KB, `${kb.toFixed(1)} KB gzipped, more than ${LARGEST_FRAME_KB}`);
  const [before, after] = page.split(/<script>[^]*<\/script>/);
  assert.doesNotMatch(before + after, /<(link|script)\b|\bsrc=/);
  assert.equal(page.match(/<\/script/gi)?.length, 1, "the script ends where its element ends");
});

test("the bundles need no other files", async () => {
  const entryPoints = BUNDLES.map((name) => inRoot("dist", name));
  const { metafile } = await build({
    ...{ entryPoints, bundle: true, format: "esm", external: ["*"], outdir: inRoot("build/unused") },
    ...{ metafile: true, write: false, logLevel: "silent" },
  });
  for (const [name, { imports }] of Object.entries(metafile.outputs))
    assert.deepEqual([name, imports], [name, []]);
});

test("the bundles contain no asset references for bundlers, and no code that a strict policy forbids", () => {
  for (const name of [...BUNDLES, ...modules.map((module) => `modules/${module}`)]) {
    // Assets for bundlers: the weights beside the modules, the worker that computes checkpoints, and the small model.
    const text = name.startsWith("modules/")
      ? read(name).replace(WEIGHTS, "").replace(WORKER, "").replace(SMALL_MODELS, "")
      : read(name);
    for (const pattern of [
      /\bimport\.meta\b/,
      /\bnew Function\b/,
      /\beval\s*\(/,
      /\brequire\s*\(/,
      /\bprocess\.(versions|env)\b/,
    ]) {
      const at = text.search(pattern);
      assert.ok(at === -1, `${name} holds ${pattern}: …${text.slice(Math.max(0, at - 80), at + 80)}…`);
    }
  }
});

test("no modules import each other in a circle, which would read names before they exist", () => {
  const scripts = modules.filter((name) => name.endsWith(".js"));
  const imports = new Map(
    scripts.map((name) => {
      const text = readFileSync(inRoot("dist/modules", name), "utf8");
      return [name, [...text.matchAll(/\b(?:from|import)"\.\/([^"]+)"/g)].map(([, target]) => target)];
    }),
  );
  assert.ok([...imports.values()].some((targets) => targets.length > 3));
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} name @param {readonly string[]} path of imports to the module */
  const visit = (name, path) => {
    assert.ok(!path.includes(name), [...path.slice(path.indexOf(name)), name].join(" > "));
    if (done.has(name)) return;
    for (const target of imports.get(name) ?? []) visit(target, [...path, name]);
    done.add(name);
  };
  for (const name of scripts) visit(name, []);
});

test("importing headscope.js in Node does nothing", async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  await import(HEADSCOPE);
  const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
  // Lit registers its version numbers whenever it is loaded.
  const others = added.filter((name) => !/^(lit|reactiveElement)/.test(name));
  assert.deepEqual(others, []);
});

test("the core runs in Node from the package", async () => {
  const { loadCore, HeadscopeError } = await import(CORE);
  const core = await loadCore();
  const layer = core.createLayer({ dModel: 16, numHeads: 2, seed: 1 });
  const run = layer.forward({ query: core.embed(["a", "b", "c"], { dModel: 16, seed: 1 }) });
  assert.deepEqual([...run.output.shape], [1, 3, 16]);
  run.dispose();
  layer.dispose();
  assert.throws(() => core.createLayer({ dModel: 10, numHeads: 4 }), HeadscopeError);
});

test("the elements and the core alone share one core and one HeadscopeError", async () => {
  const [elements, core] = [await import(HEADSCOPE), await import(CORE)];
  assert.equal(elements.HeadscopeError, core.HeadscopeError);
  assert.equal(elements.loadCore, core.loadCore);
});

test("a bundler bundles the package without a warning, and keeps the code that defines the elements", async () => {
  for (const [contents, kept] of [
    ['import "headscope";', "mha-explainer"],
    ['export { loadCore } from "headscope/core";', "createLayer"],
  ]) {
    const stdin = { contents, resolveDir: inRoot("tests/consumers") };
    const result = await build({ stdin, bundle: true, format: "esm", write: false, logLevel: "silent" });
    assert.deepEqual([result.errors, result.warnings], [[], []]);
    assert.ok(result.outputFiles[0].text.includes(kept), `${contents} left nothing of ${kept}`);
  }
});

test("publint finds nothing", async () => {
  const { buffer: tarball } = new Uint8Array(readFileSync(await packed())); // else it packs again
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
});

/** Attributes of elements with a state of their own, and their descriptions. @type {Record<string, [readonly { name: string, attribute: string }[], Readonly<Record<string, string>>]>} */
const OWN_ROWS = {
  "mha-train": [TRAIN_ROWS, TRAIN_SAYS],
  "mha-opening": [[{ name: "ending", attribute: "ending" }], OPENING_SAYS],
  "mha-models": [Object.keys(MODELS_SAYS).map((name) => ({ name, attribute: name })), MODELS_SAYS],
};

test("the manifest describes the public elements, and no internal class", () => {
  /** @typedef {{ name: string, description?: string, privacy?: string }} Described */
  /** @typedef {{ tagName: string, attributes?: Described[], members?: Described[], cssProperties?: Described[], cssParts?: Described[] }} Element */
  /** @type {{ modules: { declarations: Element[] }[] }} */
  const { modules } = JSON.parse(read("custom-elements.json"));
  const tags = modules.flatMap((module) => module.declarations.map((declaration) => declaration.tagName));
  const expected = [...Object.keys({ ...ELEMENTS, ...LESSON_ELEMENTS }), ...Object.keys(OWN_ROWS)];
  assert.deepEqual(tags.sort(), expected.sort());
  for (const { tagName, attributes = [], members = [], cssProperties = [], cssParts = [] } of modules.flatMap(
    ({ declarations }) => declarations,
  )) {
    const names = (/** @type {Described[]} */ described) => described.map(({ name }) => name);
    assert.ok(!members.some(({ privacy }) => privacy === "private"), tagName);
    assert.deepEqual(names(cssProperties), Object.keys(CUSTOM_PROPERTIES), tagName);
    assert.deepEqual(names(cssParts), Object.keys(OTHER_REGIONS[tagName] ?? REGIONS), tagName);
    if (tagName in LESSON_ELEMENTS) {
      assert.ok(attributes.length >= 2 && attributes.every(({ description }) => description), `${tagName}`);
      continue;
    }
    const [rows, said] = OWN_ROWS[tagName] ?? [SETTINGS, SAYS];
    for (const { name, attribute } of rows) {
      assert.equal(
        attributes.find((each) => each.name === attribute)?.description,
        said[name],
        `${tagName} ${attribute}`,
      );
      assert.ok(
        members.some((member) => member.name === name),
        `${tagName}.${name}`,
      );
    }
  }
});

test("the reference equals the reference generated from the sources", async () => {
  const { code, output } = await attempt(process.execPath, [inRoot("tools/reference.mjs"), "--check"]);
  assert.equal(code, 0, output);
});

test("the package has no dependencies: lit is bundled, and no type refers to it", () => {
  const { dependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  assert.equal(dependencies, undefined);
  const types = readdirSync(inRoot("dist/types"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".d.ts"),
  );
  assert.ok(types.length > 10, `${types}`);
  for (const name of types) {
    const from = [...read(`types/${name}`).matchAll(/(?:from |import\()?"([^".][^"]*)"(?=[;)])/g)];
    const others = from.map(([, module]) => module).filter((module) => /^(lit|@lit)/.test(module));
    assert.deepEqual([name, others], [name, []]);
  }
});

for (const [name, contains] of /** @type {[string, RegExp][]} */ ([
  ["core.js", /Eigen \(MPL-2\.0, https:.*Emscripten \(MIT\) and musl \(MIT\)/],
  ["node/svg.js", /Headscope, MIT License/],
  ["headscope.js", /Eigen \(MPL-2\.0.*lit-html \(BSD-3-Clause\)/],
  ["headscope.iife.js", /Eigen \(MPL-2\.0.*lit-html \(BSD-3-Clause\)/],
  ["anywidget.js", /Eigen \(MPL-2\.0.*lit-html \(BSD-3-Clause\)/],
  ["modules/headscope.js", /Headscope, MIT License/],
]))
  test(`${name} begins with the licences of its contents`, () => {
    const [comment] = /^\/\*!.*?\*\//.exec(read(name)) ?? [""];
    assert.match(comment, /^\/\*! Headscope, MIT License, Copyright \(c\) \d+ The Headscope authors\./);
    assert.match(comment, contains);
    assert.match(comment, /Texts: THIRD-PARTY-NOTICES\.txt/);
  });

test("the notices name everything that the package contains, with its licence", () => {
  const notices = read("THIRD-PARTY-NOTICES.txt");
  for (const expected of [
    "Eigen",
    "Mozilla Public License",
    "lit-html",
    "Google LLC",
    "Emscripten",
    "The Emscripten Authors",
    "musl",
    "Rich Felker",
  ]) {
    assert.ok(notices.includes(expected), `no "${expected}"`);
  }
});

/** Code of a user of the package; and, only at night, the types of the package beside those of the sources, whose inference takes most of the time of this file. */
const PROJECTS = [
  ["the package can be used from TypeScript", "tsconfig.json"],
  ["its types say of the elements what the sources have", "same.json"],
];

// TypeScript 7.0 writes a wrong declaration of a union of strings that takes several lines of a comment: its asterisks stay.
for (const [what, project] of sample(PROJECTS, 0))
  test(what, async () => {
    const isOurs = (/** @type {string} */ file) => /\/(consumers\/typescript|dist\/types)\//.test(file);
    assert.equal(await typeErrors(TSC, inRoot("tests/consumers/typescript", project), isOurs), "");
  });
