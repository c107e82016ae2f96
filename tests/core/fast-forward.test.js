// Forward without trace gives the numbers of the traced forward, in reused memory.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { assertClose, inputOf, layerOf, randomValues, readFixture, relativeDifference } from "./fixture.js";

const core = await loadCore();
const cases = await readFixture("attention");

/** @param {Float32Array} data */
const bits = (data) => Array.from(new Uint32Array(data.buffer, data.byteOffset, data.length));

for (const fixture of cases) {
  test(`without trace, the numbers are those of the trace: ${fixture.name}`, () => {
    const layer = layerOf(core, fixture);
    const input = inputOf(fixture);
    const traced = layer.forward(input);
    const fast = layer.forward({ ...input, trace: false });
    const { attention } = traced;
    assert.ok(attention && fast.attention);
    assert.ok(relativeDifference(fast.output, traced.output) < 1e-6);
    assert.ok(relativeDifference(fast.attention, attention) < 1e-6);
    assert.deepEqual(fast.attention.shape, attention.shape);
    assert.deepEqual(fast.output.shape, traced.output.shape);
    assert.deepEqual(fast.warnings, traced.warnings);
    const streamed = layer.forward({ ...input, trace: false, needWeights: false });
    assert.ok(relativeDifference(streamed.output, traced.output) < 1e-6);
    assert.equal(streamed.attention, null);
    layer.dispose();
  });
}

/** @param {number} tokens @param {number} dModel */
const long = (tokens, dModel) => ({
  data: randomValues(tokens, 1, tokens * dModel),
  shape: [1, tokens, dModel],
});

/** A layer with weights large enough for attention that is not uniform. */
function layerOf32() {
  const layer = core.createLayer({ dModel: 32, numHeads: 4 });
  const weight = (/** @type {number} */ seed) => randomValues(seed, 0.4, 32 * 32);
  layer.setWeights({ wQ: weight(1), wK: weight(2), wV: weight(3), wO: weight(4) });
  return layer;
}

for (const causal of [false, true]) {
  test(`600 tokens, several blocks of keys and queries, ${causal ? "causal" : "not causal"}`, () => {
    const layer = layerOf32();
    const input = { query: long(600, 32), causal };
    const traced = layer.forward(input);
    const fast = layer.forward({ ...input, trace: false });
    assert.ok(relativeDifference(fast.output, traced.output) < 1e-6);
    assert.ok(fast.attention && traced.attention);
    assert.ok(relativeDifference(fast.attention, traced.attention) < 1e-6);
    const streamed = layer.forward({ ...input, trace: false, needWeights: false });
    assert.ok(relativeDifference(streamed.output, traced.output) < 1e-6);
    layer.dispose();
  });
}

test("runs keep their results while the layer runs again", () => {
  const layer = layerOf32();
  const [short, other] = [long(5, 32), long(7, 32)];
  const run = layer.forward({ query: short, trace: false });
  const { output, attention } = run;
  const before = { output: bits(output.data), attention: bits(attention?.data ?? new Float32Array()) };
  layer.forward({ query: other, trace: false });
  layer.forward({ query: { data: output.data.map((x) => -x), shape: short.shape }, trace: false });
  layer.forward({ query: other });
  assert.deepEqual(
    { output: bits(run.output.data), attention: bits(run.attention?.data ?? output.data) },
    before,
  );
  assert.deepEqual(run.steps, []);
  layer.dispose();
});

test("alternating calls of every kind read only their own inputs", () => {
  const layer = layerOf32();
  const [a, b] = [long(5, 32), long(7, 32)];
  const padding = { data: Uint8Array.of(0, 1, 0, 0, 1, 0, 0), shape: [1, 7] };
  const headScale = [1, 0, 2, 0.5];
  /** @type {import("../../web/core/index.js").ForwardInput[]} */
  const inputs = [
    { query: a },
    { query: a, key: b },
    { query: a, key: b, keyPaddingMask: padding },
    { query: a, headScale },
    { query: a, value: a },
    { query: b, keyPaddingMask: padding, causal: true },
    { query: a, attnMask: { data: new Uint8Array(5).fill(0), shape: [5] } },
    { query: b },
  ];
  const expected = inputs.map((input) => layer.forward(input).output);
  for (const round of [0, 1, 2]) {
    inputs.forEach((input, i) => {
      const { output } = layer.forward({ ...input, trace: false });
      assert.ok(relativeDifference(output, expected[i]) < 1e-6, `round ${round}, input ${i}`);
      if (i % 2 === round % 2) layer.forward(inputs[(i + 3) % inputs.length]);
      if (i % 3 === 0) assert.throws(() => layer.forward({ query: a, key: b, headScale: [1], trace: false }));
    });
  }
  layer.dispose();
});

test("packing weights in the second run changes no numbers, and new weights are packed again", () => {
  for (const fused of [false, true]) {
    const layer = core.createLayer({ dModel: 36, numHeads: 3, bias: true, fused });
    for (const seed of [1, 2]) {
      layer.setWeights({ wQ: randomValues(seed, 0.4, 36 * 36), wO: randomValues(seed + 5, 0.4, 36 * 36) });
      for (const tokens of [5, 5, 11, 1]) {
        const query = long(tokens, 36);
        const traced = layer.forward({ query });
        const fast = layer.forward({ query, trace: false });
        assert.ok(relativeDifference(fast.output, traced.output) < 1e-6);
      }
    }
    layer.dispose();
  }
});

test("setWeights between two runs does not reuse the memory of inputs", () => {
  const layer = core.createLayer({ dModel: 2, numHeads: 1 });
  const query = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] };
  const identity = { data: Float32Array.of(1, 0, 0, 1), shape: [2, 2] };
  layer.setWeights({ wQ: identity, wK: identity, wV: identity, wO: identity });
  const first = layer.forward({ query, trace: false }).output;
  layer.forward({ query: { data: new Float32Array(4), shape: [1, 2, 2] }, trace: false }).measure();
  assert.deepEqual(layer.forward({ query, trace: false }).output, first);
  assert.deepEqual(layer.weights().wO, identity);
});

test("measures of a run without trace are those of the traced run", () => {
  const layer = layerOf32();
  const query = long(9, 32);
  assertClose(
    layer.forward({ query, trace: false }).measure({ positions: [2] }),
    layer.forward({ query }).measure({ positions: [2] }),
  );
  assert.throws(() => layer.forward({ query, trace: false, needWeights: false }).measure(), {
    code: "config",
    message:
      "measure needs the attention weights, and this run was made with trace: false and needWeights: false; leave one of them out",
  });
});

test("a run without trace measures the attention in the caller's array, and throws if the array is gone", () => {
  const layer = layerOf32();
  const input = { query: long(9, 32), trace: false };
  const [changed, moved] = [layer.forward(input), layer.forward(input)];
  changed.attention?.data.fill(0.5);
  assert.deepEqual(
    changed.measure().heads.map(({ first }) => first),
    [0.5, 0.5, 0.5, 0.5],
  );
  structuredClone(null, { transfer: [/** @type {ArrayBuffer} */ (moved.attention?.data.buffer)] });
  assert.throws(() => moved.measure(), {
    code: "config",
    message:
      "measure needs the attention weights, and they were transferred; measure before, or use trace: true",
  });
});

test("null selects the default, as undefined does", () => {
  const layer = layerOf32();
  const run = layer.forward(/** @type {any} */ ({ query: long(3, 32), trace: null, needWeights: null }));
  assert.ok(run.steps.length > 0 && run.attention);
  layer.dispose();
});

test("after dispose a run without trace throws like any other, and the layer too", () => {
  const layer = layerOf32();
  const run = layer.forward({ query: long(3, 32), trace: false });
  run.dispose();
  assert.throws(() => run.output, { code: "disposed" });
  layer.dispose();
  assert.throws(() => layer.forward({ query: long(3, 32), trace: false }), { code: "disposed" });
});
