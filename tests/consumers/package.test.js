// dist/, as those who install the package meet it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { inRoot } from "../../tools/lib/paths.mjs";
import { CUSTOM_PROPERTIES, LESSON_ELEMENTS, OTHER_REGIONS, REGIONS } from "../../tools/lib/reference.mjs";
import { attempt } from "../../tools/lib/run.mjs";
import { SETTINGS } from "../../web/state/settings.js";
import { TRAIN_ROWS } from "../../web/state/train/shown.js";
import { LAB_WORDS } from "../../web/text/labs.js";
import { SAYS } from "../../web/text/settings.js";
import { TRAIN_SAYS } from "../../web/text/train.js";

const LARGEST_KB = 130;
const LARGEST_FIRST_LOAD_KB = 105;
const MORE_FOR_HEADS_KB = 6; // what is asked of heads, in the core and beside it; its panels come one by one
const MORE_TO_TRAIN_KB = 60; // than the first page loads, with the core of models in place of its view
const MORE_FOR_A_CHAPTER_KB = 60; // likewise
const MORE_TO_EMBED_KB = 20; // likewise: what builds the tag, and the views that the first page has not
const LARGEST_PANEL_KB = 6; // products of matrices are the largest; design.md has no limit for one, but for all that is first
const LARGEST_LAB_KB = 8; // its core's questions, picture, words and turns, all of which one opens at once
const LARGEST_LANGUAGE_KB = 20; // what every page says, loaded when it is asked for
const LARGEST_LANGUAGE_PART_KB = 12; // what Train says, the labs, or what asks, loaded with them
const LANGUAGES = ["zh", "fr"];
const BUNDLES = ["headscope.js", "headscope-more.js", "anywidget.js", "train.js", "core.js"];
const modules = readdirSync(inRoot("dist/modules"));

/** By the package's own names; as variables, so that the type check does not need dist/ to have been built. */
const [HEADSCOPE, CORE] = ["headscope", "headscope/core"];

/** @param {string} name of a file in dist/ */
const read = (name) => readFileSync(inRoot("dist", name), "utf8");

/** @param {string[]} paths */
const kbOf = (paths) =>
  paths.reduce((sum, each) => sum + gzipSync(readFileSync(inRoot(each)), { level: 9 }).length, 0) / 1000;

/** @param {import("node:test").TestContext} t @param {string} what @param {string[]} paths @param {number} largest */
function assertSmall(t, what, paths, largest) {
  const kb = kbOf(paths);
  t.diagnostic(`${what}: ${kb.toFixed(1)} KB gzipped, of ${largest}`);
  assert.ok(kb <= largest, `${kb.toFixed(1)} KB gzipped is above ${largest} KB`);
}

test("headscope.js is small", (t) => {
  for (const name of ["headscope-more.js", "headscope.iife.js"])
    t.diagnostic(`dist/${name}: ${kbOf([`dist/${name}`]).toFixed(1)} KB gzipped`);
  assertSmall(t, "dist/headscope.js", ["dist/headscope.js"], LARGEST_KB);
});

/** A module of dist/modules/, and all that loading it loads. @param {string} name @param {Set<string>} [seen] */
async function loadedWith(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  const { metafile } = await build({
    ...{ entryPoints: [inRoot("dist/modules", name)], outdir: inRoot("build/unused") },
    ...{ metafile: true, bundle: true, external: ["*"], format: "esm", write: false, logLevel: "silent" },
  });
  for (const { imports } of Object.values(metafile.outputs))
    for (const { path: file, kind } of imports)
      if (kind === "import-statement") await loadedWith(path.basename(file), seen);
  return seen;
}

test("so are all that the page loads at first, and each panel that it loads later", async (t) => {
  const all = readdirSync(inRoot("build/site"));
  const pages = all.filter((name) => name.endsWith(".html") && name !== "index.html");
  const site = all.filter((name) => !/^(frame|learn|embed)\b/.test(name) && !pages.includes(name));
  assert.deepEqual(site.sort(), ["icon.svg", "index.html", "site.css"]);
  const [elements, inlined] = [
    await loadedWith("walk-page.js"),
    modules.filter((name) => /^inline_walk-/.test(name)),
  ];
  assert.equal(inlined.length, 1, "the wasm is a module of its own");
  const whole = modules.find((name) => /^inline-/.test(name));
  assert.ok(whole && !elements.has(whole), "and the whole core, which no page loads, another");
  const first = [...elements, ...inlined];
  const paths = first.map((name) => `dist/modules/${name}`);
  assertSmall(
    t,
    "the page's first load",
    [...site.map((name) => `build/site/${name}`), ...paths],
    LARGEST_FIRST_LOAD_KB,
  );
  const view = modules.find((name) => /^inline_view-/.test(name));
  assert.ok(view && !elements.has(view), "what is asked of heads besides is another");
  const heads = [...(await loadedWith("heads-page.js")), view];
  const moreForHeads = kbOf(heads.map((name) => `dist/modules/${name}`)) - kbOf(paths);
  t.diagnostic(
    `the page Heads: ${moreForHeads.toFixed(1)} KB gzipped more than that, of ${MORE_FOR_HEADS_KB}`,
  );
  assert.ok(
    moreForHeads <= MORE_FOR_HEADS_KB,
    `${moreForHeads.toFixed(1)} KB more is above ${MORE_FOR_HEADS_KB} KB`,
  );
  const learning = modules.filter((name) => /^(learning-core|inline_learning)-/.test(name));
  assert.equal(learning.length, 2, "the core that learns is two modules of its own");
  const training = [...(await loadedWith("train-page.js")), ...learning];
  const more = kbOf(training.map((name) => `dist/modules/${name}`)) - kbOf(paths);
  t.diagnostic(`the page Train: ${more.toFixed(1)} KB gzipped more than that, of ${MORE_TO_TRAIN_KB}`);
  assert.ok(more <= MORE_TO_TRAIN_KB, `${more.toFixed(1)} KB more is above ${MORE_TO_TRAIN_KB} KB`);
  const course = [...(await loadedWith("learn-page.js"))].filter((name) => !first.includes(name));
  const chapter = kbOf(course.map((name) => `dist/modules/${name}`));
  t.diagnostic(`a chapter of the course: ${chapter.toFixed(1)} KB gzipped more, of ${MORE_FOR_A_CHAPTER_KB}`);
  assert.ok(
    chapter <= MORE_FOR_A_CHAPTER_KB,
    `${chapter.toFixed(1)} KB more is above ${MORE_FOR_A_CHAPTER_KB} KB`,
  );
  const building = [...(await loadedWith("embed-page.js"))].filter((name) => !first.includes(name));
  const builder = kbOf(building.map((name) => `dist/modules/${name}`));
  t.diagnostic(`the page Embed: ${builder.toFixed(1)} KB gzipped more, of ${MORE_TO_EMBED_KB}`);
  assert.ok(builder <= MORE_TO_EMBED_KB, `${builder.toFixed(1)} KB more is above ${MORE_TO_EMBED_KB} KB`);
  const entries = [whole, "core.js", "headscope.js", "frame.js", "train.js", "learn.js"];
  const languages = modules.filter((name) => LANGUAGES.includes(name.split(/[-.]/)[0]));
  for (const lang of LANGUAGES) {
    const ofIt = languages.filter((name) => name.startsWith(`${lang}-`));
    assert.deepEqual(
      ofIt.map((name) => name.split(/[-.]/)[1]).sort(),
      ["labs", "learn", "page", "train"],
      lang,
    );
    for (const name of ofIt) {
      const largest = name === `${lang}-page.js` ? LARGEST_LANGUAGE_KB : LARGEST_LANGUAGE_PART_KB;
      assertSmall(t, `asked for, ${name}`, [`dist/modules/${name}`], largest);
    }
  }
  const later = modules.filter(
    (name) =>
      ![...first, ...heads, ...training, ...course, ...building, ...entries, ...languages].includes(name),
  );
  assert.ok(later.length >= 3, `loaded later: ${later}`);
  for (const name of later) {
    const isLab = Object.keys(LAB_WORDS).some((kind) => name.startsWith(`${kind}-`));
    assertSmall(t, `later, ${name}`, [`dist/modules/${name}`], isLab ? LARGEST_LAB_KB : LARGEST_PANEL_KB);
  }
});

test("the bundles need nothing beside them, but for the second file of the elements", async () => {
  const entryPoints = BUNDLES.map((name) => inRoot("dist", name));
  const { metafile } = await build({
    ...{ entryPoints, bundle: true, format: "esm", external: ["*"], outdir: inRoot("build/unused") },
    ...{ metafile: true, write: false, logLevel: "silent" },
  });
  for (const [name, { imports }] of Object.entries(metafile.outputs))
    assert.deepEqual(
      [name, imports.map(({ path: file, kind }) => [file, kind])],
      [name, name.endsWith("headscope.js") ? [["./headscope-more.js", "dynamic-import"]] : []],
    );
});

test("the bundles hold nothing that a bundler takes for an asset or that a strict policy refuses", () => {
  for (const name of [...BUNDLES, ...modules.map((module) => `modules/${module}`)]) {
    const text = read(name);
    for (const pattern of [/\bimport\.meta\b/, /\bnew Function\b/, /\beval\s*\(/, /\brequire\s*\(/]) {
      const at = text.search(pattern);
      assert.ok(at === -1, `${name} holds ${pattern}: …${text.slice(Math.max(0, at - 80), at + 80)}…`);
    }
  }
});

test("importing headscope.js in Node does nothing", async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  await import(HEADSCOPE);
  const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
  // Lit leaves its version numbers, as it does wherever it is loaded.
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

test("a bundler takes the package without a warning, and leaves in what defines the elements", async () => {
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

test("publint finds nothing to mend", async () => {
  const { messages, pkg } = await publint({ pkgDir: inRoot(), strict: true });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
});

test("the manifest describes the elements", () => {
  /** @typedef {{ name: string, description?: string }} Described */
  /** @typedef {{ tagName?: string, attributes?: Described[], members?: Described[], cssProperties?: Described[], cssParts?: Described[] }} Element */
  /** @type {{ modules: { declarations: Element[] }[] }} */
  const { modules } = JSON.parse(read("custom-elements.json"));
  const tags = modules.flatMap((module) => module.declarations.map((declaration) => declaration.tagName));
  assert.ok(tags.includes("mha-explainer"), `tags: ${tags.filter(Boolean)}`);
  for (const { tagName, attributes = [], members = [], cssProperties = [], cssParts = [] } of modules.flatMap(
    ({ declarations }) => declarations,
  )) {
    if (!tagName) continue;
    const names = (/** @type {Described[]} */ described) => described.map(({ name }) => name);
    assert.deepEqual(names(cssProperties), Object.keys(CUSTOM_PROPERTIES), tagName);
    assert.deepEqual(names(cssParts), Object.keys(OTHER_REGIONS[tagName] ?? REGIONS), tagName);
    if (tagName in LESSON_ELEMENTS) {
      assert.ok(attributes.length >= 2 && attributes.every(({ description }) => description), `${tagName}`);
      continue;
    }
    const trains = tagName === "mha-train";
    for (const { name, attribute } of trains ? TRAIN_ROWS : SETTINGS) {
      assert.equal(
        attributes.find((each) => each.name === attribute)?.description,
        trains ? TRAIN_SAYS[name] : SAYS[/** @type {keyof typeof SAYS} */ (name)],
        `${tagName} ${attribute}`,
      );
      assert.ok(
        members.some((member) => member.name === name),
        `${tagName}.${name}`,
      );
    }
  }
});

test("the README's table and the reference are what the sources say", async () => {
  const { code, output } = await attempt(process.execPath, [inRoot("tools/reference.mjs"), "--check"]);
  assert.equal(code, 0, output);
});

test("who installs the package gets nothing else: lit is inside, and no type names it", () => {
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

for (const [what, project] of [
  ["everything has the types that its JSDoc says", "tsconfig.json"],
  ["the package can be used from TypeScript", "tests/consumers/typescript/tsconfig.json"],
  ["its types say of the elements what the sources have", "tests/consumers/typescript/same.json"],
]) {
  test(what, async () => {
    const { output } = await attempt(inRoot("node_modules/.bin/tsc"), ["-p", project, "--pretty", "false"]);
    assert.equal(output, "");
  });
}
