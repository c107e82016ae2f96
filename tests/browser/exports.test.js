// Pictures and numbers as files, from the elements' methods; they are byte-identical with and without a browser, given the same text widths. The kernel's results have the same bits in Chromium as natively (and, by tests/core/kernel.test.js, as in Node).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { NO_PROBE, PROBE_WASM } from "../../tools/lib/probe.mjs";
import { renderCSV, renderSVG } from "../../web/render/index.js";
import { nativeResults } from "../kernel/native.js";
import { runProbe } from "../kernel/probe.js";
import { LOW, useOnce, useSharedTab } from "./support/index.js";
import { drawn, ready } from "./support/explainer.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";

const SCRIPT = '<script type="module" src="headscope.js"></script>';
const ATTRIBUTES = 'tokens="The cat sat" heads="2" d-model="8" step="weights" head="1"';
const VIEWS = /** @type {const} */ (["walk", "heads", "map", "head", "memory", "code"]);

/** @param {string} body */
const html = (body) =>
  `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,"></head><body>${SCRIPT}${body}</body></html>`;

const source = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../web/render/${name}`, import.meta.url), "utf8");

const browser = useSharedTab({
  "measure.js": source("measure.js"),
  "widths.js": source("widths.js"),
  "bytes.html": html("<main></main>"),
  "views.html": html(
    VIEWS.map(
      (view) => `<mha-explainer id="${view}" view="${view}" loading="eager" ${ATTRIBUTES}></mha-explainer>`,
    ).join(""),
  ),
  "walks.html": html(
    ["explainer", "shape-walk", "memory"]
      .map((name) => `<mha-${name} loading="eager" tokens="The cat sat" heads="2" d-model="8"></mha-${name}>`)
      .join(""),
  ),
  "attention.html": html('<mha-shape-walk loading="eager"></mha-shape-walk>'),
});

const HEADS = { columns: "head,", rows: 2 };
const ELEMENTS = { columns: "b,h,q,k,query,key,value", rows: 18 };

test("each view gives its picture as SVG and PNG, and its numbers as CSV", async () => {
  const { page, seen, close } = await browser.open("views.html", LOW);
  for (const view of VIEWS) {
    await ready(page, `#${view}`);
    const [svg, png, csv] = await page.locator(`#${view}`).evaluate(async (/** @type {any} */ element) => {
      const { type, size } = await element.toBlob({ width: 600, scale: 1 });
      return [await element.toSVG(), { type, large: size > 2000 }, await element.toCSV()];
    });
    assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="-4 -4 960 /);
    assert.deepEqual(png, { type: "image/png", large: true });
    const { columns, rows } = view === "heads" ? HEADS : ELEMENTS;
    const lines = csv.split("\r\n");
    assert.ok(lines[0].startsWith(columns), lines[0]);
    assert.equal(lines.length - 2, view === "head" ? rows / 2 : rows);
  }
  seen.assertQuiet();
  await close();
});

test("own attention replaces a shown walk, and the walk returns", async () => {
  const { page, seen, close } = await browser.open("walks.html", LOW);
  const cases = pairs(["weights", "q_heads", "output"], ["no_scale", "none"]); // by day one for each element
  for (const [i, tag] of ["mha-explainer", "mha-shape-walk", "mha-memory"].entries()) {
    await ready(page, tag);
    for (const [step, wrong] of sample(cases, i)) {
      await page.evaluate(
        async ([tag, step, wrong]) => {
          const element = /** @type {any} */ (document.querySelector(tag));
          Object.assign(element, { step, wrong });
          await element.updateComplete;
          element.attention = { data: [1, 0, 0, 0.5, 0.5, 0, NaN, 0.5, 0], shape: [1, 3, 3] };
          await element.updateComplete;
        },
        [tag, step, wrong],
      );
      await drawn(page);
      await page.evaluate(async (tag) => {
        const element = /** @type {any} */ (document.querySelector(tag));
        element.attention = null;
        await element.updateComplete;
      }, tag);
      await drawn(page);
    }
  }
  const other = seen.errors.filter((error) => !error.includes('"no_scale" needs a layer')); // expected warning
  assert.deepEqual({ other, violations: seen.violations }, { other: [], violations: [] });
  await close();
});

test("an element without steps offers no picture or numbers of steps, and names an element that does", async () => {
  const { page, close } = await browser.open("attention.html");
  await ready(page, "mha-shape-walk");
  const said = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-shape-walk"));
    element.attention = { data: [1, 0, 0.5, 0.5], shape: [1, 2, 2] };
    return Promise.all([element.toSVG().catch(String), element.toCSV().catch(String)]);
  });
  for (const each of said) assert.match(each, /mha-heads shows it/);
  await close();
});

const SENTENCE = { tokens: "The animal did not cross the street", dModel: 16, heads: 4 };

/** @type {Record<string, import("../../web/render/index.js").RenderOptions>} */
const PICTURES = {
  ...Object.fromEntries(
    ["x", "q", "q_split", "k_heads", "scores", "weights", "context", "context_c", "output"].map((step) => [
      `the walk at ${step}`,
      { ...SENTENCE, step, head: 1, token: 2 },
    ]),
  ),
  "the walk, causal and grouped": { ...SENTENCE, causal: true, kvHeads: 2, step: "weights", head: 3 },
  "the walk on a wrong path": { ...SENTENCE, step: "weights", wrong: "no_scale" },
  "the walk on a wrong view": { ...SENTENCE, step: "q_heads", wrong: "view_without_transpose" },
  "all heads": { ...SENTENCE, view: "heads" },
  "their maps, in viridis": { ...SENTENCE, view: "map", colormap: "viridis", token: 1 },
  "one head": { ...SENTENCE, view: "head", head: 2, token: 3 },
  "one head on a wrong path": { ...SENTENCE, view: "head", head: 2, wrong: "softmax_axis" },
  "the memory": { ...SENTENCE, view: "memory", step: "q_heads", head: 1, token: 1 },
  "the memory at a copy": { ...SENTENCE, view: "memory", step: "context_c", head: 1, token: 1 },
};

/** As an author could want it. @type {Record<string, import("../../web/render/index.js").RenderOptions["look"]>} */
const LOOKS = {
  "an accent alone": { accent: "#a03" },
  "ink and paper, and fonts of several words": {
    ...{
      ink: "#22313F",
      paper: "#fff8ec",
      font: 'Times New Roman,\'Georgia\',  "Source Serif 4", "serif", serif',
    },
    "font-mono": "-x-mono, 'Noto  Sans Mono', monospace",
  },
  "every tone, every axis": {
    ...{
      paper: "#101820",
      card: "#182430",
      ink: "#f0f0e0",
      accent: "#ffb000",
      muted: "#a0a8b0",
      hairline: "#304050",
    },
    ...{ B: "#aaaaaa", T: "#ff8866", H: "#88aaff", d_k: "#66ddcc", d_model: "#cc99ff" },
  },
  "a heat of one colour": { heat: "#a03000" },
  "a heat of several": { heat: "#fff, #fa0,#a03000" },
  "a heat by its name": { heat: "cividis", ink: "#333" },
};

/** @type {[string, object][]} */
const SHOWING = [
  ["the walk", { step: "weights", head: 1, token: 2 }],
  ["maps", { view: "map", token: 1 }],
  ["the memory", { view: "memory", step: "q_heads", head: 1, token: 1 }],
];

const DRESSED = Object.fromEntries(
  pairs(Object.entries(LOOKS), SHOWING).map(([[name, look], [view, options]]) => [
    `${view} in ${name}`,
    { ...SENTENCE, ...options, look },
  ]),
);

/** The page on which the elements stand, one after the other. */
const shared = useOnce(() => browser.open("bytes.html", { ...LOW, isFresh: true }));

const THEMES = /** @type {const} */ (["light", "dark"]);

/** By day the test leaves out steps whose pictures have the same parts as another's. */
const SHOWN = Object.entries(PICTURES).filter(
  ([name]) => IS_NIGHTLY || !/^the walk at (q|k_heads|scores|context|output)$/.test(name),
);

for (const [[what, options], theme] of pairs([...SHOWN, ...Object.entries(DRESSED)], THEMES))
  test(`${what} gives equal files, in the ${theme} theme`, async () => {
    const { page, seen } = await shared();
    const given = { ...options, theme };
    const [svg, csv] = await page.evaluate(async (all) => {
      const { wrong = "none", look = {}, ...others } = all;
      const element = /** @type {any} */ (document.createElement("mha-explainer"));
      Object.assign(element, { ...others, wrong, loading: "eager" });
      for (const [name, value] of Object.entries(look)) element.style.setProperty(`--mha-${name}`, value);
      document.querySelector("main")?.replaceChildren(element);
      await element.loaded();
      while (wrong !== (element.store.state.comparison?.fault ?? "none"))
        await new Promise((resolve) => setTimeout(resolve, 5));
      const { measureText } = await import(/** @type {any} */ ("./measure.js"));
      return [await element.toSVG({ width: 640, measure: measureText }), await element.toCSV()];
    }, /** @type {any} */ (given));
    assert.equal(svg, await renderSVG({ ...given, width: 640 }), `${what}, ${theme}`);
    assert.equal(csv, await renderCSV(given), `${what}, ${theme}: the numbers`);
    seen.assertQuiet();
  });

test("the kernel has the same bits in Chromium as natively", { skip: NO_PROBE }, async () => {
  const { page, close } = await browser.open("icon.svg"); // any page of the site
  const base64 = await readFile(PROBE_WASM, "base64");
  const lines = await page.evaluate(
    `(${runProbe})(Uint8Array.from(atob("${base64}"), (char) => char.charCodeAt(0)))`,
  );
  for (const { compiler, lines: expected } of await nativeResults())
    assert.deepEqual(lines, expected, compiler);
  await close();
});
