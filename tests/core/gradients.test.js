// Gradients of steps on right and wrong paths, compared with PyTorch (tests/fixtures/tape.py), and from any step.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { randomValues, readFixture, relativeDifference } from "./fixture.js";

/** @import { Fault } from "../../web/core/index.js" */

const core = await loadCore();
const FIXTURES = await readFixture("tape");

/** @param {string} key "d:wQ" */
const gradientOf = (key) => `dW${key.slice(3)}`;

/** Options that a wrong path gets wrong. @type {Record<string, Partial<import("../../web/core/types.js").LayerOptions>>} */
const OPTIONS = {
  rope_style: { rope: true },
  positions_restart: { rope: true },
  alibi_sign: { alibi: true },
  window_off_by_one: { window: 2 },
};

for (const { name, tensors } of FIXTURES) {
  if (name === "two_layers") continue; // composed in C++ alone: tests/native/tape_test.cpp
  test(`gradients of every step agree with PyTorch on the wrong path ${name}`, () => {
    const { x, wQ, wK, wV, wO, k_past, v_past, dOutput, output, attention, padding, ...rest } = tensors;
    const layer = core.createLayer({ dModel: 8, numHeads: 2, ...OPTIONS[name] });
    layer.setWeights({ wQ, wK, wV, wO });
    const run = layer.forward({
      query: x,
      causal: name === "mask_reversed",
      past: k_past && { key: k_past, value: v_past },
      keyPaddingMask: padding && { data: Uint8Array.from(padding.data), shape: padding.shape },
      ...(name === "dropped_attention" && { dropout: { p: 0.3, seed: 1 } }),
      ...(name === "pruned_queries" && { headScale: [0, 1] }),
      fault: /** @type {Fault} */ (name),
    });
    assert.ok(relativeDifference(run.output, output) < 2e-5);
    assert.ok(relativeDifference(/** @type {any} */ (run.attention), attention) < 2e-5);
    const gradients = /** @type {Record<string, any>} */ (layer.backward(run, dOutput));
    assert.ok(relativeDifference(gradients.dQuery, tensors["d:x"]) < 2e-5);
    for (const [key, expected] of Object.entries(rest)) {
      const gradient = /^d:w[QKVO]$/.test(key) ? gradients[gradientOf(key)] : run.gradient(key.slice(2));
      assert.ok(relativeDifference(gradient, expected) < 2e-5, key);
    }
    assert.equal("dWQ" in gradients, name !== "raw_inputs");
  });
}

const query = { data: randomValues(3, 1, 2 * 4 * 8), shape: [2, 4, 8] };
const dOutput = { data: randomValues(4, 1, 2 * 4 * 8), shape: [2, 4, 8] };

test("every step has a gradient of its shape, and inputs and output have those that backward returns", () => {
  for (const options of [{}, { numKvHeads: 1, rope: true, dV: 3 }, { fused: true, bias: true }]) {
    const layer = core.createLayer({ dModel: 8, numHeads: 2, ...options });
    const run = layer.forward({ query, causal: true, dropout: { p: 0.5, seed: 2 }, headScale: [1, 0.5] });
    const { dQuery } = layer.backward(run, dOutput);
    for (const { id, shape } of run.steps) {
      const gradient = run.gradient(id);
      assert.deepEqual(gradient.shape, shape, id);
      assert.ok(
        gradient.data.some((value) => value !== 0),
        id,
      );
    }
    assert.deepEqual(run.gradient("x"), dQuery);
    assert.deepEqual(run.gradient("output"), dOutput);
  }
});

test("a second backward replaces the first, and a refused one does not", () => {
  const layer = core.createLayer({ dModel: 8, numHeads: 2 });
  const run = layer.forward({ query });
  layer.backward(run, dOutput);
  const first = run.gradient("weights").data;
  const twice = { data: dOutput.data.map((value) => 2 * value), shape: dOutput.shape };
  layer.backward(run, twice);
  const second = run.gradient("weights").data;
  assert.deepEqual(
    second,
    first.map((value) => 2 * value),
  );
  assert.throws(() => layer.backward(run, { data: new Float32Array(8), shape: [1, 1, 8] }), {
    code: "shape",
  });
  assert.deepEqual(run.gradient("weights").data, second);
  assert.notEqual(run.gradient("weights").data, run.gradient("weights").data, "a copy each");
});

test("no gradient before backward, without trace, of a refused path, or of an unknown step", () => {
  const layer = core.createLayer({ dModel: 8, numHeads: 2 });
  const run = layer.forward({ query });
  assert.throws(() => run.gradient("scores"), {
    code: "config",
    message: "scores has no gradient; call backward first, of an output that depends on it",
  });
  assert.throws(() => layer.forward({ query, trace: false }).gradient("scores"), { code: "config" });
  const refused = layer.forward({ query, fault: "view_without_contiguous" });
  assert.throws(() => layer.backward(refused, dOutput), {
    code: "config",
    message: /^view \(2, 4, 8\) of shape/,
  });
  assert.throws(() => refused.gradient("scores"), { code: "config" });
  layer.backward(run, dOutput);
  assert.throws(() => run.gradient("score"), { code: "config", message: /^no step "score" in this run/ });
  run.dispose();
  assert.throws(() => run.gradient("scores"), { code: "disposed" });
});

const [T, D, H] = [5, 8, 2];
const layer = core.createLayer({ dModel: D, numHeads: H, seed: 3, init: "random" });
const run = layer.forward({ query: { data: randomValues(1, 1, T * D), shape: [1, T, D] }, causal: true });
const ones = (/** @type {number[]} */ shape) => ({
  data: new Float32Array(shape.reduce((product, size) => product * size, 1)).fill(1),
  shape,
});

test("starting at the output gives the same as the default", () => {
  const gradient = ones([1, T, D]);
  const usual = layer.backward(run, gradient);
  const scores = run.gradient("scores");
  assert.deepEqual(layer.backward(run, gradient, { from: "output" }), usual);
  assert.deepEqual(run.gradient("scores"), scores);
});

test("steps after the starting step, and weights that it does not depend on, have no gradient", () => {
  const { shape } = run.tensor("weights");
  const data = randomValues(2, 1, H * T * T);
  const gradients = layer.backward(run, { data, shape }, { from: "weights" });
  assert.deepEqual(Object.keys(gradients).sort(), ["dQuery", "dWK", "dWQ"]);
  assert.deepEqual(run.gradient("weights").data, data);
  for (const id of ["output", "concat", "context", "v", "v_heads"])
    assert.throws(() => run.gradient(id), { code: "config", message: new RegExp(`^${id} has no gradient`) });
});

test("starting at the weights gives the derivative of an attention weight", () => {
  const shape = [1, H, T, T];
  const seed = { data: new Float32Array(H * T * T), shape };
  const at = (1 * T + 4) * T + 2;
  seed.data[at] = 1;
  const { dWQ } = layer.backward(run, seed, { from: "weights" });
  const { wQ } = /** @type {any} */ (layer.weights());
  const other = core.createLayer({ dModel: D, numHeads: H, seed: 3, init: "random" });
  const weightAt = (/** @type {number} */ by, /** @type {number} */ place) => {
    const data = wQ.data.slice();
    data[place] += by;
    other.setWeights({ wQ: data });
    const again = other.forward({
      query: { data: randomValues(1, 1, T * D), shape: [1, T, D] },
      causal: true,
    });
    return /** @type {any} */ (again.attention).data[at];
  };
  let largest = 0;
  dWQ.data.forEach((slope, place) => {
    const found = (weightAt(0.01, place) - weightAt(-0.01, place)) / 0.02;
    assert.ok(Math.abs(found - slope) < 2e-4, `${place}: ${slope}, ${found}`);
    largest = Math.max(largest, Math.abs(slope));
  });
  assert.ok(largest > 0.01);
});

test("an unknown step, and a gradient of another shape, are refused", () => {
  assert.throws(() => layer.backward(run, ones([1, T, D]), { from: "nothing" }), {
    code: "config",
    message: /^no step "nothing" in this run \(it has: x, q, k/,
  });
  assert.throws(() => layer.backward(run, ones([1, T, D]), { from: "weights" }), {
    code: "shape",
    message: `the weights's gradient has shape (1, ${T}, ${D}), expected that of the weights, (1, ${H}, ${T}, ${T})`,
  });
});

test("tensors that are not attention have no Jacobian norms", () => {
  assert.throws(() => core.jacobianNorms(ones([2, 2])), {
    code: "shape",
    message: /^attention has shape \(2, 2\)/,
  });
  const { rows, median, mean } = core.jacobianNorms({ data: [1, 0, 0.5, 0.5], shape: [1, 1, 2, 2] });
  assert.deepEqual([[...rows.data], rows.shape, median, mean], [[0, 0.5], [1, 1, 2], 0.25, 0.25]);
});
