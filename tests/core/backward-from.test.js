// Gradients that start at a step in place of the output, and norms of the softmax's Jacobians.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { randomValues } from "./fixture.js";

const core = await loadCore();
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
