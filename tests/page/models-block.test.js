// The steps of a checkpoint's block: each is computed from the ones before as its family's order of norms says.
import assert from "node:assert/strict";
import test from "node:test";
import { openCheckpoint } from "../../web/models/index.js";
import { checkpointBlock, stationsOf } from "../../web/labs/block/state.js";
import { CASES, caseOf, folderOf } from "./support/checkpoints.js";

/** @typedef {{ data: Float32Array }} Numbers */

/** Fails unless numbers are as expected, up to the rounding of F32. @param {Numbers} found @param {ArrayLike<number>} expected @param {string} what */
function assertClose({ data }, expected, what) {
  assert.equal(data.length, expected.length, what);
  const scale = Math.max(...Array.from(expected, Math.abs));
  data.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) <= 2e-6 * scale, `${what}: ${i}`));
}

/** @param {...Numbers} terms */
const sum = (...terms) =>
  Float64Array.from(terms[0].data, (_, i) => terms.reduce((total, { data }) => total + data[i], 0));

/** Sums of the residual stream, by the order of norms. @type {Record<string, (steps: Record<string, Numbers>, x: Numbers) => [string, Float64Array][]>} */
const SUMS = {
  pre: ({ output, middle, down }, x) => [
    ["middle", sum(x, output)],
    ["stream", sum(middle, down)],
  ],
  post: ({ output, middle_normed, down }, x) => [
    ["middle", sum(x, output)],
    ["stream", sum(middle_normed, down)],
  ],
  sandwich: ({ attention_normed, middle, down_normed }, x) => [
    ["middle", sum(x, attention_normed)],
    ["stream", sum(middle, down_normed)],
  ],
  parallel: ({ output, down }, x) => [["stream", sum(x, output, down)]],
};

for (const name of CASES)
  test(`${name}: the block's sums are those of its order, and it ends with what the next layer reads`, async () => {
    const model = await openCheckpoint(folderOf(name));
    const { ids, types, attentionMask } = caseOf(name);
    const run = await model.run({ ids, types }, { attentionMask });
    const { layers } = model.info;
    for (let layer = 0; layer < layers; layer++) {
      const { order, norm, activation, steps } = await run.block(layer);
      assert.match(`${norm} ${activation}`, /^(layer|rms) (gelu|gelu_tanh|quick_gelu|silu|relu)$/);
      const x = run.hidden(layer);
      for (const [id, expected] of SUMS[order](steps, x)) assertClose(steps[id], expected, id);
      if (steps.gated) {
        const products = steps.up.data.map((value, i) => value * steps.activated.data[i]);
        assertClose(steps.gated, products, "gated");
      }
      const last = steps.stream_normed ?? steps.stream;
      if (layer + 1 < layers) assertClose(last, run.hidden(layer + 1).data, "the next layer's input");
      const walk = await run.walk(layer);
      assertClose(/** @type {Numbers} */ (walk.attention), run.attention(layer).data, "the weights");
      assertClose(steps.output, walk.tensor("output").data, "the output of attention");
      walk.dispose();
      const likely = () => null;
      const block = checkpointBlock({ ...{ order, norm, activation, steps }, input: x, likely }, {
        ...{ layer, layers, tokens: ids.map(String) },
      }); // prettier-ignore
      const shown = stationsOf(block.sentences[0].layers[0].steps).map((station) => station.name);
      assert.ok(shown.includes("attention") && shown.includes("down"), `${shown}`);
    }
    await assert.rejects(run.block(layers), /layer/);
    run.dispose();
    await assert.rejects(run.block(0), { code: "disposed" });
    model.dispose();
  });

test("a head that is off adds nothing to the block", async () => {
  const [name] = CASES;
  const model = await openCheckpoint(folderOf(name));
  const { heads } = model.info;
  const { ids } = caseOf(name);
  const whole = await model.run({ ids });
  const off = await model.run({ ids }, { headScale: { 0: new Float32Array(heads) } });
  const [a, b] = await Promise.all([whole.block(0), off.block(0)]);
  assert.deepEqual(a.steps.normed, b.steps.normed);
  assert.notDeepEqual(a.steps.output, b.steps.output);
  const walk = await off.walk(0);
  assertClose(b.steps.output, walk.tensor("output").data, "the output of attention");
  walk.dispose();
  model.dispose();
});
