import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { inputOf, layerOf, readFixture, relativeDifference } from "./fixture.js";

const core = await loadCore();

for (const fixture of await readFixture("attention")) {
  test(`forward agrees with PyTorch: ${fixture.name}`, () => {
    const layer = layerOf(core, fixture);
    const run = layer.forward(inputOf(fixture));
    assert.ok(relativeDifference(run.output, fixture.tensors.output) < 1e-5, "output");
    assert.ok(relativeDifference(run.attention, fixture.tensors.attention) < 1e-5, "attention");
    run.dispose();
    layer.dispose();
  });
}

/** "dWQ" of "wQ". @param {string} key */
const gradientOf = (key) => `d${key[0].toUpperCase()}${key.slice(1)}`;

for (const fixture of await readFixture("attention")) {
  const { dOutput, ...tensors } = fixture.tensors;
  if (!dOutput) continue;
  test(`gradients agree with PyTorch: ${fixture.name}`, () => {
    const layer = layerOf(core, fixture);
    const run = layer.forward(inputOf(fixture));
    const gradients = Object.entries(layer.backward(run, dOutput));
    const expected = Object.keys(tensors)
      .map(gradientOf)
      .filter((key) => key in tensors);
    assert.deepEqual(gradients.map(([key]) => key).sort(), expected.sort());
    for (const [key, gradient] of gradients)
      assert.ok(relativeDifference(gradient, tensors[key]) < 1e-4, key);
    run.dispose();
    layer.dispose();
  });
}

const WORDS = ["The", "animal", "didn't", "cross", "über", "街"];

for (const { name, settings, tensors } of await readFixture("bits")) {
  test(`the same bits everywhere: ${name}`, () => {
    const [seed, dModel] = [Number(settings.seed), Number(settings.d_model)];
    if (tensors.x) {
      const { data, shape } = core.embed(WORDS, { dModel, seed });
      assert.deepEqual({ data, shape }, tensors.x);
    } else {
      const [numHeads, dK] = [Number(settings.num_heads), Number(settings.d_k)];
      const layer = core.createLayer({
        dModel,
        numHeads,
        dK,
        seed,
        init: /** @type {any} */ (settings.init),
      });
      const weights = /** @type {typeof tensors} */ (layer.weights());
      for (const [key, tensor] of Object.entries(tensors)) assert.deepEqual(weights[key], tensor, key);
      layer.dispose();
    }
  });
}
