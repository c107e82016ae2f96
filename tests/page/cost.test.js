import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { costOf } from "../../web/kit/state/cost.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { pictureOf, words } from "./support/pictures.js";

const core = await loadCore();
const SETTINGS = { ...DEFAULTS, tokens: words(6), dModel: 24, heads: 4 };

/** The cost summed from the steps of a real run. @param {Partial<import("../../web/kit/state/settings.js").Settings>} change */
function done(change) {
  const { steps, dispose } = pictureOf({ ...SETTINGS, ...change });
  const told = steps.map(({ id, flops, bytesRead, bytesWritten }) => [id, flops, bytesRead, bytesWritten]);
  dispose();
  return told;
}

for (const [name, change] of Object.entries({
  "one sentence": {},
  "a causal mask": { causal: true },
  "shared keys and values": { kvHeads: 2 },
  "two sentences": { keyTokens: words(9) },
  "a batch of two": { batchTokens: words(4) },
  "a batch of two of one length": { batchTokens: words(6), causal: true },
  "a batch that asks other words": { batchTokens: words(8), keyTokens: words(3) },
}))
  test(`the cost computed without a run, with ${name}, equals the run's, step by step`, () => {
    const batch = /** @type {{ batchTokens?: readonly string[] }} */ (change).batchTokens;
    const lengths = batch && [SETTINGS.tokens.length, batch.length];
    const { steps } = costOf(core, { ...SETTINGS, ...change }, null, undefined, lengths);
    const told = steps.map(({ id, flops, bytesRead, bytesWritten }) => [id, flops, bytesRead, bytesWritten]);
    assert.deepEqual(told, done(change));
  });

test("the cost of a known model size uses the same sentence and default settings", () => {
  const size = { dModel: 768, heads: 12 };
  const cost = costOf(core, { ...SETTINGS, kvHeads: 2 }, size);
  assert.equal(cost.parameters, 4 * 768 * 768, "heads that share nothing");
  assert.deepEqual(cost.steps.find(({ id }) => id === "scores")?.shape, [1, 12, 6, 6]);
});
