// A page without a worker computes a checkpoint in slices, and yields between them.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { inSlices } from "../../web/models/state/pace.js";
import { Transformer } from "../../web/models/state/transformer.js";
import { CASES, caseOf, folderOf } from "./support/checkpoints.js";

/** A transformer of a case. @param {string} name @param {Partial<import("../../web/models/state/pace.js").Pace>} [pace] */
async function transformerOf(name, pace) {
  const [core, checkpoint] = await Promise.all([loadCore(), readCheckpoint(folderOf(name))]);
  return new Transformer(core, checkpoint, pace && { pace: { ...inSlices(), ...pace } });
}

/** @param {string} name */
function sentenceOf(name) {
  const { ids, types } = caseOf(name);
  return { ids, types: types ?? ids.map(() => 0), answers: ids.map(() => -1) };
}

/** A pace of small slices, which counts them. */
function counted() {
  let slices = 0;
  const breathe = async () => void slices++;
  return { pace: { flops: 2000, numbers: 100, part: 4096, breathe }, slices: () => slices };
}

for (const name of CASES)
  test(`${name} in slices has the bits of ${name} at once`, async () => {
    const { pace, slices } = counted();
    const whole = await (await transformerOf(name)).run(sentenceOf(name));
    const inParts = await (await transformerOf(name, pace)).run(sentenceOf(name));
    assert.deepEqual(inParts, whole);
    assert.ok(slices() > 30, `${slices()} slices`);
  });

test("a slice is limited by its flops: half as many need about twice the slices", async () => {
  const slicesOf = async (/** @type {number} */ flops) => {
    const { pace, slices } = counted();
    const transformer = await transformerOf("gpt2", { ...pace, flops, numbers: Infinity, part: 2 ** 25 });
    await transformer.run(sentenceOf("gpt2"));
    return slices();
  };
  const [few, many] = [await slicesOf(20_000), await slicesOf(10_000)];
  assert.ok(many > 1.6 * few && many < 2.4 * few, `${few} and ${many}`);
});

test("a run in slices stops within a slice once it is aborted", async () => {
  const stop = new AbortController();
  let after = 0;
  const breathe = async () => {
    if (stop.signal.aborted) after++;
    stop.abort();
  };
  const transformer = await transformerOf("gpt2", { flops: 2000, numbers: Infinity, breathe });
  await assert.rejects(transformer.run(sentenceOf("gpt2"), { signal: stop.signal }), { name: "AbortError" });
  assert.equal(after, 0);
});
