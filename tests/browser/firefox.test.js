// The page in Firefox: to the bit the numbers of every other engine, and nothing in the console.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { launchFirefox, startSite } from "./support/index.js";

const WORDS = ["The", "cat", "sat", "on", "the", "mat"];

/** Sets the page's element to a small layer and reads its attention weights. */
const READ_WEIGHTS = `
  const [words] = arguments;
  await customElements.whenDefined("mha-explainer");
  const explainer = document.querySelector("mha-explainer");
  Object.assign(explainer, { tokens: words, dModel: 32, heads: 4, weights: "constructed", seed: 3 });
  await explainer.goTo("weights");
  const { data, shape } = await explainer.getTensor("weights");
  return { data: Array.from(data), shape: Array.from(shape), step: explainer.step };`;

async function weightsInNode() {
  const core = await loadCore();
  const layer = core.createLayer({ dModel: 32, numHeads: 4, init: "constructed", seed: 3 });
  const run = layer.forward({ query: core.embed(WORDS, { dModel: 32, seed: 3 }) });
  const { data, shape } = run.tensor("weights");
  return { data: [...data], shape: [...shape] };
}

test("Firefox shows the page and computes what Node computes", async () => {
  const [site, firefox] = await Promise.all([startSite(), launchFirefox()]);
  try {
    await firefox.goto(site.url);
    const { step, ...shown } = await firefox.evaluate(READ_WEIGHTS, WORDS);
    assert.equal(step, "weights");
    assert.deepEqual(shown, await weightsInNode());
    assert.deepEqual(await firefox.errors(site.url), []);
  } finally {
    await firefox.close();
    await site.close();
  }
});
