import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { buildScene, targetScene } from "../../web/labs/build/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import {
  FIRST_DIALS,
  PUZZLE,
  builtHead,
  transposeBlock,
  puzzleIn,
  weightWithOneMore,
  MOST_WORDS,
  asMap,
  besideWanted,
  firstWanted,
  rowsWanted,
  search,
  wantedTokens,
} from "../../web/labs/build/state.js";
import { BUILD } from "../../web/labs/build/words.js";
import { measure, pictureOf, words } from "./support/pictures.js";

const core = await loadCore();
const picture = pictureOf();
const { tokens } = picture.settings;
const at = (/** @type {Float32Array} */ map, /** @type {number} */ i, /** @type {number} */ j) =>
  map[i * 12 + j];

test("the head follows the formula, and its attention is that of its columns in a layer", () => {
  const built = builtHead(core, picture, { ...FIRST_DIALS, offset: -2, sharpness: 6 });
  const blocks = core.buildHead({ dModel: 64, dK: 8 }, { place: 1, offset: -2, sharpness: 6 });
  assert.deepEqual(built.wQ, blocks.wQ);
  assert.deepEqual(built.wK, blocks.wK);
  for (let i = 2; i < 12; i++) assert.ok(at(built.attention, i, i - 2) > 0.98, `row ${i}`);
});

test("with all dials off, the head attends uniformly", () => {
  const { attention } = builtHead(core, picture, { ...FIRST_DIALS, place: false });
  assert.ok(attention.every((weight) => weight === Math.fround(1 / 12)));
});

test("masks apply to built heads", () => {
  const causal = pictureOf({ causal: true });
  const { attention } = builtHead(core, causal, { ...FIRST_DIALS, offset: 3, sharpness: 8 });
  assert.equal(at(attention, 4, 7), 0);
  causal.dispose();
});

test("attending six back solves the puzzle, and the first dials do not", () => {
  const pair = puzzleIn(tokens);
  assert.deepEqual(pair, { query: 7, key: 1 });
  const weight = (/** @type {Partial<typeof FIRST_DIALS>} */ dials) =>
    at(builtHead(core, picture, { ...FIRST_DIALS, ...dials }).attention, 7, 1);
  assert.ok(weight({}) < 0.01);
  assert.ok(weight({ offset: -6 }) >= PUZZLE.enough, "at the sharpness that it opens with");
  assert.ok(weight({ place: false, word: 1, sharpness: 12 }) < 0.1);
  assert.equal(puzzleIn(["a", "dog"]), null);
});

test("with one more word in between, the head finds another word", () => {
  const built = builtHead(core, picture, { ...FIRST_DIALS, offset: -6, sharpness: 8 });
  const weight = weightWithOneMore(core, picture, built, { query: 7, key: 1 }, "really");
  assert.ok(weight < 0.01, String(weight));
});

test("transposed columns have the same numbers", () => {
  assert.deepEqual(
    [...transposeBlock({ data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2] })],
    [1, 3, 5, 2, 4, 6],
  );
});

test("the first targets are two words for “it”, or neighbours for every word if there is no “it”", () => {
  assert.deepEqual([...firstWanted(tokens)], [7 * 12 + 1, 7 * 12 + 10]);
  assert.deepEqual([...firstWanted(["a", "b", "c"])], [1, 3, 5, 7]);
  assert.deepEqual(rowsWanted(besideWanted(words(4)), 4), { rows: 4, most: 2 });
  assert.deepEqual(rowsWanted(new Set(), 4), { rows: 0, most: 0 });
});

/** @param {ReadonlySet<number>} cells */
function foundFor(cells) {
  const going = search(core, picture, cells);
  let moments = 0;
  for (;;) {
    const next = going.next();
    if (next.done) return { found: next.value, moments };
    moments++;
  }
}

test("one head gives each of two targets half the weight, two heads reach both", () => {
  const {
    found: [one, two],
    moments,
  } = foundFor(firstWanted(tokens));
  assert.ok(Math.abs(one.loss - 0.5) < 0.01, String(one.loss));
  assert.ok(Math.abs(at(one.together, 7, 1) - 0.5) < 0.03);
  assert.ok(two.loss < 1e-3, String(two.loss));
  assert.ok(at(two.together, 7, 1) > 0.97 && at(two.together, 7, 10) > 0.97);
  two.together.forEach((weight, i) => assert.ok(Math.abs(weight - two.maps[0][i] - two.maps[1][i]) < 1e-6));
  assert.equal(moments, 2 * 4 * 40, "moments at which it can be let go");
});

test("one head also gives the neighbours on both sides half the weight each", () => {
  const {
    found: [one, two],
  } = foundFor(besideWanted(tokens));
  // Ten of twelve rows have two targets.
  assert.ok(Math.abs(one.loss - (10 / 12) * 0.5) < 0.06, String(one.loss));
  assert.ok(two.loss < 0.05, String(two.loss));
});

test("a cancelled search leaves no memory in the core", () => {
  const { module } = core.boundary;
  foundFor(new Set([5]));
  const before = module.bytesInUse();
  const going = search(core, picture, new Set([5]));
  going.next();
  assert.ok(module.bytesInUse() > before);
  going.return([]);
  assert.equal(module.bytesInUse(), before);
});

test("only the first words of a long sentence can be painted", () => {
  const long = pictureOf({ tokens: words(100) });
  assert.equal(wantedTokens(long).length, MOST_WORDS);
  long.dispose();
});

for (const width of [340, 900]) {
  test(`the attention stands below the blocks, at ${width} px`, () => {
    const built = builtHead(core, picture, FIRST_DIALS);
    const view = {
      built,
      tokens,
      keyTokens: tokens,
      query: 7,
      key: 1,
      colormap: "blue",
      words: BUILD.picture,
    };
    const scene = buildScene({ ...view, target: [7, 1] }, { width, palette: LIGHT, measure });
    const found = new Set();
    for (let y = 0; y < scene.height; y += 4)
      for (let x = 0; x < width; x += 4) found.add(scene.hit(x, y)?.join() ?? "");
    assert.equal(found.size, 145);
    assert.ok(scene.marks.every((mark) => !("x" in mark) || (mark.x >= -1 && mark.x <= width)));
  });

  test(`results stand beside the targets, or below them, at ${width} px`, () => {
    const map = asMap(new Set([85]), 12);
    const maps = ["one", "two", "A", "B"].map((title) => ({ title, map }));
    const view = { wanted: map, maps, tokens, query: 7, key: 1, colormap: "blue", title: "wanted" };
    const scene = targetScene(view, { width, palette: LIGHT, measure });
    const cells = scene.marks.filter(({ kind }) => kind === "cells");
    assert.equal(cells.length, 5);
    for (const mark of cells) {
      assert.ok(mark.kind === "cells" && mark.x + mark.cols * mark.cw <= width + 1);
      assert.ok(mark.kind === "cells" && mark.y + mark.rows * mark.ch <= scene.height);
    }
  });
}
