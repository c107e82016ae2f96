// Rows of tensors, and the places of elements in memory.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { LIGHT, packColour, unpackColour } from "../../web/kit/draw/palette.js";
import { modelFile } from "../../web/kit/state/default-model.js";
import { headIn } from "../../web/kit/state/head.js";
import { lookIn } from "../../web/kit/state/kept-models.js";
import { Store } from "../../web/kit/state/store.js";
import { columnsScene } from "../../web/row/draw/columns.js";
import { headsScene, squareMapScene, wideMapScene } from "../../web/row/draw/map.js";
import { sharesTotal } from "../../web/kit/text/share.js";
import { strip } from "../../web/row/draw/strip.js";
import { rowPicture } from "../../web/row/draw/row-picture.js";
import { askScene, mixScene, shareScene } from "../../web/row/draw/rows.js";
import { largestElsewhere, largestShares, movesBetween, movesOf } from "../../web/row/state/moves.js";
import { decimals } from "../../web/kit/draw/legend.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { flat, pictureOf, words, indices, variousPictures } from "./support/pictures.js";
import { SELECTION, sceneOf } from "./support/scenes.js";
import { moveIndex, indexOf, offsetOf, stepsSharing, withAxis } from "../../web/kit/state/memory.js";

const READ = "the animal did not cross the street because it was too tired".split(" ");
const measure = (/** @type {string} */ text, size = 12.5) => text.length * size * 0.55;
const surface = (/** @type {number} */ width) => ({ width, palette: LIGHT, measure });

lookIn({
  find: async (asked) => {
    const file = modelFile(asked);
    return file ? readFileSync(inRoot("models", file)) : null;
  },
});

/** @param {Record<string, unknown>} change */
async function headWith(change) {
  const store = new Store();
  store.take({ tokens: READ, heads: 4, ...change });
  await store.load();
  const picture = /** @type {import("../../web/kit/state/picture.js").Picture} */ (store.state.picture);
  return { store, picture, of: headIn(picture, store.selection) };
}

const story = { weights: "trained", training: "step=125", layer: 1, head: 0, token: 8 };

/** A layer of every kind that changes scores, shares or values. @type {Record<string, Record<string, unknown>>} */
const LAYERS = {
  "the story": story,
  "a causal mask": { causal: true, head: 2, token: 5 },
  "grouped keys": { kvHeads: 2, head: 3, token: 4 },
  "a sink": { sinks: true, weights: "small", head: 1, token: 6 },
  "a cap on scores and distances": { softcap: 5, alibi: true, head: 2, token: 7 },
  "turned queries and keys": { rope: "interleaved", head: 0, token: 3 },
  "keys of another sentence": { keyTokens: ["one", "two", "three"], head: 1, token: 2 },
};

for (const [name, change] of Object.entries(LAYERS))
  test(`the moves with ${name}: the shares are the softmax of the scores, and the mix is the sum of values times shares`, async () => {
    const { of, picture } = await headWith(change);
    const { scores, shares, factors, values, mix, total } = movesOf(of);
    const powers = scores.map((score) => Math.exp(score));
    const sum = powers.reduce((a, b) => a + b, 0);
    const toSink = 1 - total;
    for (const [key, share] of shares.entries())
      assert.ok(Math.abs(share - (powers[key] / sum) * (1 - toSink)) < 1e-5, `${key}: ${share}`);
    for (const [feature, said] of mix.entries()) {
      const made = values.reduce((all, value, key) => all + value[feature] * factors[key], 0);
      assert.ok(Math.abs(made - said) < 1e-4, `feature ${feature}: ${made}, ${said}`);
    }
    assert.equal(mix.length, picture.config.dV);
    assert.equal(sharesTotal(total) === "1", change.sinks !== true);
  });

test("what the mask hides has no score, no bar and no share", async () => {
  const { of } = await headWith({ causal: true, head: 0, token: 3 });
  const moves = movesOf(of);
  assert.deepEqual(
    moves.scores.map(Number.isFinite),
    READ.map((_, key) => key <= 3),
  );
  assert.ok(moves.shares.every((share, key) => key <= 3 || share === 0));
  const { marks } = columnsScene({ moves, asks: "not", progress: 3 }, surface(1100));
  assert.equal(marks.filter((mark) => mark.kind === "text" && mark.text === "hidden").length, 8);
});

test("the columns at rest have a bar for each score and share, a strip for each value and for each product, and the sum", async () => {
  const { of } = await headWith(story);
  const moves = movesOf(of);
  const { marks } = columnsScene({ moves, asks: "it", progress: 3 }, surface(1100));
  const texts = marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
  for (const said of ["3.5", "−4.1", ".819", "× .819", "total 1", "it", "="])
    assert.ok(texts.includes(said), said);
  assert.equal(marks.filter((mark) => mark.kind === "cells").length, 12 + 12 + 1);
  const blue = marks.filter((mark) => mark.kind === "rect" && mark.fill === LIGHT.axis.H);
  const high = Math.max(...blue.map((mark) => /** @type {any} */ (mark).h));
  assert.ok(high > 60);
});

test("a number below 0 is grey, as in the walk, and one above 0 has the colour of features", () => {
  const { palette } = surface(350);
  const drawn = strip([-1, 1], { x: 0, y: 0, w: 20, h: 20, isDown: true }, { largest: 1 }, palette);
  assert.ok(drawn.kind === "cells");
  assert.deepEqual(
    [...drawn.rgba].map(unpackColour),
    [palette.muted, palette.axis.d].map((each) => unpackColour(packColour(each))),
  );
});

test("motion begins with nothing and ends with the picture at rest; between two rows, numbers are interpolated", async () => {
  const { of } = await headWith(story);
  const moves = movesOf(of);
  const at = (/** @type {number} */ progress) =>
    columnsScene({ moves, asks: "it", progress }, surface(1100)).marks;
  const bars = (/** @type {number} */ progress) =>
    at(progress).flatMap((mark) => (mark.kind === "rect" && mark.fill === LIGHT.axis.H ? [mark.h] : []));
  assert.ok(Math.max(...bars(0)) <= 1);
  assert.ok(
    at(2).every((mark) => mark.kind !== "text" || mark.text !== "="),
    "no sum yet",
  );
  const other = movesOf({ ...of, query: 0 });
  const half = movesBetween(moves, other, 0.5);
  assert.ok(Math.abs(half.shares[1] - (moves.shares[1] + other.shares[1]) / 2) < 1e-6);
  assert.equal(movesBetween(moves, other, 1), other);
});

test("rows show the same numbers on a phone, and the file has a picture for each width", async () => {
  const { of, store } = await headWith(story);
  const shown = { moves: movesOf(of), asks: "it", progress: 3, words: READ, query: 8 };
  for (const draw of [askScene, shareScene, mixScene]) {
    const { marks, width } = draw(shown, surface(350));
    for (const mark of marks)
      if ("x" in mark) assert.ok(mark.x >= -4 && mark.x <= width, JSON.stringify(mark));
    assert.ok(READ.every((word) => marks.some((mark) => mark.kind === "text" && mark.text === word)));
  }
  const [wide, narrow] = [1100, 350].map((width) => rowPicture(store.state, surface(width)));
  assert.match(wide.title, /^Layer 1, head 0: How does it choose\?$/);
  assert.ok(narrow.scene.height > wide.scene.height);
});

test("maps frame the row that asks: unfolding from it, square, and one for each head", async () => {
  const { of } = await headWith(story);
  const weights = Float32Array.from({ length: 144 }, (_, i) => i / 144);
  const shown = { weights, words: READ, keys: READ, query: 8 };
  const tops = (/** @type {number} */ unfolded) =>
    wideMapScene({ ...shown, unfolded }, surface(1100)).marks.flatMap((mark) =>
      mark.kind === "cells" ? [mark.y] : [],
    );
  assert.equal(new Set(tops(0)).size, 1);
  assert.equal(new Set(tops(1)).size, 12);
  const square = squareMapScene(shown, surface(350));
  assert.equal(square.marks.filter((mark) => mark.kind === "cells").length, 1);
  const heads = [0, 1, 2, 3].map((head) => ({ name: `head ${head}`, looks: "", weights }));
  const all = headsScene(
    { heads, selected: of.head, query: 8, keys: of.keyTokens, queries: 12 },
    surface(1100),
  );
  assert.equal(all.marks.filter((mark) => mark.kind === "cells").length, 4);
  assert.equal(all.marks.filter((mark) => mark.kind === "rect" && mark.stroke === LIGHT.ink).length, 1);
});

test("the words that are named, and the head that looks most at another word", async () => {
  const { of, store } = await headWith(story);
  const { first, others } = largestShares(movesOf(of));
  assert.deepEqual([READ[first], others.map((key) => READ[key])], ["animal", ["not", "it"]]);
  const { head, key } = largestElsewhere(store.state, { ...store.selection, token: 8 }, true);
  const { shares } = movesOf({ ...of, head });
  assert.equal(READ[key], "animal");
  for (let other = 0; other < 4; other++) {
    const row = movesOf({ ...of, head: other }).shares;
    assert.ok(row.every((share, at) => at === 0 || at === 8 || share <= shares[key]));
  }
});

/** The bars of both sides, in the order of the keys. @param {import("../../web/walk/draw/stage.js").StageScene} scene */
function barsOf(scene) {
  const bars = scene.marks.flatMap((mark) =>
    mark.kind === "rect" && mark.fill === LIGHT.axis.H ? [mark] : [],
  );
  return [bars.slice(0, bars.length / 2), bars.slice(bars.length / 2)].map((side) => side.map(({ w }) => w));
}

/** @param {import("../../web/kit/state/picture.js").Picture} picture @param {string} id */
const rowOf = (picture, id) =>
  Array.from({ length: 12 }, (_, key) => picture.values(id)[flat([1, 8, 12, 12], [0, 4, 7, key])]);

const selection = { ...SELECTION, head: 4 };

/** @param {readonly number[]} bars @param {readonly number[]} values @param {number} unit  px a unit */
function assertLengths(bars, values, unit) {
  assert.equal(bars.length, values.length);
  values.forEach((value, key) =>
    assert.ok(Math.abs(bars[key] - Math.abs(value) * unit) < 1e-3, `${key}: ${bars[key]} for ${value}`),
  );
}

test("scaling shows the selected row before and after on one scale", async () => {
  const picture = pictureOf();
  const [before, after] = barsOf(await sceneOf(picture, "scaled", 888, { selection }));
  const [scores, scaled] = ["scores", "scaled"].map((id) => rowOf(picture, id));
  const unit = before[7] / Math.abs(scores[7]);
  assertLengths(before, scores, unit);
  assertLengths(after, scaled, unit);
});

test("the softmax shows the row's weights, on a scale from 0 to 1", async () => {
  const picture = pictureOf();
  const scene = await sceneOf(picture, "weights", 888, { selection });
  const weights = rowOf(picture, "weights");
  const [, after] = barsOf(scene);
  assertLengths(after, weights, after[7] / weights[7]);
  const said = scene.marks.flatMap((mark) => (mark.kind === "text" ? mark.text : []));
  for (const weight of weights) assert.ok(said.includes(weight.toFixed(3)), `${weight}`);
  assert.ok(said.includes("“it” in head 4"));
});

test("small scores are written with the decimals that they need", async () => {
  const picture = pictureOf({ weights: "small" });
  const scene = await sceneOf(picture, "scaled", 888, { selection });
  const said = scene.marks.flatMap((mark) => (mark.kind === "text" ? mark.text : []));
  for (const score of rowOf(picture, "scaled")) assert.ok(said.includes(decimals(score, 3)), `${score}`);
});

test("a blocked score has no bar, and is written as −∞", async () => {
  const picture = pictureOf({ causal: true });
  const scene = await sceneOf(picture, "masked", 888, { selection });
  const bars = scene.marks.filter((mark) => mark.kind === "rect" && mark.fill === LIGHT.axis.H);
  assert.equal(bars.length, 12 + 8);
  assert.equal(scene.marks.filter((mark) => mark.kind === "text" && mark.text === "−∞").length, 4);
});

test("with many keys, only a range around the selected key is shown, with a note", async () => {
  const picture = pictureOf({ tokens: words(512) });
  const scene = await sceneOf(picture, "weights", 888, { selection: { ...selection, token: 500, key: 490 } });
  const said = scene.marks.flatMap((mark) => (mark.kind === "text" ? mark.text : []));
  assert.ok(said.includes("w490"), "the selected key has its word");
  assert.ok(
    said.some((text) => /^showing keys \d+ to \d+ of 512$/.test(text)),
    `${said}`,
  );
});

test("without a selected token the maps use the whole width", async () => {
  const scene = await sceneOf(pictureOf(), "weights", 888, { selection: NOTHING });
  assert.equal(scene.marks.filter((mark) => mark.kind === "rect" && mark.fill === LIGHT.axis.H).length, 0);
  assert.equal(scene.parts.length, 1);
});

test("a number that rounds to zero has no sign", async () => {
  assert.deepEqual(
    [-0.04, -0, 0.04, -0.05, -10, -1.04].map((value) => decimals(value, 1)),
    ["0.0", "0.0", "0.0", "−0.1", "−10.0", "−1.0"],
  );
  for (let head = 0; head < 8; head++)
    for (let token = 0; token < 12; token++) {
      const scene = await sceneOf(pictureOf(), "scaled", 888, { selection: { ...selection, head, token } });
      for (const mark of scene.marks)
        if (mark.kind === "text")
          assert.doesNotMatch(mark.text, /^[−-]0\.0*$/, `head ${head}, token ${token}`);
    }
});

const pictures = variousPictures();

/** Grouped keys as the core makes them: two groups of heads read each key. */
const EXPANDED = /** @type {import("../../web/core/types.js").Step} */ ({
  id: "k_groups",
  axes: ["B", "Hkv", "G", "T", "d_k"],
  shape: [1, 2, 3, 4, 5],
  strides: [40, 5, 0, 10, 1],
  offset: 0,
});

/** @param {import("../../web/core/types.js").Step} step */
const elements = ({ shape }) => shape.reduce((a, b) => a * b, 1);

for (const [name, { steps, values }] of pictures) {
  test(`${name}: offset and index are inverse at every element of every step`, () => {
    for (const step of steps)
      for (const index of indices(step.shape))
        assert.deepEqual(indexOf(step, offsetOf(step, index)), index, step.id);
  });

  test(`${name}: an element carried to a step that shares its memory is the same number`, () => {
    for (const step of steps)
      for (const other of stepsSharing(step, steps))
        for (const index of indices(step.shape)) {
          const there = moveIndex(step, index, other);
          if (!there && elements(other) < elements(stepsSharing(step, steps)[0])) continue; // lies in another slice
          assert.ok(there, `${step.id}[${index}] in ${other.id}`);
          assert.equal(values(step.id)[flat(step.shape, index)], values(other.id)[flat(other.shape, there)]);
          assert.deepEqual(moveIndex(other, there, step), index);
        }
  });
}

test("offsets include a view's own, and positions outside a view have no index", () => {
  const slice = /** @type {any} */ ({ shape: [2, 3], strides: [10, 1], offset: 4 });
  assert.equal(offsetOf(slice, [1, 2]), 16);
  assert.deepEqual(indexOf(slice, 16), [1, 2]);
  for (const outside of [0, 3, 7, 13, 17, 24, -1]) assert.equal(indexOf(slice, outside), null, `${outside}`);
  const sparse = /** @type {any} */ ({ shape: [2, 2], strides: [10, 4], offset: 0 });
  assert.deepEqual(indexOf(sparse, 14), [1, 1]);
  for (const between of [1, 5, 12, 16]) assert.equal(indexOf(sparse, between), null, `${between}`);
});

test("of several indices that share a place by a stride of 0, the first is returned", () => {
  assert.equal(offsetOf(EXPANDED, [0, 1, 2, 3, 4]), offsetOf(EXPANDED, [0, 1, 0, 3, 4]));
  for (const index of indices(EXPANDED.shape)) {
    const [b, group, , token, feature] = index;
    assert.deepEqual(indexOf(EXPANDED, offsetOf(EXPANDED, index)), [b, group, 0, token, feature]);
  }
});

test("views share their memory, copies do not, and heads are known where a sibling has them", () => {
  const { steps, step } = /** @type {import("./support/pictures.js").Picture} */ (pictures.get("opening"));
  const ids = (/** @type {string} */ id) =>
    stepsSharing(/** @type {any} */ (step(id)), steps).map((s) => s.id);
  assert.deepEqual(ids("q_heads"), ["q", "q_split", "q_heads"]);
  assert.deepEqual(ids("k"), ["k", "k_split", "k_heads", "k_t"]);
  assert.deepEqual(ids("context_t"), ["context", "context_t"]);
  assert.deepEqual(ids("concat"), ["context_c", "concat"]);
  assert.deepEqual(ids("weights"), ["weights"]);
  assert.equal(withAxis(/** @type {any} */ (step("q")), steps, "H")?.id, "q_split");
  assert.equal(withAxis(/** @type {any} */ (step("output")), steps, "H"), undefined);
});
