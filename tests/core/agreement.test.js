import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { inputOf, layerOf, readFixture, relativeDifference } from "./fixture.js";

const core = await loadCore();
const WORDS = "the animal didn't cross the street because it was too tired .".split(" ");
const cases = new Map((await readFixture("attention")).map((fixture) => [fixture.name, fixture]));

/** The run of tests/native/agreement_test.cpp with this name. @param {string} name */
function runOf(name) {
  const fixture = cases.get(name);
  if (fixture) return layerOf(core, fixture).forward(inputOf(fixture));
  const [init, numHeads] = name.split("_");
  const options = { dModel: 64, numHeads: Number(numHeads), seed: 1 };
  const layer = core.createLayer({ ...options, init: /** @type {any} */ (init) });
  return layer.forward({ query: core.embed(WORDS, options) });
}

for (const { name, tensors } of await readFixture("native")) {
  test(`wasm agrees with native within 1e-6: ${name}`, () => {
    const run = runOf(name);
    assert.ok(relativeDifference(run.output, tensors.output) < 1e-6, "output");
    assert.ok(relativeDifference(run.attention, tensors.attention) < 1e-6, "attention");
  });
}
