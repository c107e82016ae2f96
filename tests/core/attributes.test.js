// Attributes of steps, and the core's table of operations.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { randomValues } from "./fixture.js";

const core = await loadCore();
const query = { data: randomValues(3, 1, 2 * 4 * 8), shape: [2, 4, 8] };

/** @param {Partial<import("../../web/core/index.js").LayerOptions>} options @param {object} [input] */
function attributesOf(options, input = {}) {
  const run = core.createLayer({ dModel: 8, numHeads: 2, ...options }).forward({ query, ...input });
  for (const { id, op } of run.steps) assert.ok(core.operations[op], `${id} by ${op}`);
  return Object.fromEntries(run.steps.map(({ id, attributes }) => [id, attributes]));
}

test("a step has all arguments of its operation", () => {
  const mask = { data: Float32Array.from({ length: 16 }, (_, i) => i / 4), shape: [4, 4] };
  const headScale = [0.1, -2];
  const said = attributesOf(
    { fused: true, rope: true },
    { causal: true, attnMask: mask, dropout: { p: 0.3, seed: 5 }, headScale, softmaxEmptyRow: "nan" },
  );
  const broadcast = { additive: false, strides: [0, 0, 4, 1] };
  assert.deepEqual(said, {
    x: {},
    qkv: {},
    q: { dim: -1, start: 0, length: 8 },
    k: { dim: -1, start: 8, length: 8 },
    v: { dim: -1, start: 16, length: 8 },
    q_split: { sizes: [2, 4, 2, 4] },
    k_split: { sizes: [2, 4, 2, 4] },
    v_split: { sizes: [2, 4, 2, 4] },
    q_heads: { dims: [1, 2] },
    k_heads: { dims: [1, 2] },
    v_heads: { dims: [1, 2] },
    q_rope: { first: 0, base: 10000, turned: 4, scaling: 1 },
    k_rope: { first: 0, base: 10000, turned: 4, scaling: 1 },
    k_t: { dims: [-2, -1] },
    scores: {},
    scaled: { factor: 0.5 },
    masked: {
      fill: -Infinity,
      masks: [broadcast, { ...broadcast, additive: true }],
    },
    weights: { dim: -1, emptyRow: null },
    dropped: { p: 0.3, seed: 5 },
    context: {},
    context_scaled: { dim: 1, factors: headScale.map(Math.fround) },
    context_t: { dims: [1, 2] },
    context_c: {},
    concat: { sizes: [2, 4, 8] },
    output: {},
  });
});

test("numbers in attributes are the core's, to the last bit", () => {
  const factor = (/** @type {number} */ dK) => attributesOf({ dK }).scaled.factor;
  for (const dK of [1, 2, 3, 7, 8, 64, 1000]) assert.equal(factor(dK), Math.fround(1 / Math.sqrt(dK)));
  const { factors } = attributesOf({}, { headScale: [1e-30, NaN] }).context_scaled;
  assert.deepEqual(factors, [Math.fround(1e-30), null]);
  const fill = attributesOf({}, { causal: true, maskFill: "-1e9" }).masked.fill;
  assert.equal(fill, -1e9);
});

test("steps of wrong paths have their arguments", () => {
  assert.deepEqual(attributesOf({}, { fault: "softmax_axis" }).weights, { dim: -2, emptyRow: 0 });
  assert.deepEqual(attributesOf({}, { fault: "view_without_contiguous" }).concat, { sizes: [2, 4, 8] });
  const keyPaddingMask = { data: new Uint8Array(8), shape: [2, 4] };
  const [rewritten] = /** @type {any[]} */ (
    attributesOf({}, { fault: "mask_repeat_order", keyPaddingMask }).masked.masks
  );
  assert.deepEqual(rewritten.strides, [32, 16, 4, 1]);
});

test("rotary positions of keys that are longer than the queries start so that both end together, below 0 if necessary", () => {
  const key = (/** @type {number} */ tokens) => ({
    data: new Float32Array(2 * tokens * 8),
    shape: [2, tokens, 8],
  });
  assert.equal(attributesOf({ rope: true }, { key: key(7) }).q_rope.first, 3);
  assert.equal(attributesOf({ rope: true }, { key: key(1) }).q_rope.first, -3);
  assert.equal(attributesOf({ rope: true }, { key: key(1) }).k_rope.first, 0);
  assert.throws(() => core.createLayer({ dModel: 6, numHeads: 2, rope: true }), {
    code: "config",
    message: "rope turns features in pairs, but d_k 3 is odd (nearest that is even: 4)",
  });
  assert.deepEqual(core.createLayer({ dModel: 8, numHeads: 2, rope: true }).config.rope, {
    ...{ style: "interleaved", base: 10000, fraction: 1, scaling: 1 },
  });
});

test("a cost without a run includes rotary positions", () => {
  const layer = core.createLayer({ dModel: 8, numHeads: 2, rope: true });
  const { steps } = core.cost({ dModel: 8, numHeads: 2, rope: true }, { B: 2, Tq: 4 });
  assert.deepEqual(steps, layer.forward({ query }).steps);
  const { flops, bytesRead, bytesWritten } = steps.find(({ id }) => id === "q_rope") ?? {};
  assert.deepEqual({ flops, bytesRead, bytesWritten }, { flops: 3 * 64, bytesRead: 256, bytesWritten: 256 });
});
