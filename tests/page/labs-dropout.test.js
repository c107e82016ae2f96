// The lab of dropout: masks and their mean compared with PyTorch's for the core's random numbers (tests/fixtures/labs.py).
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { dropoutScene } from "../../web/labs/dropout/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { ROLLS, meanWith, rollOf } from "../../web/labs/dropout/state.js";
import { DROPOUT } from "../../web/labs/dropout/words.js";
import { readFixture } from "../core/fixture.js";
import { measure, pictureOf, words } from "./support/pictures.js";

const core = await loadCore();
const fixture = /** @type {import("../core/fixture.js").FixtureCase} */ (
  (await readFixture("labs")).find(({ name }) => name === "dropout")
);
const p = Number(fixture.settings.p);
const picture = pictureOf();

/** @param {Float32Array} is @param {{ data: Float32Array }} should */
function assertNear(is, { data }) {
  assert.equal(is.length, data.length);
  is.forEach((value, at) =>
    assert.ok(Math.abs(value - data[at]) < 3e-6, `[${at}] ${value}, torch has ${data[at]}`),
  );
}

test("one mask, its rows' sums and the mean of many masks are PyTorch's; the returned attention is before dropout", () => {
  const { weights, roll, sums, mean } = fixture.tensors;
  const made = rollOf(core, picture, p, 1);
  assertNear(made.weights.data, weights);
  assertNear(made.dropped.data, roll);
  assertNear(made.sums.data, sums);
  assert.ok(Math.min(...made.sums.data) < 0.5 && Math.max(...made.sums.data) > 1.3);
  assert.equal(Number(fixture.settings.rolls), ROLLS);
  let of = meanWith(core, null, made);
  for (let seed = 2; seed <= ROLLS; seed++) of = meanWith(core, of, rollOf(core, picture, p, seed));
  assert.equal(of.rolls, ROLLS);
  assertNear(of.data, mean);
  const apart = (/** @type {Float32Array} */ data) =>
    data.reduce((sum, value, at) => sum + Math.abs(value - weights.data[at]), 0);
  assert.ok(apart(of.data) < 0.2 * apart(made.dropped.data), "it comes near what was returned");
});

test("the dropped weights are those that the wrong path dropped_attention returns; its output is the right path's", () => {
  const { layer, call } = /** @type {any} */ (picture);
  const passed = (/** @type {string} */ fault) => layer.forward({ ...call, dropout: { p, seed: 3 }, fault });
  const [right, wrong] = ["none", "dropped_attention"].map(passed);
  const made = rollOf(core, picture, p, 3);
  assert.deepEqual([made.weights, made.dropped], [right.attention, wrong.attention]);
  assert.notDeepEqual(made.weights.data, made.dropped.data);
  const apart = (/** @type {Float32Array} */ sums) => Math.max(...sums.map((sum) => Math.abs(sum - 1)));
  assert.ok(apart(core.measure(made.weights).rowSum.data) < 1e-6 && apart(made.sums.data) > 0.3);
  assert.deepEqual(wrong.output, right.output);
  for (const run of [right, wrong]) run.dispose();
});

test("dropped weights are counted among weights that were not 0; p = 0 drops none", () => {
  const made = rollOf(core, picture, p, 1);
  assert.equal(made.of, made.weights.data.filter((weight) => weight > 0).length);
  const gone = made.dropped.data.filter((weight, at) => weight === 0 && made.weights.data[at] > 0).length;
  assert.equal(made.gone, gone);
  assert.ok(Math.abs(gone / made.of - p) < 0.05);
  const none = rollOf(core, picture, 0, 1);
  assert.deepEqual([none.gone, none.dropped.data], [0, none.weights.data]);
});

for (const [count, width] of [
  [12, 1296],
  [12, 340],
  [1, 340],
  [120, 1296],
])
  test(`the picture of ${count} words fits ${width} px, with and without a mean`, () => {
    const many = pictureOf({ tokens: words(count) });
    const { weights, dropped, sums } = rollOf(core, many, 0.5, 2);
    const cells = count * count;
    const ofHead = (/** @type {Float32Array} */ data) => data.subarray(0, cells);
    const tokens = many.settings.tokens;
    const view = {
      tokens,
      keyTokens: tokens,
      query: 0,
      key: 0,
      colormap: "blue",
      sums: sums.data.subarray(0, count),
    };
    const said = { ...DROPOUT.picture, dropped: DROPOUT.picture.dropped(2), mean: DROPOUT.picture.mean(1) };
    for (const mean of [null, ofHead(dropped.data)]) {
      const scene = dropoutScene(
        { ...view, weights: ofHead(weights.data), dropped: ofHead(dropped.data), mean, words: said },
        { width, palette: LIGHT, measure },
      );
      assert.ok(!/NaN|undefined|Infinity/.test(toSVG(scene, { background: "#fff", title: "" })));
      for (const mark of scene.marks)
        if (mark.kind === "cells") assert.ok(mark.x >= 0 && mark.x + mark.cols * mark.cw <= width + 1);
    }
    many.dispose();
  });
