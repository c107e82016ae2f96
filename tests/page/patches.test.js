// Attention over an image: the grid among the tokens, pixels, rollout, what is drawn and saved.
import assert from "node:assert/strict";
import test from "node:test";
import { inflateSync } from "node:zlib";
import { overlayMarks, patchAt, patchesAlong } from "../../web/kit/draw/patches.js";
import { numbersOf } from "../../web/kit/draw/numbers.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { scaleOf } from "../../web/kit/draw/scale.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { NOTHING_OWN } from "../../web/kit/state/own.js";
import { rasterOf } from "../../web/kit/state/png.js";
import { Store } from "../../web/kit/state/store.js";
import { messageText } from "../../web/kit/text/words.js";
import {
  largeTitle,
  patchHeadPicture,
  patchHeadScene,
  patchHeadsScene,
} from "../../web/patches/draw/patch-scenes.js";
import { nameOfToken } from "../../web/patches/state/names.js";
import { Patches } from "../../web/patches/state/patches.js";
import { pixelsOf } from "../../web/patches/state/pixels.js";
import { rolloutOf } from "../../web/patches/state/rollout.js";
import { onPatches, othersOf, shownIn, tokenTowards } from "../../web/patches/state/shown.js";
import { PATCHES } from "../../web/patches/words.js";
import * as french from "../../web/kit/text/over-image.fr.js";
import { measure } from "./support/pictures.js";

const surface = { width: 640, palette: LIGHT, measure };

/** An image of 6 by 4 pixels, each another colour. */
const image = await rasterOf(
  pixelsOf({ data: Uint8Array.from({ length: 72 }, (_, i) => i * 3), shape: [4, 6, 3] }),
);

/** Attention whose weights differ in every layer, head and row, and add up to 1. @param {number[]} shape */
function attention(...shape) {
  const keys = /** @type {number} */ (shape.at(-1));
  const rows = shape.reduce((product, size) => product * size, 1) / keys;
  const data = Array.from({ length: rows }, (_, row) => {
    const weights = Array.from({ length: keys }, (_, key) => 1 + ((3 * row + 5 * key) % 7));
    const sum = weights.reduce((a, b) => a + b);
    return weights.map((weight) => weight / sum);
  });
  return { data: data.flat(), shape };
}

/** A store that shows attention over 2 by 3 patches after [CLS]. @param {{ given?: any, patches?: Patches, tokens?: string[] }} [how] */
async function storeOf({
  given = attention(2, 3, 7, 7),
  patches = new Patches([2, 3], 1, { image }),
  tokens,
} = {}) {
  const store = new Store();
  store.give({ attention: given, patches });
  if (tokens) store.take({ tokens });
  await store.load();
  return store;
}

test("the tokens of a grid are named by row and column from 1, after the extra ones", async () => {
  const { picture, selection } = (await storeOf()).state;
  assert.deepEqual(picture?.settings.tokens.slice(0, 5), [
    "[CLS]",
    "row 1, column 1",
    "row 1, column 2",
    "row 1, column 3",
    "row 2, column 1",
  ]);
  assert.equal(selection.token, 0, "[CLS] asks first");
  const { patches } = /** @type {any} */ (picture);
  assert.equal(
    nameOfToken(patches, picture?.settings.tokens ?? [], 6, { locale: french }),
    "ligne 2, colonne 3",
  );
});

test("words may follow the patches, and the grid may be that of the keys alone", async () => {
  const mixed = await storeOf({ given: attention(1, 9, 9), tokens: ["<s>", "what", "is"] });
  const { tokens = [] } = mixed.state.picture?.settings ?? {};
  assert.deepEqual(
    [tokens[0], tokens[1], tokens[6], tokens[7], tokens[8]],
    ["<s>", "row 1, column 1", "row 2, column 3", "what", "is"],
  );
  const crossed = await storeOf({ given: attention(2, 4, 6), patches: new Patches([2, 3]) });
  const { settings } = /** @type {any} */ (crossed.state.picture);
  assert.deepEqual([settings.tokens, settings.keyTokens[5]], [["0", "1", "2", "3"], "row 2, column 3"]);
  assert.equal(shownIn(crossed.state).isSquare, false);
});

test("names of keys that are the queries too are refused", async () => {
  const store = new Store();
  store.give({ attention: attention(1, 6, 6), patches: new Patches([2, 3]) });
  store.take({ keyTokens: ["a", "b"] });
  await store.load();
  const { picture, problem } = store.state;
  assert.equal(picture, null);
  assert.match(problem?.message ?? "", /keyTokens 2 for 6 queries and 6 keys: .* which tokens alone names/);
});

test("the error of a broken image comes before the notes on the weights", async () => {
  const trouble = { id: "patches_image_undecoded", parameters: {}, message: "it is no picture" };
  const given = attention(1, 7, 7);
  given.data[0] = -1;
  const { picture } = (
    await storeOf({ given, patches: new Patches([2, 3], 1, { trouble: /** @type {any} */ (trouble) }) })
  ).state;
  assert.equal(picture?.notices[0], trouble);
  assert.equal(picture?.notices.length, 3);
});

test("a figure of one head names one head", () => {
  assert.match(PATCHES.heads({ heads: 1 }), /^The weights of 1 head over/);
  assert.match(PATCHES.heads({ heads: 2 }), /^The weights of 2 heads over/);
});

test("an image without attention leaves a layer its number of tokens", async () => {
  const store = new Store();
  store.give({ patches: new Patches([2, 3]) });
  store.take({ tokens: Array.from({ length: 513 }, (_, i) => `word ${i}`) });
  await store.load();
  assert.match(store.state.problem?.message ?? "", /513.*512/);
});

test("an image has more tokens than a sentence", async () => {
  const { picture, problem } = (
    await storeOf({ given: attention(1, 577, 577), patches: new Patches([24, 24], 1) })
  ).state;
  assert.deepEqual([problem, picture?.settings.tokens.length], [null, 577]);
});

for (const [name, given, count, said] of /** @type {const} */ ([
  [
    "no extra token",
    [[14, 14], 0],
    197,
    /14 by 14 after extra 0 makes 196 tokens, and the attention has 197 keys: set extra to 1, or name the tokens that are no patches, 1 of them/,
  ],
  [
    "a larger grid",
    [[14, 14], 1],
    50,
    /makes 197 tokens, and the attention has 50 keys: set grid to \[7, 7\]$/,
  ],
  ["too many extra tokens", [[3, 3], 4], 11, /set extra to 2$/],
  [
    "another square and words",
    [[3, 3], 0],
    16,
    /set grid to \[4, 4\], set extra to 7, or name the tokens that are no patches, 7 of them/,
  ],
  ["nothing that fits", [[9, 9], 1], 12, /rows times columns plus extra is the number of keys$/],
]))
  test(`a grid that does not fit is refused with what would: ${name}`, async () => {
    const { picture, problem } = (
      await storeOf({ given: attention(1, count, count), patches: new Patches(given[0], given[1]) })
    ).state;
    assert.equal(picture, null);
    assert.match(problem?.message ?? "", said);
  });

test("grids and extra tokens that are none are refused with what was given", () => {
  assert.throws(() => new Patches([14]), /grid is \[14\]; expected two whole numbers above 0/);
  assert.throws(() => new Patches("a b"), /grid is "a b"; expected/);
  assert.throws(() => new Patches([2, 2], -1), /extra is -1; expected/);
  const { rows, columns, extra } = new Patches("14 x 16", "5");
  assert.deepEqual([rows, columns, extra], [14, 16, 5], "as attributes write them");
});

test("names of the wrong number are refused with both numbers", async () => {
  const { problem } = (await storeOf({ tokens: ["a", "b"] })).state;
  assert.match(
    problem?.message ?? "",
    /tokens 2 for 7 keys, of which 6 are patches: name the 1 that are none, or all 7/,
  );
});

test("pixels are bytes, or numbers from 0 to 1; grey and transparent ones too", () => {
  const rgb = (/** @type {any} */ data, /** @type {number[]} */ shape) => [...pixelsOf({ data, shape }).rgba];
  assert.deepEqual(rgb(Uint8Array.of(1, 2, 3), [1, 1, 3]), [1, 2, 3, 255]);
  assert.deepEqual(rgb(Float32Array.of(0, 0.5, 1), [1, 1, 3]), [0, 128, 255, 255]);
  assert.deepEqual(rgb([7, 200], [1, 2]), [7, 7, 7, 255, 200, 200, 200, 255]);
  assert.deepEqual(rgb(Uint8Array.of(0, 0, 0, 0), [1, 1, 4]), [255, 255, 255, 255], "transparent on white");
});

test("an image of another shape or with normalised numbers is refused with the mend", () => {
  const refusal = (/** @type {any} */ data, /** @type {number[]} */ shape) => () => pixelsOf({ data, shape });
  assert.throws(refusal([], [3, 4, 5]), /shape \(3, 4, 5\); expected \(height, width, 3\)/);
  assert.throws(refusal([1], [1, 1, 3]), /shape \(1, 1, 3\) has 3 numbers, and data has 1/);
  assert.throws(refusal([-1.5, 2, 0], [1, 1, 3]), /from -1.5 to 2; .* pixels \* std \+ mean/);
  assert.throws(refusal([NaN, 2, 0], [1, 1, 3]), /from NaN to NaN/);
  assert.throws(refusal(["a", 0, 0], [1, 1, 3]), /data of image holds "a"; expected numbers from 0 to 255/);
  assert.throws(refusal("abc", [1, 1, 3]), /holds "a"; expected numbers/);
  assert.throws(refusal([0, {}, 0], [1, 1, 3]), /data of image holds .*; expected numbers/);
  assert.throws(refusal(new Array(3), [1, 1, 3]), /holds undefined; expected numbers/);
  assert.throws(refusal(BigInt64Array.of(0n, 1n, 2n), [1, 1, 3]), /holds 0n?; expected numbers/);
});

test("the PNG of an image has its pixels", () => {
  const png = Buffer.from(image.href.split(",")[1], "base64");
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [6, 4]);
  const start = png.indexOf("IDAT");
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  assert.deepEqual([...rows.subarray(19, 25)], [0, 54, 57, 60, 63, 66], "the second row, after its filter");
});

/** Three layers of two heads, five tokens, and rows and a column of their rollout, by NumPy: r = (A.mean(0) + I) / 2 @ r. */
const MAPS = [
  [
    0.242, 0.182, 0.182, 0.242, 0.152, 0.35, 0.35, 0.1, 0.05, 0.15, 0.13, 0.304, 0.348, 0.043, 0.175, 0.333,
    0.095, 0.333, 0.048, 0.191, 0.318, 0.136, 0.136, 0.136, 0.274,
  ],
  [
    0.125, 0.333, 0.167, 0.167, 0.208, 0.167, 0.167, 0.167, 0.267, 0.232, 0.241, 0.207, 0.172, 0.103, 0.277,
    0.182, 0.091, 0.318, 0.091, 0.318, 0.417, 0.083, 0.083, 0.333, 0.084,
  ],
  [
    0.077, 0.192, 0.308, 0.154, 0.269, 0.267, 0.233, 0.2, 0.133, 0.167, 0.143, 0.19, 0.19, 0.095, 0.382,
    0.056, 0.056, 0.111, 0.444, 0.333, 0.348, 0.087, 0.261, 0.13, 0.174,
  ],
  [
    0.048, 0.238, 0.333, 0.286, 0.095, 0.192, 0.115, 0.308, 0.308, 0.077, 0.156, 0.25, 0.219, 0.188, 0.187,
    0.071, 0.429, 0.286, 0.071, 0.143, 0.179, 0.214, 0.179, 0.179, 0.249,
  ],
  [
    0.286, 0.143, 0.286, 0.238, 0.047, 0.053, 0.316, 0.211, 0.263, 0.157, 0.105, 0.105, 0.211, 0.368, 0.211,
    0.154, 0.192, 0.308, 0.154, 0.192, 0.167, 0.208, 0.167, 0.25, 0.208,
  ],
  [
    0.24, 0.32, 0.08, 0.2, 0.16, 0.176, 0.118, 0.059, 0.235, 0.412, 0.043, 0.174, 0.348, 0.348, 0.087, 0.067,
    0.4, 0.067, 0.2, 0.266, 0.333, 0.048, 0.286, 0.238, 0.095,
  ],
];
const ROLLOUT = {
  row: [0.298197, 0.1878684, 0.193942, 0.1578645, 0.1621281],
  column: [0.1578645, 0.1576369, 0.1492615, 0.2667549, 0.1589536],
  second: [0.149557, 0.1668571, 0.4125847, 0.0928552, 0.1781461],
};

test("rollout has NumPy's numbers, up to the layer on show", () => {
  const own = { ...NOTHING_OWN, attention: { data: MAPS.flat(), shape: [3, 2, 5, 5] } };
  const close = (/** @type {Float64Array} */ found, /** @type {number[]} */ wanted) =>
    found.forEach((value, i) =>
      assert.ok(Math.abs(value - wanted[i]) < 1e-6, `${i}: ${value}, ${wanted[i]}`),
    );
  close(rolloutOf({ ...own, layer: 2 }, 0, "row"), ROLLOUT.row);
  close(rolloutOf({ ...own, layer: 2 }, 3, "column"), ROLLOUT.column);
  close(rolloutOf({ ...own, layer: 1 }, 2, "row"), ROLLOUT.second);
});

test("rollout of weights that are no numbers is no number", () => {
  const attention = { data: Array(18).fill(1 / 3), shape: [2, 1, 3, 3] };
  attention.data[9] = NaN;
  const found = rolloutOf({ ...NOTHING_OWN, attention, layer: 1 }, 0, "row");
  assert.deepEqual([...found], [NaN, NaN, NaN]);
});

test("rollout follows attention that changes in place and is given again", () => {
  const attention = { data: Array(18).fill(1 / 3), shape: [2, 1, 3, 3] };
  const first = rolloutOf({ ...NOTHING_OWN, attention, layer: 1 }, 0, "row");
  attention.data.fill(0);
  const second = rolloutOf({ ...NOTHING_OWN, attention, layer: 1 }, 0, "row");
  assert.ok(Math.abs(first[0] - 1 / 2) < 1e-6, `${first}`);
  assert.deepEqual([...second], [1 / 4, 0, 0]);
});

test("a head's weights are the row of the patch that asks, or the column of the patch that is looked at", async () => {
  const store = await storeOf();
  store.select({ head: 1, token: 4, key: 4 });
  const values = store.state.picture?.values("weights") ?? [];
  assert.deepEqual(Array.from(shownIn(store.state).large()), [...values.slice(49 + 28, 49 + 35)]);
  store.look({ patchView: "reverse" });
  const { large, patches } = shownIn(store.state);
  assert.deepEqual(
    Array.from(large()),
    Array.from({ length: 7 }, (_, query) => values[49 + 7 * query + 4]),
  );
  assert.equal(onPatches(patches, large()).length, 6);
});

test("the mean of the heads is the core's, and is titled", async () => {
  const store = await storeOf();
  store.look({ together: "mean" });
  const values = store.state.picture?.values("weights") ?? [];
  const mean = [0, 1, 2].reduce((sum, head) => sum + values[49 * head + 2] / 3, 0);
  assert.ok(Math.abs(shownIn(store.state).large()[2] - mean) < 1e-6);
  assert.equal(largeTitle(store.state, {}), "Layer 0, mean of the heads");
  store.look({ together: "rollout" });
  assert.equal(largeTitle(store.state, {}), "Rollout, layers 0 to 0");
});

test("arrows walk over the grid, and lead from other tokens to its first patch", () => {
  const patches = new Patches([2, 3], 1);
  const by = (/** @type {number} */ token, /** @type {number} */ dx, /** @type {number} */ dy) =>
    tokenTowards(patches, token, { dx, dy });
  assert.deepEqual(
    [by(0, 1, 0), by(1, 1, 0), by(3, 1, 0), by(2, 0, 1), by(5, 0, 1), by(0, 0, 0)],
    [1, 2, 3, 5, 5, 0],
  );
});

test("the patch under a position is found, and none outside", () => {
  const box = { x: 10, y: 10, w: 30, h: 20 };
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    patchAt({ rows: 2, columns: 3 }, box, x, y);
  assert.deepEqual([at(11, 11), at(39, 29), at(9, 15), at(20, 30)], [0, 5, null, null]);
});

test("a fast drag goes over all patches of its line", () => {
  const box = { x: 10, y: 10, w: 30, h: 20 };
  const along = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ dx,
    /** @type {number} */ dy,
  ) => patchesAlong({ rows: 2, columns: 3 }, box, { x, y, dx, dy });
  assert.deepEqual(along(39, 15, 28, 0), [0, 1, 2]);
  assert.deepEqual(along(15, 29, 0, 40), [0, 3]);
  assert.deepEqual(along(12, 12, 1, 1), [0]);
  assert.deepEqual(along(9, 9, 1, 1), []);
});

test("the opacity of a patch grows with its weight", () => {
  const weights = [0, 0.25, 0.5];
  const of = {
    grid: { rows: 1, columns: 3 },
    raster: null,
    weights,
    scale: scaleOf([weights], true, true),
    ramp: LIGHT.attention,
    opacity: 0.8,
    chosen: 1,
  };
  const marks = overlayMarks(of, { x: 0, y: 0, w: 90, h: 30 }, surface, { numbers: true });
  const alphas = marks.flatMap((mark) => (mark.kind === "path" ? [mark.alpha] : []));
  assert.deepEqual([alphas[0], alphas[2]], [0.12, 0.8]);
  assert.deepEqual(
    marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : [])),
    [".50", ".25"],
    "0 is not printed",
  );
  assert.ok(marks.some((mark) => mark.kind === "rect" && mark.stroke === LIGHT.axis.T && mark.x === 30));
});

test("every head is drawn over the image; one scale for all or each its own", async () => {
  const store = await storeOf();
  const scene = patchHeadsScene(store.state, surface);
  assert.equal(scene.tiles.length, 3);
  assert.equal(scene.marks.filter(({ kind }) => kind === "image").length, 3);
  for (const { x, w } of scene.tiles) assert.ok(x + w <= surface.width);
  store.look({ shared: true });
  assert.ok(patchHeadsScene(store.state, surface).height > scene.height, "with a legend");
});

for (const width of [340, 640, 1300])
  test(`what is drawn is inside ${width} px`, async () => {
    const store = await storeOf({
      given: attention(2, 12, 50, 50),
      patches: new Patches([7, 7], 1, { image }),
    });
    for (const patchView of /** @type {const} */ (["picture", "map", "reverse"])) {
      store.look({ patchView });
      for (const { marks, height } of [
        patchHeadScene(store.state, { ...surface, width }),
        patchHeadsScene(store.state, { ...surface, width }),
      ])
        for (const mark of marks) {
          const { x = 0, y = 0, w = 0, h = 0 } = /** @type {any} */ (mark);
          assert.ok(
            x >= -1 && y >= -1 && x + w <= width + 1 && y + h <= height,
            JSON.stringify(mark).slice(0, 120),
          );
        }
    }
  });

test("words before and after an image's patches label the map as words, and ask and are asked like them", async () => {
  const words = ["see", "this", "cat", "sleep"];
  const store = await storeOf({
    given: attention(1, 2, 10, 10),
    patches: new Patches([2, 3], 2, { image }),
    tokens: words,
  });
  const { of, patches } = shownIn(store.state);
  assert.deepEqual([of.tokens[1], of.tokens[2], of.tokens[8]], ["this", "row 1, column 1", "cat"]);
  assert.deepEqual(othersOf(patches, of.queries), [0, 1, 8, 9]);
  store.look({ patchView: "map" });
  const { marks } = patchHeadScene(store.state, surface);
  assert.equal(
    marks.filter(({ kind }) => kind === "image").length,
    2 * 6,
    "a row and a column of each patch",
  );
  const said = marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
  for (const word of words) assert.equal(said.filter((text) => text === word).length, 2, word);
  store.select({ token: 9 });
  const { token, weightsOf } = shownIn(store.state);
  assert.equal(nameOfToken(patches, of.tokens, token), "sleep");
  assert.ok(
    Math.abs(
      Array.from(onPatches(patches, weightsOf(0))).reduce((a, b) => a + b) - sumOf(weightsOf(0), 2, 8),
    ) < 1e-9,
  );
});

/** @param {ArrayLike<number>} numbers @param {number} from @param {number} to */
const sumOf = (numbers, from, to) =>
  Array.from(numbers)
    .slice(from, to)
    .reduce((a, b) => a + b);

test("a map is labelled by the patches, and shows the part around the selected cell of a large one", async () => {
  const store = await storeOf({
    given: attention(1, 197, 197),
    patches: new Patches([14, 14], 1, { image }),
  });
  store.look({ patchView: "map" });
  store.select({ token: 150, key: 20 });
  const scene = /** @type {any} */ (patchHeadScene(store.state, surface));
  const labels = scene.marks.filter((/** @type {any} */ mark) => mark.kind === "image");
  assert.ok(
    labels.length > 60 && labels.every((/** @type {any} */ { from }) => from.w < 1),
    "parts of the image",
  );
  const { x, y, w, h } = scene.marks.find((/** @type {any} */ mark) => mark.stroke === LIGHT.accent);
  assert.deepEqual(scene.cellAt(x + w / 2, y + h / 2), { query: 150, key: 20 });
  assert.equal(scene.cellAt(2, 2), null);
});

test("an SVG holds the image once, and uses it for every head", async () => {
  const store = await storeOf();
  const svg = toSVG(patchHeadsScene(store.state, surface), { background: "#fff", title: "Heads" });
  assert.equal(svg.split(image.href).length - 1, 1);
  const name = /<image [^>]*id="([^"]+)"/.exec(svg)?.[1];
  assert.equal(svg.split(`href="#${name}"`).length - 1, 3);
  assert.match(patchHeadPicture(store.state, surface).title, /Layer 0, head/);
});

test("the numbers of a head have rows and columns of patches", async () => {
  const store = await storeOf();
  store.select({ head: 2 });
  const { columns, rows } = numbersOf(store.state, "head");
  assert.deepEqual(columns, [
    "b",
    "h",
    "q",
    "k",
    "query",
    "query_row",
    "query_column",
    "key",
    "key_row",
    "key_column",
    "value",
  ]);
  const [first, second] = rows();
  assert.deepEqual(first.slice(0, 10), [0, 2, 0, 0, "[CLS]", "", "", "[CLS]", "", ""]);
  assert.deepEqual(second.slice(7, 10), ["row 1, column 1", 1, 1]);
});

test("refusals are said in the reader's language", async () => {
  const { messagesById } = await import("../../web/patches/words-refusals.fr.js");
  const { problem } = (await storeOf({ patches: new Patches([5, 5]) })).state;
  const said = messageText(/** @type {any} */ (problem), { locale: { messagesById } });
  assert.match(said, /une grille de 5 sur 5 après extra 0 fait 25 tokens, et l’attention a 7 clés/);
});
