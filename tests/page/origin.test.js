// The origin of a number, by the core's table of operations: the numbers read give the shown number.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { flatIndex, blockHolds } from "../../web/kit/state/memory.js";
import { originsOf, readersOf } from "../../web/walk/state/origin.js";
import { compute } from "../../web/kit/state/picture.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { makingOf, trailOf } from "../../web/walk/state/trail.js";
import { formulaOf } from "../../web/walk/words.js";
import { indices, layerPicture, pictureOf, words } from "./support/pictures.js";

/** @typedef {import("../../web/kit/state/picture.js").Picture} Picture */
/** @typedef {import("../../web/core/types.js").Step} Step */

const core = await loadCore();
const SETTINGS = { ...DEFAULTS, tokens: words(5), dModel: 12, heads: 3 };

const PAST = /** @type {any} */ (
  Object.fromEntries(
    ["key", "value"].map((name, seed) => [
      name,
      { data: Float32Array.from({ length: 3 * 2 * 4 }, (_, i) => Math.sin(i + seed)), shape: [1, 3, 2, 4] },
    ]),
  )
);

/** @type {[string, Picture][]} */
const PICTURES = [
  ["opening", pictureOf({ tokens: words(5), dModel: 12, heads: 3 })],
  ["causal, grouped", pictureOf({ tokens: words(5), dModel: 16, heads: 4, kvHeads: 2, causal: true })],
  ["cross-attention", pictureOf({ tokens: words(5), keyTokens: words(3), dModel: 12, heads: 3 })],
  ["softmax over queries", compute(core, SETTINGS, { fault: "softmax_axis" })],
  ["heads by view alone", compute(core, SETTINGS, { fault: "view_without_transpose" })],
  ["fused", layerPicture({ fused: true })],
  ["rotary positions", layerPicture({ rope: true, numHeads: 2 })],
  ["rotary positions by halves", layerPicture({ rope: { style: "half", fraction: 0.5, scaling: 2 }, dK: 8 })],
  [
    "distances, a cap, a norm and a window",
    layerPicture({ alibi: true, softcap: 2, qkNorm: true, window: 3 }),
  ],
  ["sinks", layerPicture({ sinks: true, numKvHeads: 1 }, { causal: true })],
  ["a cache", layerPicture({ rope: true }, { causal: true, past: PAST })],
  ["dropout and scaled heads", layerPicture({}, { dropout: { p: 0.5, seed: 1 }, headScale: [1, 0.5, -2] })],
];

const sum = (/** @type {number[]} */ values) => values.reduce((total, value) => total + value, 0);

/** @param {Step["attributes"]} attributes @param {number} t @param {number} pair first feature of the pair, as interleaved pairs count */
const angleOf = ({ first, base, turned: width, scaling }, t, pair) =>
  ((Number(first) + t) / Number(scaling)) * Number(base) ** (-pair / Number(width));

/** @param {number} x0 @param {number} x1 @param {number} angle @param {boolean} isSecond */
const turned = (x0, x1, angle, isSecond) =>
  isSecond ? x0 * Math.sin(angle) + x1 * Math.cos(angle) : x0 * Math.cos(angle) - x1 * Math.sin(angle);

/** How each operation makes a number of those it has read. @type {Record<string, (read: number[][], making: ReturnType<typeof makingOf>, step: Step, index: number[], own: number) => number>} */
const MADE = {
  linear: (_, { factors }) => sum(factors?.[0].map((a, i) => a * (factors[1][i] ?? NaN)) ?? [NaN]),
  matmul: (_, { factors }) => sum(factors?.[0].map((a, i) => a * (factors[1][i] ?? NaN)) ?? [NaN]),
  scale: ([[x]], _, { attributes }, index) =>
    x *
    /** @type {number} */ (
      attributes.factor ?? /** @type {any} */ (attributes.factors)[index[Number(attributes.dim)]]
    ),
  mask: ([[x]], _, __, ___, own) => (own === -Infinity ? -Infinity : x),
  softmax: ([row], _, { attributes }, index) =>
    Math.exp(row[index.at(Number(attributes.dim)) ?? NaN]) / sum(row.map(Math.exp)),
  dropout: ([[x]], _, { attributes }, ___, own) => (own === 0 ? 0 : x / (1 - Number(attributes.p))),
  rope: ([[x0, x1]], _, { attributes }, index) => {
    const [t, j] = index.slice(-2);
    return turned(x0, x1, angleOf(attributes, t, j - (j % 2)), j % 2 === 1);
  },
  rope_half: ([row], _, { attributes }, index) => {
    const [t, j] = index.slice(-2);
    const half = Number(attributes.turned) / 2;
    if (j >= 2 * half) return row[j];
    const i = j % half;
    return turned(row[i], row[i + half], angleOf(attributes, t, 2 * i), j >= half);
  },
  rms_norm: ([row], _, { attributes }, index) =>
    row[index[3]] / Math.sqrt(sum(row.map((x) => x * x)) / row.length + Number(attributes.eps)), // weights of 1
  softcap: ([[x]], _, { attributes }) => Number(attributes.cap) * Math.tanh(x / Number(attributes.cap)),
  alibi: ([[x]], _, { attributes }, [, head, i, j]) =>
    x - /** @type {any} */ (attributes.factors)[head] * Math.abs(Number(attributes.first) + i - j),
  sink: (read) => read[0]?.[0] ?? 0, // sinks of 0
};

for (const [name, picture] of PICTURES) {
  test(`${name}: the numbers that a step reads give its number`, () => {
    for (const step of picture.steps.filter(({ inputs }) => inputs.length)) {
      for (const index of [...indices(step.shape)].filter((_, i) => i % 7 === 0)) {
        const own = picture.values(step.id)[flatIndex(step, index)];
        const making = makingOf(picture, step, index);
        const read = making.read.map(({ numbers }) => numbers);
        const made = MADE[step.op]?.(read, making, step, index, own) ?? read[0][0];
        const close = own === made || Math.abs(own - made) <= 2e-6 * Math.max(1, Math.abs(own));
        assert.ok(close, `${step.id}[${index}] is ${own}, and ${made} by what it reads`);
      }
    }
  });

  test(`${name}: the readers of an element are the elements that have it among their origins`, () => {
    for (const step of picture.steps) {
      const index = step.shape.map((size) => size - 1);
      for (const [reader, affected] of readersOf(picture.operations, step, index, picture.steps)) {
        for (const at of indices(reader.shape)) {
          const origins = originsOf(picture.operations, reader, at, [step, reader]);
          const block = origins.get(step.id); // none for a part of the result that the step is not in
          const named = block !== undefined && blockHolds(block, index);
          assert.equal(blockHolds(affected, at), named, `${reader.id}[${at}] of ${step.id}[${index}]`);
        }
      }
    }
  });

  test(`${name}: every number's formula has all blanks filled, and its trail leads back to the words`, () => {
    for (const step of picture.steps) {
      const index = step.shape.map(() => 0);
      const trail = trailOf(picture, step, index);
      const inputs = picture.steps.filter(({ inputs: read }) => !read.length);
      assert.ok(inputs.some(({ id }) => trail.has(id)));
      const parts = new Proxy({ j: 0 }, { get: (_, blank) => (blank === "j" ? 0 : `<${String(blank)}>`) });
      assert.doesNotMatch(formulaOf(picture, step, parts), /[{}]|undefined/);
    }
  });
}

/** @param {Picture} picture @param {string} id */
const stepOf = (picture, id) => /** @type {Step} */ (picture.step(id));

/** A block, from first and last index along every axis. @param {...(number | [number, number])} spans */
const block = (...spans) =>
  spans.map((span) => (typeof span === "number" ? { from: span, to: span } : { from: span[0], to: span[1] }));

test("a score affects the whole row over which the softmax normalises it, along any axis", () => {
  for (const [fault, read] of /** @type {const} */ ([
    ["none", block(0, 1, 2, [0, 4])],
    ["softmax_axis", block(0, 1, [0, 4], 3)],
  ])) {
    const picture = compute(core, SETTINGS, { fault });
    const [scaled, weights] = [stepOf(picture, "scaled"), stepOf(picture, "weights")];
    const readers = readersOf(picture.operations, scaled, [0, 1, 2, 3], picture.steps);
    assert.deepEqual([...readers], [[weights, read]], fault);
    const origins = originsOf(picture.operations, weights, [0, 1, 2, 3], picture.steps);
    assert.deepEqual(origins.get("scaled"), read, fault);
  }
});

test("a key's feature affects a column of scores, a query's feature a row", () => {
  const [, [, grouped], [, crossed]] = PICTURES;
  const read = (/** @type {Picture} */ picture, /** @type {string} */ id, /** @type {number[]} */ index) => [
    ...readersOf(picture.operations, stepOf(picture, id), index, picture.steps).values(),
  ];
  assert.deepEqual(read(crossed, "k_t", [0, 1, 2, 0]), [block(0, 1, [0, 4], 0)]);
  assert.deepEqual(read(crossed, "q_heads", [0, 1, 3, 2]), [block(0, 1, 3, [0, 2])]);
  assert.deepEqual(read(crossed, "weights", [0, 1, 3, 2]), [block(0, 1, 3, [0, 3])]);
  assert.deepEqual(read(grouped, "k_heads", [0, 1, 3, 2]), [block(0, 1, [0, 1], 3, 2)], "of both heads");
});

test("a refused step reads nothing", () => {
  const { operations, steps } = compute(core, SETTINGS, { fault: "view_without_contiguous" });
  const [split, refused] = steps.slice(-2);
  assert.match(refused.error ?? "", /view/);
  assert.deepEqual(refused.inputs, [split.id]);
  assert.equal(readersOf(operations, split, [0, 0, 0, 0], steps).size, 0);
});

test("if a number depends on a tensor in two ways, the block holds both: a score depends on its query's token and its key's", () => {
  const [[, picture]] = PICTURES;
  for (const [i, j] of [
    [1, 3],
    [3, 1],
    [2, 2],
  ]) {
    const origins = originsOf(picture.operations, stepOf(picture, "scores"), [0, 2, i, j], picture.steps);
    assert.deepEqual(origins.get("q"), block(0, i, [8, 11]));
    assert.deepEqual(origins.get("k"), block(0, j, [8, 11]));
    assert.deepEqual(origins.get("x"), block(0, [Math.min(i, j), Math.max(i, j)], [0, 11]));
    assert.ok(!origins.has("v"));
  }
});

test("an output depends on one token's queries and on all tokens' keys and values", () => {
  const [[, picture]] = PICTURES;
  const origins = originsOf(picture.operations, stepOf(picture, "output"), [0, 3, 7], picture.steps);
  assert.deepEqual(origins.get("q"), block(0, 3, [0, 11]));
  for (const id of ["k", "v", "x"]) assert.deepEqual(origins.get(id), block(0, [0, 4], [0, 11]), id);
});

/**
 * Every element that an element depends on, found one by one.
 * @param {Picture} picture @param {Step} step @param {number[]} index @returns {Map<string, Map<string, number[]>>}
 */
function ancestors(picture, step, index) {
  const found = new Map([[step.id, new Map([[index.join(), index]])]]);
  for (const reader of [...picture.steps].reverse())
    for (const at of found.get(reader.id)?.values() ?? []) {
      const inputs = reader.inputs.map((id) => stepOf(picture, id));
      const read = originsOf(picture.operations, reader, at, [...inputs, reader]);
      for (const { id } of inputs) {
        const spans = read.get(id);
        if (!spans) continue; // it is in another part
        const elements = found.get(id) ?? new Map();
        found.set(id, elements);
        for (const within of indices(spans.map(({ from, to }) => to - from + 1))) {
          const element = within.map((i, axis) => spans[axis].from + i);
          elements.set(element.join(), element);
        }
      }
    }
  return found;
}

test("a block contains every element that the number depends on, however far back", () => {
  // Without wrong views: their rows can lie in two heads, and a block only has first and last indices.
  for (const [name, picture] of PICTURES.filter(([, { fault }]) => fault !== "view_without_transpose"))
    for (const [id, ...index] of /** @type {const} */ ([
      ["output", 0, 3, 7],
      ["weights", 0, 1, 1, 2],
    ])) {
      const origins = originsOf(picture.operations, stepOf(picture, id), index, picture.steps);
      for (const [from, elements] of ancestors(picture, stepOf(picture, id), index))
        for (const element of elements.values())
          assert.ok(
            blockHolds(/** @type {any} */ (origins.get(from)), element),
            `${name}: ${from}[${element}] of ${id}[${index}]`,
          );
    }
});

test("a row that a wrong view takes from two heads is in a block from its first to its last number", () => {
  const picture = compute(core, SETTINGS, { fault: "merge_without_transpose" });
  const read = originsOf(picture.operations, stepOf(picture, "output"), [0, 1, 0], picture.steps);
  const context = /** @type {any} */ (read.get("context"));
  for (const offset of [12, 23]) {
    // of memory as (H, T, d_v) = (3, 5, 4), in which row 1 of 12 runs from here to there
    const index = [0, Math.floor(offset / 20), Math.floor(offset / 4) % 5, offset % 4];
    assert.ok(blockHolds(context, index), `${index}`);
  }
});

test("a block contains its first and last element, and no neighbours", () => {
  const rows = block(0, [1, 3], [2, 4]);
  for (const row of [0, 1, 3, 4])
    for (const column of [1, 2, 4, 5])
      assert.equal(blockHolds(rows, [0, row, column]), [1, 3].includes(row) && [2, 4].includes(column));
});

test("an operation on groups of three ends with the row, even if the last group is incomplete", () => {
  const { operations, steps } = PICTURES[0][1];
  const three = { ...operations, linear: { reads: [[1, 3]], formulas: [] } };
  const [x, q] = ["x", "q"].map((id) => ({
    .../** @type {Step} */ (steps.find((step) => step.id === id)),
    shape: [1, 5, 11],
  }));
  const read = (/** @type {number} */ column) =>
    originsOf(/** @type {any} */ (three), q, [0, 2, column], [x, q]).get("x");
  assert.deepEqual(read(4), block(0, 2, [3, 5]));
  assert.deepEqual(read(9), block(0, 2, [9, 10]));
});

test("an unknown operation may read anything, and the formula says so", () => {
  const picture = pictureOf({ tokens: words(3) });
  const [query, key] = ["q_heads", "k_heads"].map((id) => /** @type {Step} */ (picture.step(id)));
  const scores = {
    .../** @type {Step} */ (picture.step("scores")),
    op: "convolve",
    inputs: [query.id, key.id],
  };
  const blocks = originsOf(picture.operations, scores, [0, 1, 2, 2], [query, key, scores]);
  for (const input of [query, key])
    assert.deepEqual(
      blocks.get(input.id),
      input.shape.map((size) => ({ from: 0, to: size - 1 })),
    );
  assert.deepEqual(
    [...readersOf(picture.operations, query, [0, 0, 0, 0], [scores]).values()],
    [scores.shape.map((size) => ({ from: 0, to: size - 1 }))],
  );
  assert.equal(formulaOf(picture, scores, { a: "q_heads", j: 0 }), "by convolve, which is not known here");
});
