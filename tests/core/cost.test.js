import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { elements } from "./fixture.js";

const core = await loadCore();

test("parameters are 4 d_model^2 without biases, whatever the heads", () => {
  for (const numHeads of [1, 12, 96, 768])
    assert.equal(core.cost({ dModel: 768, numHeads }, { Tq: 1 }).parameters, 2_359_296);
  assert.equal(
    core.cost({ dModel: 768, numHeads: 12, bias: true }, { Tq: 1 }).parameters,
    2_359_296 + 4 * 768,
  );
  assert.equal(
    core.cost({ dModel: 512, numHeads: 8, numKvHeads: 2 }, { Tq: 1 }).parameters,
    2 * 512 * 512 + 2 * 512 * 128,
  );
});

test("the cost computed without running equals the run's", () => {
  for (const options of [
    { numHeads: 4 },
    { numHeads: 4, numKvHeads: 2, bias: true },
    { numHeads: 2, fused: true, dV: 3 },
    { numHeads: 2, dKey: 5 },
  ]) {
    const layer = core.createLayer({ dModel: 8, ...options });
    const { dKey } = layer.config;
    const cross = options.dKey ? { key: { data: new Float32Array(2 * 3 * dKey), shape: [2, 3, dKey] } } : {};
    const run = layer.forward({ query: { data: new Float32Array(2 * 5 * 8), shape: [2, 5, 8] }, ...cross });
    const cost = core.cost({ dModel: 8, ...options }, { B: 2, Tq: 5, Tk: options.dKey ? 3 : undefined });
    // Only where key and value default to one tensor does the run share a buffer that the cost counts twice.
    if (!options.dKey) assert.deepEqual(cost.steps, run.steps);
    assert.deepEqual(
      cost.steps.map(({ id, shape, flops }) => [id, shape, flops]),
      run.steps.map(({ id, shape, flops }) => [id, shape, flops]),
    );
    const total = (/** @type {"flops" | "bytesRead" | "bytesWritten"} */ key) =>
      run.steps.reduce((sum, step) => sum + step[key], 0);
    assert.deepEqual(
      [cost.flops, cost.bytesRead, cost.bytesWritten],
      [total("flops"), total("bytesRead"), total("bytesWritten")],
    );
    const buffers = new Map(
      cost.steps
        .filter(({ storage }) => storage === "copy")
        .map(({ buffer, shape }) => [buffer, 4 * elements(shape)]),
    );
    assert.equal(
      cost.bytesHeld,
      [...buffers.values()].reduce((sum, bytes) => sum + bytes, 4 * cost.parameters),
    );
    layer.dispose();
  }
});

test("a key padding mask is a step of its own, as in the run", () => {
  const keyPaddingMask = { data: Uint8Array.of(0, 0, 0, 0, 1, 1), shape: [2, 3] };
  const layer = core.createLayer({ dModel: 8, numHeads: 2 });
  const run = layer.forward({ query: { data: new Float32Array(48), shape: [2, 3, 8] }, keyPaddingMask });
  assert.deepEqual(core.cost({ dModel: 8, numHeads: 2 }, { B: 2, Tq: 3, padded: true }).steps, run.steps);
  for (const each of [run, layer]) each.dispose();
});

test("sizes far beyond memory have a cost, and are compared with full-size heads", () => {
  const cost = core.cost({ dModel: 12288, numHeads: 96 }, { Tq: 2048, causal: true });
  assert.equal(cost.parameters, 4 * 12288 ** 2);
  assert.equal(cost.flops, 4 * 2 * 2048 * 12288 ** 2 + 2 * 2 * 2048 ** 2 * 12288 + 6 * 96 * 2048 ** 2);
  assert.deepEqual(cost.steps.find(({ id }) => id === "scores")?.shape, [1, 96, 2048, 2048]);
  assert.equal(cost.oneFullSizeHead.parameters, 4 * 12288 ** 2);
  assert.equal(cost.fullSizeHeads.parameters, 96 * 4 * 12288 ** 2);
  assert.ok(cost.fullSizeHeads.flops > 90 * cost.oneFullSizeHead.flops);
  assert.throws(() => core.cost({ dModel: 2 ** 20, numHeads: 1 }, { Tq: 2 ** 24 }), {
    code: "shape",
    message: "more operations or bytes than 64 bits can count",
  });
});

test("a cost computes no numbers: any sizes take at most 5 ms", () => {
  const rope = /** @type {const} */ ({ style: "half", length: 8192, low: 1, high: 4, scaling: 8 });
  const extent = { Tq: 1 };
  for (const options of [
    { dModel: 2 ** 28, numHeads: 2 ** 28, alibi: true },
    { dModel: 2 ** 25, numHeads: 1, rope },
    {
      dModel: 2 ** 20,
      numHeads: 2 ** 20,
      numKvHeads: 1,
      dK: 2,
      rope,
      sinks: true,
      qkNorm: true,
      softcap: 3,
      window: 4,
    },
    { dModel: 64, numHeads: 2 ** 20, dK: 4, rope, latent: { rank: 8, ropeWidth: 2 ** 20 } },
  ]) {
    const times = Array.from({ length: 9 }, () => {
      const start = performance.now();
      assert.ok(core.cost(options, extent).flops > 0);
      return performance.now() - start;
    });
    assert.ok(Math.min(...times) <= 5, `${JSON.stringify(options)}: ${Math.min(...times)} ms`);
  }
});
