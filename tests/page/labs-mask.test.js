// The lab of masks: its numbers compared with PyTorch's (tests/fixtures/labs.py), and its picture at various sizes.
import assert from "node:assert/strict";
import test from "node:test";
import { broadcastScene, maskScene } from "../../web/labs/mask/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { FIRST_TURN, PATHS, canCompute, maskAnswer } from "../../web/labs/mask/state.js";
import { MASK } from "../../web/labs/mask/words.js";
import { readFixture } from "../core/fixture.js";
import { measure, pictureOf, words } from "./support/pictures.js";

const [{ tensors: torch, settings }] = await readFixture("labs");
const picture = pictureOf();
const T = picture.settings.tokens.length;

/** @param {Partial<import("../../web/labs/mask/state.js").MaskTurn>} [turn] @param {import("../../web/kit/state/picture.js").Picture} [of] */
function answerOf(turn, of = picture) {
  const answer = maskAnswer(of, { ...FIRST_TURN, ...turn });
  if (!("leaks" in answer)) assert.fail(JSON.stringify(answer)); // of 512 words, a text of seconds
  return answer;
}

/** @param {ArrayLike<number>} is @param {ArrayLike<number>} should @param {string} what */
function assertNear(is, should, what) {
  assert.equal(is.length, should.length);
  for (let i = 0; i < is.length; i++)
    assert.ok(
      Number.isNaN(should[i]) ? Number.isNaN(is[i]) : Math.abs(is[i] - should[i]) < 2e-6,
      `${what}[${i}] is ${is[i]}, torch has ${should[i]}`,
    );
}

test("a row without visible keys is NaN with −∞, the mean of all with −1e9, and 0 here", () => {
  const padding = Number(settings.padding);
  const { weights } = answerOf({ padding, side: "start" });
  assertNear(weights.nan.data, torch.nan.data, "nan");
  assertNear(weights.large.data, torch.large.data, "large");
  let [empty, full] = [0, 0];
  weights.nan.data.forEach((value, at) => {
    const row = Math.floor(at / T) % T;
    assert.equal(Number.isNaN(value), row < padding);
    if (row < padding) empty++;
    else full++;
    assert.equal(weights.zero.data[at], row < padding ? 0 : value);
    if (row < padding) assert.ok(Math.abs(weights.large.data[at] - 1 / T) < 1e-7);
  });
  assert.ok(empty && full);
});

test("the last word never leaks on the right path, and on wrong paths into the same rows as in PyTorch", () => {
  for (const path of PATHS) {
    const { moved, may, leaks } = answerOf({ path });
    if (torch[`moved.${path}`]) assertNear(moved, torch[`moved.${path}`].data, path);
    assert.deepEqual(
      [...may],
      Array.from({ length: T }, (_, row) => Number(row === T - 1)),
    );
    const should = path === "none" ? [] : [...moved.keys()].filter((row) => row < T - 1 && moved[row] > 1e-6);
    assert.deepEqual(leaks, should, path);
  }
  assert.deepEqual(answerOf({ path: "view_without_transpose" }).leaks, [4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(answerOf({ path: "merge_without_transpose" }).leaks, [1, 2, 4, 5, 7, 8, 10]);
});

test("rows that may see the last word change without being reported", () => {
  const { leaks, may, moved, broadcast } = answerOf({ causal: false });
  assert.deepEqual([leaks, may.every(Boolean), broadcast], [[], true, []]);
  assert.ok(moved.every((value) => value > 1e-6));
});

test("painted cells are blocked, and no others", () => {
  const painted = new Set([5, 40, T * T - 1]);
  const { open, weights, heads, broadcast, leaks } = answerOf({ causal: false, painted });
  open.forEach((value, cell) => assert.equal(value === -Infinity, painted.has(cell)));
  weights.zero.data.forEach((value, at) => assert.equal(value === 0, painted.has(at % (T * T))));
  assert.deepEqual([heads.shape, heads.data.length], [[1, 8, T, T], 8 * T * T]);
  assert.deepEqual(broadcast, [{ name: "painted", shape: [T, T], strides: [0, 0, T, 1] }]);
  assert.deepEqual(leaks, []);
});

test("masks are named in the order given, each with its strides", () => {
  const { broadcast } = answerOf({ padding: 3, painted: new Set([0]) });
  assert.deepEqual(
    broadcast.map(({ name, shape, strides }) => [name, shape, strides]),
    [
      ["causal", [T, T], [0, 0, T, 1]],
      ["padding", [1, T], [T, 0, 0, 1]],
      ["painted", [T, T], [0, 0, T, 1]],
    ],
  );
});

test("in cross-attention the last key changes, and a query that may not see it does not", () => {
  const crossed = pictureOf({ keyTokens: words(5) });
  const painted = new Set([4, 9]); // of the first two queries
  const { leaks, may, moved } = answerOf({ causal: false, painted }, crossed);
  assert.deepEqual(leaks, []);
  may.forEach((is, row) => assert.equal(is === 1, row > 1));
  moved.forEach((value, row) => assert.equal(value > 1e-6, row > 1));
  crossed.dispose();
});

test("a wrong path about masks needs a mask; the core's error is shown", () => {
  const turn = { ...FIRST_TURN, causal: false, path: /** @type {const} */ ("mask_reversed") };
  assert.ok(!canCompute(turn) && canCompute({ ...turn, padding: 1 }));
  assert.deepEqual(answerOf(turn).leaks, []);
  const fused = pictureOf();
  const refusing = { ...fused, call: { ...fused.call, query: { data: [1], shape: [1, 1, 1] } } };
  const said = maskAnswer(/** @type {any} */ (refusing), FIRST_TURN);
  assert.ok("refused" in said && /query has shape/.test(said.refused.message), JSON.stringify(said));
  fused.dispose();
});

test("the lab leaves no memory in the core", () => {
  const made = pictureOf();
  const runs = /** @type {any[]} */ ([]);
  const layer = /** @type {any} */ (made.layer);
  const spied = {
    ...made,
    layer: { forward: (/** @type {any} */ given) => (runs.push(layer.forward(given)), runs.at(-1)) },
  };
  answerOf({ padding: 1 }, /** @type {any} */ (spied));
  assert.ok(runs.length > 3);
  for (const run of runs) assert.throws(() => run.measure(), { code: "disposed" });
  made.dispose();
});

for (const [count, width] of [
  [12, 896],
  [12, 340],
  [1, 896],
  [2, 340],
  [40, 896],
  [130, 340],
  [512, 896],
])
  test(`the picture of ${count} words fits ${width} px, and every cell is hit where it is drawn`, () => {
    const many = pictureOf({ tokens: words(count) });
    const answer = answerOf({ padding: 1, side: "start", painted: new Set([0]) }, many);
    const tokens = many.settings.tokens;
    const [query, key] = [count - 1, 0];
    const view = { answer, tokens, keyTokens: tokens, head: 2, query, key, colormap: "blue" };
    const said = { ...MASK.picture, weights: MASK.picture.weights(2), row: MASK.picture.row("w0") };
    const scene = maskScene(
      { ...view, painted: new Set([0]), words: said },
      { width, palette: LIGHT, measure },
    );
    const found = new Set();
    for (let x = 0; x < width; x += 2)
      for (let y = 0; y < scene.height; y += 2) {
        const hit = scene.hit(x, y);
        if (hit) found.add(`${hit.isMask} ${hit.query}`);
        if (hit) assert.ok(hit.query < count && hit.key < count);
      }
    assert.ok(found.has(`true ${query}`) && found.has(`false ${query}`), "the selected row is in both maps");
    for (const mark of scene.marks)
      if (mark.kind === "cells")
        assert.ok(
          mark.x >= 0 && mark.x + mark.cols * mark.cw <= width + 1,
          `${mark.x} + ${mark.cols} x ${mark.cw}`,
        );
    const svg = toSVG(scene, { background: "#fff", title: "mask" });
    assert.ok(!/NaN(?!<)|undefined/.test(svg.replace(/>NaN</g, ">")), "every mark is somewhere");
    const small = broadcastScene(
      { heads: answer.heads, colormap: "blue", nameSlice: String },
      { width: 340, palette: LIGHT, measure },
    );
    assert.ok(small.height > 0 && !/NaN/.test(toSVG(small, { background: "#fff", title: "" })));
    many.dispose();
  });

test("under a softmax over the queries a row that sees nothing is 0 however it is filled, as the words say", () => {
  const painted = new Set(Array.from({ length: 12 }, (_, key) => 7 * 12 + key));
  const answer = maskAnswer(picture, { ...FIRST_TURN, painted, path: "softmax_axis" });
  assert.ok(!("refused" in answer));
  for (const { data } of Object.values(answer.weights))
    for (let head = 0; head < 8; head++) {
      const row = data.subarray((head * 12 + 7) * 12, (head * 12 + 8) * 12);
      assert.ok(
        row.every((weight) => weight < 1e-6),
        `head ${head}`,
      );
    }
});
