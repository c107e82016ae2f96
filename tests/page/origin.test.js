// What a number was made from, by the core's word on each operation: the numbers read make the number shown.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { flatIndex } from "../../web/state/memory.js";
import { holds, originsOf, readersOf } from "../../web/state/origin.js";
import { compute } from "../../web/state/picture.js";
import { DEFAULTS } from "../../web/state/settings.js";
import { makingOf, trailOf } from "../../web/state/trail.js";
import { formulaOf } from "../../web/text/formula.js";
import { indices, pictureOf, words } from "./support/pictures.js";

/** @typedef {import("../../web/state/picture.js").Picture} Picture */
/** @typedef {import("../../web/core/types.js").Step} Step */

const core = await loadCore();
const SETTINGS = { ...DEFAULTS, tokens: words(5), dModel: 12, heads: 3 };

/** Of layers and passes that the page has no switch for. @param {object} options @param {object} [input] @returns {Picture} */
function layerPicture(options, input = {}) {
  const layer = core.createLayer({ dModel: 12, numHeads: 3, seed: 4, ...options });
  const run = layer.forward({ query: core.embed(SETTINGS.tokens, { dModel: 12 }), ...input });
  const weights = /** @type {any} */ (layer.weights());
  return /** @type {any} */ ({
    settings: SETTINGS,
    operations: core.operations,
    steps: run.steps,
    step: (/** @type {string} */ id) => run.steps.find((step) => step.id === id),
    values: (/** @type {string} */ id) => run.tensor(id).data,
    weight: (/** @type {string} */ name) => weights[name],
  });
}

/** @type {[string, Picture][]} */
const PICTURES = [
  ["opening", pictureOf({ tokens: words(5), dModel: 12, heads: 3 })],
  ["causal, grouped", pictureOf({ tokens: words(5), dModel: 16, heads: 4, kvHeads: 2, causal: true })],
  ["cross-attention", pictureOf({ tokens: words(5), keyTokens: words(3), dModel: 12, heads: 3 })],
  ["softmax over queries", compute(core, SETTINGS, { fault: "softmax_axis" })],
  ["heads by view alone", compute(core, SETTINGS, { fault: "view_without_transpose" })],
  ["fused", layerPicture({ fused: true })],
  ["rotary positions", layerPicture({ rope: true, numHeads: 2 })],
  ["dropout and scaled heads", layerPicture({}, { dropout: { p: 0.5, seed: 1 }, headScale: [1, 0.5, -2] })],
];

const sum = (/** @type {number[]} */ values) => values.reduce((total, value) => total + value, 0);

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
  rope: ([[x0, x1]], _, { attributes, shape }, index) => {
    const [t, j] = index.slice(-2);
    const angle =
      (Number(attributes.first) + t) *
      Number(attributes.base) ** (-(j - (j % 2)) / /** @type {number} */ (shape.at(-1)));
    return j % 2 ? x0 * Math.sin(angle) + x1 * Math.cos(angle) : x0 * Math.cos(angle) - x1 * Math.sin(angle);
  },
};

for (const [name, picture] of PICTURES) {
  test(`${name}: the numbers that a step is said to read make the number it has`, () => {
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

  test(`${name}: what reads an element is what names it among its origins`, () => {
    for (const step of picture.steps) {
      const index = step.shape.map((size) => size - 1);
      for (const [reader, block] of readersOf(picture.operations, step, index, picture.steps)) {
        for (const at of indices(reader.shape)) {
          const origins = originsOf(picture.operations, reader, at, [step, reader]);
          const named = holds(/** @type {any} */ (origins.get(step.id)), index);
          assert.equal(holds(block, at), named, `${reader.id}[${at}] of ${step.id}[${index}]`);
        }
      }
    }
  });

  test(`${name}: every number's formula has its blanks filled, and its trail leads back to the words`, () => {
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

test("an operation that is not known may read anything, and the formula says so", () => {
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
