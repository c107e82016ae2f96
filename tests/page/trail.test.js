// How a number is computed: its terms compared with sums computed here from the core's tensors and weights.
import assert from "node:assert/strict";
import test from "node:test";
import { NOTHING_OWN } from "../../web/kit/state/own.js";
import { columnOf, makingOf, trailOf } from "../../web/walk/state/trail.js";
import { layerPicture, pictureOf, words } from "./support/pictures.js";

/** @typedef {import("../../web/kit/state/picture.js").Picture} Picture */
/** @typedef {import("../../web/core/types.js").Step} Step */

const [T, D, HEADS, WIDTH] = [5, 12, 3, 4];
const picture = pictureOf({ tokens: words(T), dModel: D, heads: HEADS });

/** @param {Picture} of @param {string} id @param {number[]} index */
const making = (of, id, index) => makingOf(of, /** @type {Step} */ (of.step(id)), index);

/** @param {Picture} of @param {string} id @param {number[]} index */
const trail = (of, id, index) => trailOf(of, /** @type {Step} */ (of.step(id)), index);

/** @param {number} count @param {(i: number) => number} valueAt */
const listOf = (count, valueAt) => Array.from({ length: count }, (_, i) => valueAt(i));

/** @param {readonly number[]} values */
const largest = (values) => values.indexOf(Math.max(...values));

/** Positions in each tensor, by its sizes. */
const x = (/** @type {number} */ t, /** @type {number} */ c) => picture.values("x")[t * D + c];
const q = (/** @type {number} */ t, /** @type {number} */ c) => picture.values("q")[t * D + c];
const k = (/** @type {number} */ t, /** @type {number} */ c) => picture.values("k")[t * D + c];
const v = (/** @type {number} */ t, /** @type {number} */ c) => picture.values("v")[t * D + c];
const weight = (/** @type {number} */ h, /** @type {number} */ i, /** @type {number} */ j) =>
  picture.values("weights")[(h * T + i) * T + j];
const param = (/** @type {"wQ" | "wV" | "wO"} */ name, /** @type {number} */ r, /** @type {number} */ c) =>
  picture.weight(name).data[r * D + c];

/** @param {import("../../web/walk/state/trail.js").Making} made @param {number} value */
function assertSums({ factors, order }, value) {
  const [a, b] = /** @type {[number[], number[]]} */ (factors);
  const sum = a.reduce((total, _, i) => total + a[i] * b[i], 0);
  assert.ok(Math.abs(sum - value) <= 2e-6 * Math.max(1, Math.abs(value)), `${sum} for ${value}`);
  const sizes = order.map((i) => Math.abs(a[i] * b[i]));
  assert.deepEqual(
    sizes,
    sizes.toSorted((one, other) => other - one),
  );
  assert.deepEqual(
    order.toSorted((one, other) => one - other),
    [...a.keys()],
  ); // every term once
}

test("a projection's number is a token's row times a column of the weights", () => {
  const made = making(picture, "q", [0, 3, 7]);
  assert.deepEqual(made.factors, [listOf(D, (i) => x(3, i)), listOf(D, (i) => param("wQ", i, 7))]);
  assertSums(made, q(3, 7));
});

test("a score is a query's features times a key's, in one head", () => {
  const made = making(picture, "scores", [0, 1, 3, 2]);
  const features = (/** @type {typeof q} */ of, /** @type {number} */ t) =>
    listOf(WIDTH, (f) => of(t, WIDTH + f));
  assert.deepEqual(made.factors, [features(q, 3), features(k, 2)]);
  assertSums(made, picture.values("scores")[(1 * T + 3) * T + 2]);
});

test("a context is a query's weights times one feature of all tokens' values", () => {
  const made = making(picture, "context", [0, 2, 4, 1]);
  assert.deepEqual(made.factors, [listOf(T, (j) => weight(2, 4, j)), listOf(T, (j) => v(j, 2 * WIDTH + 1))]);
  assertSums(made, picture.values("context")[(2 * T + 4) * WIDTH + 1]);
  assert.deepEqual(
    made.read.map(({ input, block }) => [input.id, block.map(({ from, to }) => [from, to])]),
    [
      [
        "weights",
        [
          [0, 0],
          [2, 2],
          [4, 4],
          [0, 4],
        ],
      ],
      [
        "v_heads",
        [
          [0, 0],
          [2, 2],
          [0, 4],
          [1, 1],
        ],
      ],
    ],
  );
});

test("in matrices side by side, a column belongs to the matrix that contains it", () => {
  const fused = layerPicture({ fused: true, numHeads: 6, numKvHeads: 2 }); // 12, 4 and 4 columns
  for (const [column, name, own] of /** @type {const} */ ([
    [0, "wQ", 0],
    [11, "wQ", 11],
    [12, "wK", 0],
    [15, "wK", 3],
    [16, "wV", 0],
    [19, "wV", 3],
  ])) {
    const made = making(fused, "qkv", [0, 2, column]);
    const { data, shape } = fused.weight(name);
    assert.deepEqual(
      made.factors?.[1],
      listOf(D, (row) => data[row * shape[1] + own]),
      `column ${column}`,
    );
    assertSums(made, fused.values("qkv")[2 * 20 + column]);
  }
});

test("a number that is not a sum of products has inputs and no terms", () => {
  const made = making(picture, "weights", [0, 1, 2, 3]);
  assert.deepEqual(
    made.read[0].numbers,
    listOf(T, (j) => picture.values("scaled")[(T + 2) * T + j]),
  );
  assert.deepEqual([made.factors, made.order], [null, []]);
  assert.deepEqual(making(picture, "q_heads", [0, 1, 2, 3]).read[0].numbers, [q(2, WIDTH + 3)]);
  assert.deepEqual(making(picture, "x", [0, 1, 2]), { read: [], factors: null, order: [] });
});

test("the trail of an output follows its largest products, and single numbers by their place", () => {
  const [token, column] = [3, 7];
  const concat = picture.values("concat");
  const c = largest(listOf(D, (i) => Math.abs(concat[token * D + i] * param("wO", i, column))));
  const [head, feature] = [Math.floor(c / WIDTH), c % WIDTH];
  const j = largest(listOf(T, (i) => Math.abs(weight(head, token, i) * v(i, c))));
  const f = largest(listOf(WIDTH, (i) => Math.abs(q(token, head * WIDTH + i) * k(j, head * WIDTH + i))));
  const word = largest(listOf(D, (i) => Math.abs(x(j, i) * param("wV", i, c))));
  assert.deepEqual(Object.fromEntries(trail(picture, "output", [0, token, column])), {
    output: [0, token, column],
    concat: [0, token, c],
    context_c: [0, token, head, feature],
    context_t: [0, token, head, feature],
    context: [0, head, token, feature],
    weights: [0, head, token, j],
    scaled: [0, head, token, j], // of a row that is normalised, the number at the same place
    scores: [0, head, token, j],
    q_heads: [0, head, token, f],
    q_split: [0, token, head, f],
    q: [0, token, head * WIDTH + f],
    k_t: [0, head, f, j],
    k_heads: [0, head, j, f],
    k_split: [0, j, head, f],
    k: [0, j, head * WIDTH + f],
    v_heads: [0, head, j, feature],
    v_split: [0, j, head, feature],
    v: [0, j, c],
    x: [0, j, word], // by way of the values, which are nearest to the output
  });
});

test("a trail starts at its step, and contains only steps that the number depends on", () => {
  assert.deepEqual([...trail(picture, "x", [0, 4, 2])], [["x", [0, 4, 2]]]);
  assert.deepEqual([...trail(picture, "q_heads", [0, 2, 4, 1]).keys()], ["q_heads", "q_split", "q", "x"]);
});

test("a trail leads from all heads of a group to their shared keys, and to their sentence", () => {
  const grouped = pictureOf({ tokens: words(T), dModel: 16, heads: 4, kvHeads: 2, keyTokens: words(3) });
  const passed = trail(grouped, "scores", [0, 3, 4, 2]);
  const feature = passed.get("q_heads")?.at(-1);
  assert.deepEqual(passed.get("k_groups"), [0, 1, 1, 2, feature]);
  assert.deepEqual(passed.get("k_heads"), [0, 1, 2, feature]);
  assert.deepEqual(passed.get("query")?.slice(0, 2), [0, 4]);
  assert.deepEqual(passed.get("key")?.slice(0, 2), [0, 2]);
});

test("the trail of a rotated pair continues at the feature's own place", () => {
  const turned = layerPicture({ rope: true });
  assert.equal(making(turned, "q_rope", [0, 1, 2, 3]).read[0].numbers.length, 2);
  assert.deepEqual(trail(turned, "q_rope", [0, 1, 2, 3]).get("q_heads"), [0, 1, 2, 3]);
  assert.deepEqual(trail(turned, "q_rope", [0, 1, 2, 2]).get("q_heads"), [0, 1, 2, 2]);
});

test("a projection's column and bias are those of its matrix", () => {
  const parameters = {
    ...{ wQ: listOf(12 * 12, (i) => Math.sin(i)), wK: listOf(12 * 12, (i) => Math.cos(i)) },
    ...{ wV: listOf(12 * 6, (i) => Math.sin(2 * i)), wO: listOf(6 * 12, (i) => Math.cos(2 * i)) },
    ...{ bQ: listOf(12, (i) => i + 1), bK: listOf(12, (i) => -i - 1), bV: listOf(6, (i) => 20 + i) },
    bO: listOf(12, (i) => 40 + i),
  };
  const own = { ...NOTHING_OWN, parameters };
  for (const fused of [true, false]) {
    const biased = pictureOf({ tokens: words(T), dModel: D, heads: HEADS, fused }, { own });
    assert.equal(biased.config.dV, 2);
    const steps = fused ? { qkv: ["wQ", "wK", "wV"] } : { q: ["wQ"], k: ["wK"], v: ["wV"], output: ["wO"] };
    for (const [id, names] of Object.entries(steps)) {
      const step = /** @type {Step} */ (biased.step(id));
      let first = 0;
      for (const name of /** @type {("wQ" | "wK" | "wV" | "wO")[]} */ (names)) {
        const columns = biased.weight(name).shape[1];
        for (const column of [0, columns - 1]) {
          const index = [0, 2, first + column];
          const by = columnOf(biased, step, index);
          const bias = parameters[/** @type {"bQ"} */ (name.replace("w", "b"))][column];
          assert.deepEqual(by, { name, column, bias });
          const [a, b] = /** @type {[number[], number[]]} */ (making(biased, id, index).factors);
          const sum = a.reduce((all, value, i) => all + value * b[i], bias);
          const value = biased.values(id)[2 * Number(step.shape[2]) + first + column];
          assert.ok(
            Math.abs(sum - value) < 1e-4 * Math.max(1, Math.abs(value)),
            `${id}: ${sum} is not ${value}`,
          );
        }
        first += columns;
      }
    }
  }
});
