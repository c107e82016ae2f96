// A picture's file is byte-identical with and without a browser, given the same text widths.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { renderCSV, renderSVG } from "../../web/render/index.js";
import { useBrowser, useOnce } from "./support/index.js";
import { pairs } from "./support/nightly.js";

const source = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../web/render/${name}`, import.meta.url), "utf8");

const browser = useBrowser({
  "measure.js": source("measure.js"),
  "widths.js": source("widths.js"),
  "bytes.html": `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,">
    <script type="module" src="headscope.js"></script></head><body><main></main></body></html>`,
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
const VIEWS = [
  ["the walk", { step: "weights", head: 1, token: 2 }],
  ["maps", { view: "map", token: 1 }],
  ["the memory", { view: "memory", step: "q_heads", head: 1, token: 1 }],
];

const DRESSED = Object.fromEntries(
  pairs(Object.entries(LOOKS), VIEWS).map(([[name, look], [view, options]]) => [
    `${view} in ${name}`,
    { ...SENTENCE, ...options, look },
  ]),
);

/** The page on which the elements stand, one after the other. */
const shared = useOnce(() => browser.open("bytes.html"));

const THEMES = /** @type {const} */ (["light", "dark"]);

for (const [[what, options], theme] of pairs(Object.entries({ ...PICTURES, ...DRESSED }), THEMES))
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
