// Pictures and numbers without a browser.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import test from "node:test";
import { HeadscopeError, measureText, renderCSV, renderNumbers, renderSVG } from "../../web/render/index.js";
import { shareInFour } from "../../web/kit/text/share.js";
import { csvLine } from "../../web/kit/state/csv.js";
import { sample } from "../browser/support/nightly.js";

const FOLDER = new URL("../fixtures/svg/", import.meta.url);
const SMALL = { tokens: "The cat sat", dModel: 8, heads: 2, width: 480 };

/** Every view, the walk at steps that look different, and a wrong path. */
const PICTURES = {
  weights: { step: "weights" },
  split: { step: "q_split", token: 1 },
  wrong: { step: "weights", wrong: "no_scale" },
  heads: { view: "heads" },
  map: { view: "map", head: 1 },
  head: { view: "head", head: 1, token: 2 },
  memory: { view: "memory", step: "q_heads", head: 1, token: 1 },
};

/** @param {keyof typeof PICTURES} name @param {string} theme */
const drawnOn = (name, theme) => renderSVG(/** @type {any} */ ({ ...SMALL, ...PICTURES[name], theme }));

/** Pictures that together have all kinds of marks: cells, outlines, curves, pale curves, and plain, bold, turned and monospaced text. */
for (const [name, theme] of /** @type {const} */ ([
  ["weights", "light"],
  ["wrong", "dark"],
  ["head", "dark"],
  ["memory", "light"],
]))
  test(`${name} rendered on ${theme} is the golden picture (UPDATE_GOLDENS=1 writes it anew: look at it then)`, async () => {
    const svg = await drawnOn(name, theme);
    const file = new URL(`rendered-${name}-${theme}.svg`, FOLDER);
    if (process.env.UPDATE_GOLDENS) await writeFile(file, svg);
    assert.equal(svg, await readFile(file, "utf8"));
  });

/** What a picture shows, without its colours. @param {string} svg */
function withoutColours(svg) {
  const lines = svg.replaceAll(/ (fill|stroke)="[^"]*"/g, "").split("\n");
  const isCells = (/** @type {string} */ line) =>
    /^<path d="M[^"]*z"( shape-rendering="crispEdges")?\/>$/.test(line); // one for each colour
  const cells = lines.filter(isCells).flatMap((line) => line.match(/M[^M"]+/g) ?? []);
  return { cells: cells.sort(), others: lines.filter((line) => !isCells(line)) };
}

for (const name of /** @type {(keyof typeof PICTURES)[]} */ (Object.keys(PICTURES)))
  test(`${name} rendered on dark differs from light in its colours only`, async () => {
    const [light, dark] = await Promise.all([drawnOn(name, "light"), drawnOn(name, "dark")]);
    assert.deepEqual(withoutColours(dark), withoutColours(light));
    assert.match(light, /<rect [^>]*fill="#fbfaf7"\/>/);
    assert.match(dark, /<rect [^>]*fill="#14151a"\/>/);
  });

/** The texts of a picture, in their order. @param {string} svg */
const wordsIn = (svg) =>
  [...svg.matchAll(/>([^<]*)<\/text>/g)].map(([, words]) =>
    words.replaceAll("&#60;", "<").replaceAll("&#62;", ">"),
  );

test("the pictures of all heads have the core's weights, and that of a step its words and shapes", async () => {
  const { tensors } = await renderNumbers({ ...SMALL, step: "weights" });
  const weights = Array.from(tensors?.[0].data ?? [], shareInFour);
  assert.equal(weights.length, 18);
  for (const name of /** @type {const} */ (["heads", "map"])) {
    const words = wordsIn(await drawnOn(name, "light"));
    assert.deepEqual(words.filter((word) => /^(\d|[<>])\.\d\d$/.test(word)).slice(0, 18), weights, name);
    for (const word of ["head 0", "head 1", "The", "cat", "sat", "1 · one scale for all heads"])
      assert.ok(words.includes(word), `${name}: ${word}`);
  }
  const [before, after] = wordsIn(await drawnOn("split", "light"))
    .join(" ")
    .split("After");
  assert.match(before, /^Before {2}· {2}q {2}1 × 3 × 8 The cat sat/);
  assert.match(after, /q_split {2}1 × 3 × 2 × 4/);
});

test("every view has its own picture, with the requested width and its title", async () => {
  const titles = [];
  for (const view of /** @type {const} */ (["walk", "heads", "map", "head", "memory"])) {
    const svg = await renderSVG({ ...SMALL, view, head: 1 });
    assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="-4 -4 480 /);
    titles.push(/<title>(.*): multi-head attention<\/title>/.exec(svg)?.[1]);
  }
  assert.deepEqual(titles, [
    "Transpose to heads",
    "Attention of every head",
    "Attention of every head",
    "Head 1",
    "The memory behind q_heads",
  ]);
  assert.match(await renderSVG({ ...SMALL, alt: "A < B" }), /<title>A &#60; B<\/title>/);
  assert.match(await renderSVG({ ...SMALL, wrong: "no_scale" }), /<title>The wider the head, the sharper: /);
});

test("text is written as SVG text, in font families that end with a generic one", async () => {
  const svg = await renderSVG({ ...SMALL, step: "weights" });
  assert.match(svg, />The<\/text>/);
  for (const [, family] of svg.matchAll(/font-family="([^"]+)"/g))
    assert.match(family, /, (sans-serif|monospace)$/);
});

test("numbers are the core's, as CSV and as arrays", async () => {
  const { tensors, state } = await renderNumbers({ ...SMALL, step: "weights", causal: true });
  assert.deepEqual(
    tensors?.map(({ id, shape }) => [id, shape]),
    [["weights", [1, 2, 3, 3]]],
  );
  assert.equal(state.causal, true);
  const csv = await renderCSV({ ...SMALL, step: "weights", causal: true });
  const values = csv
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => Number(line.split(",").at(-1)));
  assert.deepEqual(values, Array.from(tensors?.[0].data ?? []));
  const { heads } = await renderNumbers({ ...SMALL, view: "heads" });
  assert.equal(heads?.length, 2);
  const beside = await renderNumbers({ ...SMALL, wrong: "no_scale" });
  assert.deepEqual(
    beside.tensors?.map(({ path, id }) => [path, id]),
    [
      ["right", "weights"],
      ["wrong", "weights"],
    ],
  );
});

test("own attention is drawn, and a model is trained for a picture of its head", async () => {
  const attention = { data: [1, 0, 0.25, 0.75], shape: [1, 2, 2] };
  assert.match(await renderSVG({ attention, tokens: ["a", "b"] }), /<title>Attention of every head/);
  const { tensors } = await renderNumbers({ attention, view: "map" });
  assert.deepEqual(Array.from(tensors?.[0].data ?? []), attention.data);
});

test("omitted looks take the page's defaults", async () => {
  const plain = await renderSVG(SMALL);
  for (const look of [undefined, null, {}, { accent: "", ink: null }, { font: undefined }, { font: "  " }])
    assert.equal(await renderSVG(/** @type {any} */ ({ ...SMALL, look })), plain);
  const dressed = await renderSVG({
    ...SMALL,
    look: { paper: "#fff8ec", ink: "#123", font: "Menlo" },
  });
  assert.match(dressed, /<rect [^>]*fill="#fff8ec"\/>\n[^]*fill="#112233"/);
  assert.match(dressed, /font-family="Menlo"/);
  assert.doesNotMatch(dressed, /#1d1c1a|system-ui/);
});

for (const [what, options, error, message] of /** @type {[string, any, any, RegExp][]} */ ([
  ["no tokens", {}, RangeError, /no tokens: give a sentence/],
  ["an option that there is not", { widht: 3 }, TypeError, /option "widht" is none of tokens, dModel/],
  ["a width that is none", { width: -2 }, RangeError, /width -2 is not a number of px above 0/],
  ["a theme that there is not", { theme: "blue" }, RangeError, /theme "blue" is none of light, dark/],
  ["a view that there is not", { view: "all" }, RangeError, /view "all" is none of walk, heads/],
  [
    "a look that is none",
    { look: "red" },
    TypeError,
    /^look is "red"; expected colours and fonts by their names/,
  ],
  ["a look in a list", { look: ["#a03"] }, TypeError, /^look is \["#a03"\]; expected/],
  [
    "a look's name",
    { look: { __proto__: null, constructor: "#a03" } },
    RangeError,
    /^look "constructor" is none of/,
  ],
  [
    "a look's colour",
    { look: { T: "#a03000ff" } },
    RangeError,
    /^T "#a03000ff" is no colour of three or six/,
  ],
  [
    "a colour that is no text",
    { look: { ink: { toString: () => '"/><script>' } } },
    RangeError,
    /^ink "\\"\/><script>" is no colour/,
  ],
  [
    "a look's fonts",
    { look: { font: 'a"/><b' } },
    RangeError,
    /^font "a\\"\/><b" is no list of fonts, as Georgia/,
  ],
  [
    "a keyword for a font",
    { look: { font: "inherit" } },
    RangeError,
    /^font "inherit" names no font, but a keyword/,
  ],
  [
    "a look's heat",
    { look: { heat: "#fff,,#000" } },
    RangeError,
    /^heat "#fff,,#000" is no colours, as #a03000 or #ffffff,#a03000, and none of blue, viridis, cividis/,
  ],
  ["a step that there is not", { step: "softmax" }, RangeError, /step "softmax" is none of x, q, k, v, /],
  ["a head that there is not", { head: 9 }, RangeError, /head 9 is not there: they go from 0 to 1/],
  ["a wrong path that there is not", { wrong: "all" }, RangeError, /wrong "all" is none of none, view/],
  ["a wrong path that cannot be taken", { wrong: "raw_inputs", dK: 3 }, RangeError, /needs inputs as wide/],
  [
    "sizes that do not go together",
    { dModel: 10, heads: 4 },
    HeadscopeError,
    /d_model 10 is not divisible by heads 4/,
  ],
]))
  test(`${what} is refused with a message`, async () => {
    const given = what === "no tokens" ? options : { ...SMALL, ...options };
    for (const render of [renderSVG, renderCSV, renderNumbers])
      await assert.rejects(render(given), (/** @type {Error} */ caught) => {
        assert.ok(caught instanceof error, caught.name);
        assert.match(caught.message, message);
        return true;
      });
  });

test("text has the same width on every machine", () => {
  assert.equal(measureText("animal", 12.5), ((1255 + 1298 + 569 + 1995 + 1255 + 569) / 2048) * 12.5);
  assert.ok(measureText("animal", 12.5, true) > measureText("animal", 12.5));
  assert.equal(measureText("动物", 10), 20);
  assert.equal(measureText("e\u0301", 10), measureText("e", 10));
  assert.ok(measureText("\u{10400}", 10) > 0, "of what it does not know an average letter");
});

test("NaN in the numbers gives no NaN in attributes, in any view", async () => {
  const [tokens, dModel] = [["a", "b", "c", "d"], 8];
  const { state } = await renderNumbers({ tokens, dModel, heads: 2 });
  assert.equal(state.dModel, dModel);
  const views = [
    ...["x", "q", "q_heads", "k_t", "scores", "weights", "context", "concat", "output"].map((step) => ({
      step,
    })),
    ...["heads", "map", "memory"].map((view) => ({ view })),
    ...["map", "arcs", "text", "products", "plane"].map((headView) => ({ view: "head", headView })),
  ];
  const spoils = [
    (/** @type {Float32Array} */ data) => (data[5] = NaN),
    (/** @type {Float32Array} */ data) => data.fill(NaN),
    (/** @type {Float32Array} */ data) => ([data[5], data[9]] = [Infinity, -Infinity]),
    (/** @type {Float32Array} */ data) => data.fill(3e38),
  ];
  for (const [i, spoil] of spoils.entries())
    for (const [j, view] of views.entries())
      for (const name of sample(["input", "parameters"], (i + j) % 2)) {
        const data = Float32Array.from({ length: (name === "input" ? 4 : dModel) * dModel }, (_, i) =>
          Math.sin(i),
        );
        spoil(data);
        const own =
          name === "input" ? { data, shape: [4, dModel] } : { wQ: data, wK: data, wV: data, wO: data };
        const options = { tokens, dModel, heads: 2, [name]: own, head: 1, token: 1, keyToken: 0, ...view };
        const svg = await renderSVG(/** @type {any} */ (options));
        assert.doesNotMatch(svg, / [\w-]+="[^"]*(NaN|Infinity|undefined)/, JSON.stringify({ name, ...view }));
      }
});

test("the language model's heads are drawn on the pieces that it reads", async () => {
  const svg = await renderSVG({ tokens: "The cat was tired.", weights: "language", layer: 2, view: "map" });
  assert.match(svg, /##ired/);
  assert.match(svg, /layer 2, head 3/);
});

test("attention is drawn over an image, whose pixels, grid and attention are asked for", async () => {
  const attention = { data: Array(49).fill(1 / 7), shape: [1, 7, 7] };
  const image = { data: new Uint8Array(4 * 6 * 3), shape: [4, 6, 3] };
  const over = { attention, image, grid: /** @type {const} */ ([2, 3]), extra: 1 };
  assert.match(await renderSVG({ ...over, view: "heads" }), /<image [^>]*href="data:image\/png/);
  const refused = (/** @type {any} */ options, /** @type {RegExp} */ message) =>
    assert.rejects(renderSVG(options), (/** @type {any} */ error) => {
      assert.ok(error instanceof TypeError, `${error}`);
      assert.match(error.message, message);
      return true;
    });
  await refused({ ...over, image: "cat.png" }, /^image is "cat.png"; expected pixels as \{ data, shape/);
  await refused({ ...over, grid: undefined }, /^image without a grid: set grid/);
  await refused({ attention, extra: 1 }, /^extra 1 counts the tokens before the patches: set grid/);
  await refused({ ...over, attention: undefined }, /^image and grid without attention: pass attention as/);
  await refused({ ...over, attention: "llama-3" }, /^image and grid without attention/);
  const cut = { attention: { data: Array(36).fill(1 / 6), shape: [1, 6, 6] }, grid: over.grid };
  assert.match(await renderSVG({ ...cut, extra: /** @type {any} */ (null), view: "heads" }), /^<svg|^<\?xml/);
});

test("a model's name gives its attention, other options take precedence, and an unknown name is refused", async () => {
  const named = { tokens: "The cat sat", attention: "llama-3" };
  const { state } = await renderNumbers({ ...named, ropeBase: 100 });
  assert.deepEqual([state.rope, state.ropeBase, state.heads, state.kvHeads], ["half", 100, 32, 8]);
  assert.match(await renderSVG({ ...named, step: "q_rope" }), /<title>Rotate the queries: /);
  const latent = await renderNumbers({ tokens: "The cat sat", attention: "deepseek-v2", step: "latent" });
  assert.deepEqual(latent.tensors?.[0].shape, [1, 3, 32]);
  await assert.rejects(renderSVG({ tokens: "The", attention: "gpt-9" }), {
    name: "RangeError",
    message: /attention "gpt-9" is none of transformer, bert/,
  });
});

// CSV as in RFC 4180, for numbers and for any words that a reader types.

test("numbers have full precision, and text with commas, quotes or line breaks is quoted", () => {
  const row = [-0.1, 1e-9, -Infinity, NaN, "-1.5", "-1e-9", "a", 'say "x"', "a,b", "a\nb"];
  assert.equal(csvLine(row), '-0.1,1e-9,-Infinity,NaN,-1.5,-1e-9,a,"say ""x""","a,b","a\nb"\r\n');
});

test("text that a spreadsheet would run as a formula is escaped", () => {
  assert.equal(
    csvLine(["=1+1", "+1", "-x", "@SUM(A1)", "\t=1", '=HYPERLINK("x","y")', "-"]),
    `'=1+1,'+1,'-x,'@SUM(A1),'\t=1,"'=HYPERLINK(""x"",""y"")",'-\r\n`,
  );
});

test("a sentence of formulas is written as text", async () => {
  const csv = await renderCSV({
    tokens: ["=cmd|' /C calc'!A0", "@x", "cat"],
    dModel: 8,
    heads: 2,
    view: "head",
    head: 0,
  });
  for (const cell of csv.split(/[,\r\n]+/)) assert.doesNotMatch(cell, /^"?[=@+]/, cell);
  assert.match(csv, /'=cmd/);
});
