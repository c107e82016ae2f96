// The installed package in tools and frameworks of authors: each builds a page that works in Chromium.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test, { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { ensurePackages } from "../../tools/lib/packages.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt, run } from "../../tools/lib/run.mjs";
import { figureOf } from "../../web/embed/state/figure.js";
import { OPENING_FRAME } from "../../web/embed/state/rows.js";
import { WRITTEN } from "../../web/embed/state/targets.js";
import { asAttribute } from "../../web/kit/state/attribute-values.js";
import { ROWS } from "../../web/kit/state/shown.js";
import { launchChromium } from "../browser/support/chromium.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { install, openFor, packed, serveFor } from "./support/installed.js";
import { TSC, typeErrors } from "./support/types.js";

const HOSTS = inRoot("tests/consumers/hosts");
const SRC = path.join(HOSTS, "src");
const OUT = path.join(HOSTS, "build"); // installed packages are found here
const installed = path.join(HOSTS, "node_modules/headscope");
const require = createRequire(path.join(HOSTS, "package.json"));

/** Imports a package that is installed there, but not in the repository. @param {string} name @returns {Promise<any>} */
const from = async (name) => import(pathToFileURL(require.resolve(name)).href);

/** @type {import("playwright-core").Browser} */
let chromium;

before(async () => {
  await ensurePackages("tests/consumers/hosts", { lacksPlatforms: true, omitsDev: !IS_NIGHTLY });
  await install(OUT, installed);
  chromium = await launchChromium();
});
after(() => chromium?.close());

/** A new folder with the sources, and a page that loads one of them. @param {string} name @param {string} entry */
function sourcesOf(name, entry) {
  const root = path.join(OUT, `${name}-source`);
  cpSync(SRC, root, { recursive: true });
  const isPlain = entry === "main.js";
  const page = readFileSync(path.join(SRC, isPlain ? "index.html" : "framework.html"), "utf8");
  writeFileSync(path.join(root, "index.html"), page.replace("ENTRY", entry));
  return root;
}

/** @param {string} name @param {string} entry @param {() => Promise<any[]>} [plugins] */
const byVite =
  (name, entry, plugins = async () => []) =>
  async (/** @type {string} */ out) => {
    const { build } = await from("vite");
    const options = { base: "./", configFile: false, logLevel: "error", plugins: await plugins() };
    await build({ ...options, root: sourcesOf(name, entry), build: { outDir: out, emptyOutDir: true } });
  };

/** The page for a script that a bundler wrote beside it. @param {string} out */
function pageOf(out) {
  const page = readFileSync(path.join(SRC, "index.html"), "utf8");
  writeFileSync(path.join(out, "index.html"), page);
}

/** Copies the page as files beside dist/, without a tool. @param {(page: string) => string} change */
const byHand = (change) => async (/** @type {string} */ out) => {
  cpSync(path.join(installed, "dist"), path.join(out, "dist"), { recursive: true });
  cpSync(path.join(SRC, "main.js"), path.join(out, "main.js"));
  writeFileSync(path.join(out, "index.html"), change(readFileSync(path.join(SRC, "index.html"), "utf8")));
};

/** Each function writes index.html, with all files that it needs, to a folder. @type {Record<string, (out: string) => Promise<void>>} */
const WAYS = {
  "an import map": byHand((page) =>
    page.replace(
      "</title>",
      `</title><script type="importmap">{ "imports": { "headscope": "./dist/modules/headscope.js", "headscope/core": "./dist/modules/core.js" } }</script>`,
    ),
  ),
  Vite: byVite("vite", "main.js"),
  "React 19, TSX": byVite("react", "react.tsx"),
  "Vue 3": byVite("vue", "vue.js", async () => {
    const { default: vue } = await from("@vitejs/plugin-vue");
    const isCustomElement = (/** @type {string} */ tag) => tag.startsWith("mha-");
    return [vue({ template: { compilerOptions: { isCustomElement } } })];
  }),
  "Svelte 5": byVite("svelte", "svelte.js", async () => {
    const { svelte } = await from("@sveltejs/vite-plugin-svelte");
    return [svelte({ configFile: false })];
  }),
  "React 19, rendered on a server and hydrated, with Vite": async (out) => {
    const root = sourcesOf("hydrated-vite", "hydrate.tsx");
    const { build } = await from("vite");
    const options = { root, configFile: false, logLevel: "error", base: "./" };
    await build({
      ...options,
      build: { ssr: path.join(root, "server.tsx"), outDir: path.join(root, "server") },
    });
    const { html } = await import(pathToFileURL(path.join(root, "server/server.js")).href);
    assert.match(html, /<mha-explainer tokens="a b c" heads="2"/, "in Node the elements are only markup");
    const file = path.join(root, "index.html");
    writeFileSync(file, readFileSync(file, "utf8").replace('<div id="app">', `<div id="app">${html}`));
    await build({ ...options, build: { outDir: out, emptyOutDir: true } });
  },
  "React 19, rendered on a server and hydrated": async (out) => {
    const root = sourcesOf("hydrated", "hydrate.js");
    const of = (/** @type {string} */ file) => [path.join(root, file)];
    const options = {
      bundle: true,
      jsx: /** @type {const} */ ("automatic"),
      format: /** @type {const} */ ("esm"),
    };
    const served = path.join(root, "served.js");
    const node = { platform: /** @type {const} */ ("node"), packages: /** @type {const} */ ("external") };
    await esbuild.build({ ...options, ...node, entryPoints: of("server.tsx"), outfile: served });
    const { html } = await import(pathToFileURL(served).href);
    assert.match(html, /<mha-explainer tokens="a b c" heads="2"/, "in Node the elements are only markup");
    await esbuild.build({ ...options, splitting: true, entryPoints: of("hydrate.tsx"), outdir: out });
    const page = readFileSync(path.join(root, "index.html"), "utf8");
    writeFileSync(path.join(out, "index.html"), page.replace('<div id="app">', `<div id="app">${html}`));
  },
  esbuild: async (out) => {
    const options = { bundle: true, format: /** @type {const} */ ("esm"), splitting: true, outdir: out };
    await esbuild.build({ ...options, entryPoints: [path.join(sourcesOf("esbuild", "main.js"), "main.js")] });
    pageOf(out);
  },
  Rollup: async (out) => {
    const input = path.join(sourcesOf("rollup", "main.js"), "main.js");
    const bundled = await rollup({ input, plugins: [nodeResolve()] });
    await bundled.write({ dir: out, format: "es" });
    pageOf(out);
  },
  webpack: async (out) => {
    const { default: webpack } = await from("webpack");
    const entry = path.join(sourcesOf("webpack", "main.js"), "main.js");
    const output = { path: out, filename: "main.js", publicPath: "" };
    // Does not minimize, which takes most of the time, and does not advise files below 244 KB.
    const options = { mode: "production", performance: { hints: false }, optimization: { minimize: false } };
    await new Promise((resolve, reject) =>
      webpack({ ...options, entry, output }, (/** @type {any} */ error, /** @type {any} */ stats) => {
        if (error || stats.hasErrors() || stats.hasWarnings())
          reject(error ?? new Error(stats.toString("minimal")));
        else resolve(null);
      }),
    );
    pageOf(out);
  },
  Parcel: async (out) => {
    const root = sourcesOf("parcel", "main.js");
    const file = path.join(root, "main.js"); // by default, it reads `main` instead of `exports`
    writeFileSync(file, readFileSync(file, "utf8").replace("headscope/core", "headscope"));
    const cli = path.join(HOSTS, "node_modules/.bin/parcel");
    const places = ["--dist-dir", out, "--public-url", "./", "--cache-dir", path.join(root, "cache")];
    await run(cli, ["build", "index.html", ...places, "--no-source-maps"], { cwd: root });
  },
  "Astro 5": async (out) => {
    const root = path.join(OUT, "astro-source");
    cpSync(path.join(SRC, "astro"), root, { recursive: true });
    const cli = path.join(HOSTS, "node_modules/.bin/astro");
    await run(cli, ["build", "--root", root, "--outDir", out, "--silent"], {
      cwd: root,
      env: { ASTRO_TELEMETRY_DISABLED: "1" },
    });
  },
};

/** Ways that only the night tries: each takes as long as all others together, or bundles with the same tool as another. */
const AT_NIGHT = [
  "Vite",
  "React 19, TSX",
  "React 19, rendered on a server and hydrated, with Vite",
  "Vue 3",
  "Svelte 5",
  "Rollup",
  "Parcel",
  "Astro 5",
];

for (const [name, make] of Object.entries(WAYS).filter(([name]) => IS_NIGHTLY || !AT_NIGHT.includes(name)))
  test(`in ${name} the element is drawn, accepts an array, and fires events`, async (t) => {
    const out = path.join(OUT, name.replaceAll(/\W+/g, "-"));
    mkdirSync(out, { recursive: true });
    await make(out);
    const { page, seen } = await openFor(t, chromium, await serveFor(t, [out]), { bypassCSP: true });
    await page.locator("mha-stage canvas").waitFor();
    await page.getByRole("button", { name: "Next step" }).click();
    await page.locator("#told", { hasText: "step" }).waitFor({ state: "attached" });
    const { tokens, heads, dModel, step } = await page.evaluate(
      () => /** @type {any} */ (document.querySelector("mha-explainer")).state,
    );
    assert.deepEqual([tokens, heads, dModel, step], [["a", "b", "c"], 2, 8, "q"]);
    if (await page.locator("#refused").count())
      await page.locator("#refused", { hasText: "true" }).waitFor({ state: "attached" });
    seen.assertQuiet();
  });

test("from a file, without a server, the classic script works", async (t) => {
  const file = path.join(OUT, "file.html");
  cpSync(path.join(installed, "dist/headscope.iife.js"), path.join(OUT, "headscope.iife.js"));
  writeFileSync(
    file,
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A file</title><script src="headscope.iife.js"></script></head><body><mha-explainer view="heads" tokens="a b c" heads="2" d-model="8" loading="eager"></mha-explainer></body></html>',
  );
  const { page, seen } = await openFor(t, chromium, pathToFileURL(file).href);
  await page.locator("mha-maps mha-figure").waitFor();
  assert.deepEqual(seen.errors, []);
});

test("in a slide of reveal.js, the element and the slides each handle their own keys", async (t) => {
  const out = path.join(OUT, "reveal");
  mkdirSync(out, { recursive: true });
  for (const name of ["reveal.js", "reveal.css"])
    cpSync(path.join(HOSTS, "node_modules/reveal.js/dist", name), path.join(out, name));
  cpSync(path.join(installed, "dist/headscope.js"), path.join(out, "headscope.js"));
  writeFileSync(
    path.join(out, "index.html"),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Slides</title><link rel="icon" href="data:,"><link rel="stylesheet" href="reveal.css"><script src="reveal.js"></script><script type="module" src="headscope.js"></script></head><body><div class="reveal"><div class="slides"><section><mha-explainer tokens="a b c" heads="2" d-model="8" step="x" loading="eager"></mha-explainer></section><section>two</section></div></div><script>Reveal.initialize({ transition: "none" })</script></body></html>',
  );
  const { page } = await openFor(t, chromium, await serveFor(t, [out]), { bypassCSP: true });
  await page.locator("mha-stage canvas").waitFor();
  const at = () =>
    page.evaluate(() => [
      /** @type {any} */ (window).Reveal.getIndices().h,
      /** @type {any} */ (document.querySelector("mha-explainer")).step,
    ]);
  await page.locator("mha-track [aria-current=step]").focus();
  await page.keyboard.press("ArrowRight");
  const [slide, step] = await at();
  assert.equal(slide, 0);
  assert.notEqual(step, "x");
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await at(), [1, step]);
});

/** The page Embed's code for a figure with all settings. */
function wholeFigure() {
  /** @type {Record<string, (row: any) => unknown>} */
  const some = {
    ...{ tokens: () => ["a", "b"], text: () => "a", step: () => "weights", flag: () => true },
    ...{ count: () => 4, seed: () => 3, index: () => 1, fraction: () => 0.5 },
    ...{
      heads: () => [1, 2],
      window: () => [4, 0],
      scales: () => ({ 2: 0.5 }),
      choice: ({ choices }) => choices.at(-1),
    },
  };
  const shown = ROWS.map((row) => [row.attribute, asAttribute(row.kind, some[row.kind](row))]);
  const frame = { caption: "c", fallback: "true", alt: "x", controls: "few", readonly: "true" };
  const looks = { theme: "dark", accent: "#aa0033", width: "640" };
  return figureOf(new URLSearchParams(shown), { ...OPENING_FRAME, ...frame, ...looks }, 400);
}

test("JSX, Vue and Svelte know the elements, their attributes and their events", async () => {
  cpSync(SRC, path.join(OUT, "types"), { recursive: true });
  writeFileSync(path.join(OUT, "types/figure.tsx"), WRITTEN.react.code(wholeFigure()));
  const app = readFileSync(path.join(SRC, "app.tsx"), "utf8");
  writeFileSync(
    path.join(OUT, "types/wrong.tsx"),
    app.replace('step="x"', "step={3}").replace("detail.changed", "detail.chosen"),
  );
  const project = path.join(OUT, "types/tsconfig.json");
  const options = JSON.parse(readFileSync(project, "utf8"));
  writeFileSync(project, JSON.stringify({ ...options, files: [...options.files, "wrong.tsx"] }));
  const isOurs = (/** @type {string} */ file) => /\/(hosts\/build\/types|headscope\/dist)\//.test(file);
  // At night, the older compiler of the hosts' lock file checks the types, too. It takes three times as long.
  for (const tsc of [TSC, ...(IS_NIGHTLY ? [path.join(HOSTS, "node_modules/.bin/tsc")] : [])]) {
    const output = await typeErrors(tsc, project, isOurs);
    const [wrongType, wrongName, ...others] = output.split(/\n(?! )/);
    assert.match(wrongType, /wrong\.tsx.*'number' is not assignable to type 'string'/);
    assert.match(wrongName, /wrong\.tsx.*'chosen' does not exist/);
    assert.deepEqual(others, []);
  }
});

test("npm packs exactly the needed files", async () => {
  const listed = await run("tar", ["tzf", await packed()]);
  const names = listed
    .trim()
    .split("\n")
    .map((name) => name.replace(/^package\//, ""));
  for (const name of names)
    assert.match(name, /^(dist\/|docs\/(guide\/)?[\w-]+\.(png|svg|md)$|LICENSE$|README\.md$|package\.json$)/);
  assert.ok(names.includes("dist/frame.html") && names.includes("dist/headscope.iife.js"));
  assert.ok(!names.includes("dist/modules/walk-page.js"), "the hosted pages are not the package's");
  const { exports, main } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const targets = Object.values(exports).flatMap((each) =>
    typeof each === "string" ? [each] : Object.values(each),
  );
  for (const target of [main, ...targets]) assert.ok(names.includes(target.replace("./", "")), target);
  const readme = readFileSync(inRoot("README.md"), "utf8");
  for (const [, picture, page] of readme.matchAll(/(?:src|srcset)="(docs[^"]+)"|\]\((docs\/[^)#]+\.md)/g))
    assert.ok(names.includes(picture ?? page), `${picture ?? page} of the README`);
});

/** Imports with different kinds of types: of elements, of React, of a module for Node, of a language. The night tries all. */
const SOME_IMPORTS = [".", "./react", "./models", "./locales/fr"];

test("the package's types are found by every kind of import", async () => {
  const attw = path.join(HOSTS, "node_modules/.bin/attw");
  const excluded = [
    "headscope.wasm",
    "headscope.iife.js",
    "headscope.css",
    "frame.html",
    "frame-standalone.html",
    "custom-elements.json",
    "package.json",
  ];
  const { code, output } = await attempt(attw, [
    ...[await packed(), "--profile", "esm-only"],
    ...(IS_NIGHTLY ? ["--exclude-entrypoints", ...excluded] : ["--entrypoints", ...SOME_IMPORTS]),
  ]);
  assert.equal(code, 0, output);
});
