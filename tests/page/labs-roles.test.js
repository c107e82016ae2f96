// The labs of roles and of dropout: masks and their mean compared with PyTorch's for the core's random numbers (tests/fixtures/labs.py).
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { rolesScene } from "../../web/labs/roles/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { headIn, whyNoScores, rolesAnswer } from "../../web/labs/roles/state.js";
import { ROLES } from "../../web/labs/roles/words.js";
import { measure, pictureOf, words } from "./support/pictures.js";
import { dropoutScene } from "../../web/labs/dropout/draw.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { ROLLS, meanWith, rollOf } from "../../web/labs/dropout/state.js";
import { DROPOUT } from "../../web/labs/dropout/words.js";
import { readFixture } from "../core/fixture.js";

const core = await loadCore();

/** @param {import("../../web/kit/state/picture.js").Picture} picture @param {import("../../web/labs/roles/state.js").Way} way */
function answered(picture, way) {
  const answer = rolesAnswer(core, picture, way);
  assert.ok(!("refused" in answer));
  return answer;
}

for (const weights of /** @type {const} */ (["constructed", "random"]))
  test(`tied matrices and raw inputs make scores symmetric: ${weights}`, () => {
    const picture = pictureOf({ weights, seed: 5 });
    const most = (/** @type {import("../../web/labs/roles/state.js").Way} */ way) =>
      Math.max(...answered(picture, way).asymmetry);
    assert.ok(most("own") > 0.5);
    assert.ok(most("tied") < 1e-6);
    assert.ok(most("raw") < 1e-6);
    picture.dispose();
  });

test("the scores are those of the walk, and the transpose is correct", () => {
  const picture = pictureOf({ causal: true });
  const { scores, turned, asymmetry } = answered(picture, "own");
  assert.deepEqual(scores.data, picture.values("scaled"));
  const [a, b] = [headIn(scores, 3), headIn(turned, 3)];
  let [apart, all] = [0, 0];
  for (let i = 0; i < 12; i++)
    for (let j = 0; j < 12; j++) {
      assert.equal(b[i * 12 + j], a[j * 12 + i]);
      apart += (a[i * 12 + j] - a[j * 12 + i]) ** 2 / 4;
      all += a[i * 12 + j] ** 2;
    }
  assert.ok(Math.abs(asymmetry[3] - Math.sqrt(apart / all)) < 1e-6);
  picture.dispose();
});

test("the lab says in advance why a comparison is impossible", () => {
  const [plain, cross, shared] = [pictureOf(), pictureOf({ keyTokens: ["a"] }), pictureOf({ kvHeads: 2 })];
  assert.equal(whyNoScores(plain, "tied"), null);
  assert.equal(whyNoScores(cross, "own"), "cross");
  assert.equal(whyNoScores(shared, "tied"), "shared");
  assert.equal(whyNoScores(shared, "raw"), null);
  const refused = rolesAnswer(core, shared, "raw");
  assert.match("refused" in refused ? refused.refused.message : "", /raw_inputs needs inputs as wide/);
  for (const picture of [plain, cross, shared]) picture.dispose();
});

for (const width of [340, 900])
  test(`the same cell is hit in both pictures, at ${width} px`, () => {
    const picture = pictureOf();
    const answer = answered(picture, "own");
    const view = { answer, tokens: picture.settings.tokens, head: 0, query: 7, key: 1, words: ROLES };
    const scene = rolesScene(view, { width, palette: LIGHT, measure });
    let places = 0;
    for (let y = 0; y < scene.height; y += 2)
      for (let x = 0; x < width; x += 2) if (scene.hit(x, y)?.join() === "7,1") places++;
    const cell = places / 2;
    assert.ok(cell > 20, String(places));
    assert.ok(scene.marks.every((mark) => !("x" in mark) || (mark.x >= 0 && mark.x <= width)));
    picture.dispose();
  });

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
